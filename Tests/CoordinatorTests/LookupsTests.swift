import RPC
import Testing

@testable import Coordinator

/// Which thread a call works on, and how many may wait.
@Suite struct LookupsTests {
    private actor Worker {
        let executor: ThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ executor: ThreadExecutor) { self.executor = executor }

        func isOn(_ other: ThreadExecutor) -> Bool { executor === other }
    }

    private func with(
        _ body: @escaping @Sendable (Lookups<Worker>, ThreadExecutor) async throws -> Void
    ) async throws {
        let shared = try ThreadExecutor(name: "shared")
        let lookups = Lookups(on: shared, places: CallPlaces(for: "the coordinator's disk"), slow: SlowCalls()) {
            Worker($0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await shared.run() }
            group.addTask {
                defer { shared.beginGracefulShutdown() }
                try await body(lookups, shared)
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [false, true])
    func onlyWhatAsksServersHasAThreadOfItsOwn(asksServers: Bool) async throws {
        try await with { lookups, shared in
            let isShared = try await lookups.run("look", asksServers: asksServers) { await $0.isOn(shared) }
            #expect(isShared == !asksServers)
        }
    }

    /// `depth` calls at a time, all of the disk.
    private func nest(_ depth: Int, in lookups: Lookups<Worker>) async throws(RPCError) -> Int {
        guard depth > 0 else { return 0 }
        return try await lookups.run("add", asksServers: false) { (_) async throws(RPCError) in
            try await nest(depth - 1, in: lookups) + 1
        }
    }

    @Test func onlySoManyWaitForTheDisk() async throws {
        #expect(3 * CallPlaces.most + SlowCalls.most < House.callsAtATime)
        try await with { lookups, _ in
            #expect(try await nest(CallPlaces.most, in: lookups) == CallPlaces.most)
            let error = await #expect(throws: RPCError.self) { try await nest(CallPlaces.most + 1, in: lookups) }
            #expect(error?.code == .resourceExhausted)
            #expect(error?.message.contains("12 other calls wait for the coordinator's disk") == true)
            // Those with servers have places of their own.
            let isServed = try await lookups.run("look", asksServers: true) { _ in true }
            #expect(isServed)
            #expect(try await nest(CallPlaces.most, in: lookups) == CallPlaces.most)
        }
    }
}
