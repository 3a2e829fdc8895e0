import LinuxSystem
import RPC
import Synchronization
import Testing

@testable import Coordinator

@Suite struct SlowCallsTests {
    /// `depth` calls at a time.
    private func nest(_ depth: Int, in slow: SlowCalls) async throws(RPCError) -> Int {
        guard depth > 0 else { return 0 }
        return try await slow.run("look") { (_) async throws(RPCError) in try await nest(depth - 1, in: slow) + 1 }
    }

    @Test func onlySoManyWaitAtATime() async throws {
        let slow = SlowCalls()
        #expect(try await nest(SlowCalls.most, in: slow) == SlowCalls.most)
        let error = await #expect(throws: RPCError.self) { try await nest(SlowCalls.most + 1, in: slow) }
        #expect(error?.code == .resourceExhausted)
        #expect(try await nest(SlowCalls.most, in: slow) == SlowCalls.most)
    }

    @Test func whatIsLateIsNotGivenBack() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await SlowCalls().run("look") { (_) async throws(RPCError) in }
        }
        let error = await #expect(throws: RPCError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    /// Blocks its thread until all of its kind have come.
    private actor Guest {
        let executor: ThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ executor: ThreadExecutor) { self.executor = executor }

        func wait(for all: Party) { all.wait() }
    }

    private final class Party: Sendable {
        private let missing: Mutex<Int>
        private let complete: EventSignal

        init(_ count: Int) throws {
            missing = Mutex(count)
            complete = try EventSignal()
        }

        func wait() {
            let isLast = missing.withLock { missing in
                missing -= 1
                return missing == 0
            }
            if isLast { complete.signal() }
            _ = Poll.wait(for: [complete.fileDescriptor], timeout: nil)
        }
    }

    @Test func noneWaitsForAnother() async throws {
        let (slow, all) = (SlowCalls(), try Party(SlowCalls.most))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<SlowCalls.most {
                group.addTask {
                    try await slow.run("look") { (executor) async throws(RPCError) in
                        await Guest(executor).wait(for: all)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aShutdownEndsThemAll() async throws {
        let slow = SlowCalls()
        let (began, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await slow.run("look") { (_) async throws(RPCError) in
                continuation.finish()
                // Ends with its task alone.
                let (never, end) = AsyncStream<Never>.makeStream()
                defer { end.finish() }
                for await _ in never {}
            }
        }
        for await _ in began {}
        slow.beginGracefulShutdown()
        let error = await #expect(throws: RPCError.self) { try await task.value }
        #expect(error?.code == .unavailable)
        let late = await #expect(throws: RPCError.self) {
            try await slow.run("look") { (_) async throws(RPCError) in }
        }
        #expect(late?.code == .unavailable)
    }
}
