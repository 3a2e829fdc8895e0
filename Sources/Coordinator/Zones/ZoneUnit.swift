package import RPC
private import Synchronization

/// Where a zone publishes its stream.
package struct AudioOutlet: Sendable {
    package var publisher: any MessagePublisher
    /// Not 0.
    package var port: UInt16

    package init(publisher: any MessagePublisher, port: UInt16) {
        self.publisher = publisher
        self.port = port
    }
}

/// A zone with all that works for it alone: its actor, pipeline, packets and publishing thread.
package final class ZoneUnit: Sendable {
    struct Parts: Sendable {
        var coordinator: PlaybackCoordinator
        var pipeline: AudioPipeline
        var audio: PublishingThread
        var ring: PacketRing
        var stream: any StreamPublishing
        var board: TimelineBoard
        var commandLead: CommandLead
        var publishLead: PublishLead
        var outlet: AudioOutlet
        var revisions: TimelineRevisions.Slot
    }

    package let id: String
    /// No other zone that is served has it.
    let serial: Int
    private let title: Mutex<String>
    private let parts: Parts
    private let ending: AsyncStream<Never>
    private let ended: AsyncStream<Never>.Continuation

    init(id: String, name: String, serial: Int, parts: Parts) {
        self.id = id
        self.serial = serial
        title = Mutex(name)
        self.parts = parts
        (ending, ended) = AsyncStream.makeStream()
    }

    package var name: String { title.withLock { $0 } }
    package var coordinator: PlaybackCoordinator { parts.coordinator }
    package var board: TimelineBoard { parts.board }
    package var ring: PacketRing { parts.ring }
    package var stream: any StreamPublishing { parts.stream }
    package var commandLead: CommandLead { parts.commandLead }
    package var publishLead: PublishLead { parts.publishLead }
    package var audioPort: UInt16 { parts.outlet.port }

    func rename(_ name: String) { title.withLock { $0 = name } }

    /// Serves the zone until `beginGracefulShutdown` or cancellation: then its rooms fall silent, its position is
    /// stored and its port closes. Call once.
    /// - Throws: `SystemError` where a thread cannot be started.
    package func run() async throws {
        defer {
            // Before the port, which the next zone may have at once.
            parts.revisions.release()
            parts.outlet.publisher.close()
            ended.finish()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [parts] in try await parts.pipeline.run() }
            group.addTask { [parts] in try await parts.audio.run() }
            group.addTask { [parts] in
                await parts.coordinator.run()
                parts.pipeline.beginGracefulShutdown()
                parts.audio.beginGracefulShutdown()
            }
            try await group.waitForFirstFailure()
        }
    }

    package func beginGracefulShutdown() { parts.coordinator.beginGracefulShutdown() }

    /// Returns when `run` has. One caller.
    func waitUntilEnded() async { for await _ in ending {} }
}
