import LinuxSystem
import Synchronization
import Testing

@testable import Coordinator

@Suite struct ThreadExecutorTests {
    private actor Worker {
        private let executor: ThreadExecutor
        private var count = 0
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ executor: ThreadExecutor) { self.executor = executor }

        func add() -> Int {
            count += 1
            return count
        }
    }

    /// A thread that cannot be had must not keep a shutdown waiting for what it would have done.
    @Test(.timeLimit(.minutes(1))) func whatComesBeforeAndAfterTheThreadIsDoneAllTheSame() async throws {
        let executor = try ThreadExecutor(name: "test")
        let worker = Worker(executor)
        async let early = worker.add()
        executor.endOfThread()
        #expect(await early == 1)
        #expect(await worker.add() == 2)
    }

    @Test(.timeLimit(.minutes(1))) func oneJobIsDoneAtATimeWithoutAThread() async throws {
        let executor = try ThreadExecutor(name: "test")
        let worker = Worker(executor)
        executor.endOfThread()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1_000 { group.addTask { _ = await worker.add() } }
        }
        #expect(await worker.add() == 1_001)
    }

    @Test(.timeLimit(.minutes(1))) func afterAShutdownNothingIsLeftUndone() async throws {
        let executor = try ThreadExecutor(name: "test")
        let worker = Worker(executor)
        async let ended: Void = executor.run()
        #expect(await worker.add() == 1)
        executor.beginGracefulShutdown()
        try await ended
        #expect(await worker.add() == 2)
    }
}
