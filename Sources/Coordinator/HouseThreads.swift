import LinuxSystem

/// The parts of a house that run on threads of their own, for all zones.
struct HouseThreads: Sendable {
    let disk: ThreadExecutor
    let words: WordsThreads
    let library: ThreadExecutor
    let inspection: ThreadExecutor
    let alarms: AlarmClock
    let probe: MetadataProbe
    let events: PublishingThread

    init(_ adapters: House.Adapters, slow: SlowCalls) throws {
        disk = try ThreadExecutor(name: "store")
        words = try WordsThreads(describing: adapters.describing, drawing: adapters.drawing, slow: slow)
        library = try ThreadExecutor(name: "library")
        inspection = try ThreadExecutor(name: "inspection")
        alarms = try AlarmClock(clock: adapters.clock)
        probe = try MetadataProbe(opener: adapters.opener)
        events = try PublishingThread(name: "publish-events", publisher: adapters.events)
    }

    /// Serves until `beginGracefulShutdown` or cancellation.
    /// - Throws: `SystemError` where a thread cannot be started.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await disk.run() }
            group.addTask { try await library.run() }
            group.addTask { try await inspection.run() }
            group.addTask { try await words.run() }
            group.addTask { try await alarms.run() }
            group.addTask { try await probe.run() }
            group.addTask { try await events.run() }
            try await group.waitForFirstFailure()
        }
    }

    /// What has been given before is finished.
    func beginGracefulShutdown() {
        probe.beginGracefulShutdown()
        events.beginGracefulShutdown()
        alarms.beginGracefulShutdown()
        library.beginGracefulShutdown()
        inspection.beginGracefulShutdown()
        words.beginGracefulShutdown()
        disk.beginGracefulShutdown()
    }
}
