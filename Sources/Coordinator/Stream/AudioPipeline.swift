package import AudioCore
package import LinuxSystem
private import Synchronization

/// Reads the coordinator's clock. Callable from any thread.
package typealias ClockReading = @Sendable () -> Instant<CoordinatorClock>

/// Runs a `StreamEngine` on a thread of its own.
package final class AudioPipeline: PipelinePort {
    /// What the thread makes for itself, because it may not leave it.
    /// It is given what wakes the thread, from any thread.
    package typealias MakeEngine = @Sendable (_ wake: @escaping @Sendable () -> Void) throws(AudioError) -> StreamEngine

    private let thread: WorkerThread
    private let clock: ClockReading
    private let makeEngine: MakeEngine
    private let lead: PublishLead
    /// Bounded by the coordinator, which sends a few for each event or call.
    private let commands = Mutex<[PipelineCommand]>([])

    package init(
        clock: @escaping ClockReading,
        lead: PublishLead,
        makeEngine: @escaping MakeEngine
    ) throws(SystemError) {
        thread = try WorkerThread(name: "pipeline")
        self.clock = clock
        self.lead = lead
        self.makeEngine = makeEngine
    }

    package func send(_ command: PipelineCommand) {
        commands.withLock { $0.append(command) }
        thread.wake()
    }

    /// Returns after `beginGracefulShutdown` or cancellation.
    /// - Throws: `SystemError` where there is no thread, `AudioError` where there is no engine.
    package func run() async throws {
        let failure = Mutex<AudioError?>(nil)
        try await thread.run { [self] thread in
            do throws(AudioError) {
                let engine = try makeEngine { thread.wake() }
                while !thread.isStopping { turn(engine, thread) }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    private func turn(_ engine: StreamEngine, _ thread: WorkerThread) {
        let pending = commands.withLock { commands in
            defer { commands.removeAll(keepingCapacity: true) }
            return commands
        }
        for command in pending { engine.handle(command) }
        engine.lead = FrameTime.frames(in: lead.value)
        switch engine.step(now: clock()) {
        case .again: break
        case .wait(until: let instant): thread.wait(timeout: instant.map { $0 - clock() })
        }
    }
}
