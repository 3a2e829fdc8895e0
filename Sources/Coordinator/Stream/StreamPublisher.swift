package import AudioCore
package import WireFormat

/// What goes to the rooms of a zone. Callable from any thread; does not block.
package protocol StreamPublishing: Sendable {
    /// At most `AudioBatch.maximumPackets`, of one generation and consecutive.
    func publish(_ packets: [AudioPacket])
    func publish(_ timeline: Wire.Timeline)
    func publish(_ settings: Wire.RoomSettings)
}

/// Publishes a zone's stream on a publishing thread.
package struct StreamPublisher: StreamPublishing {
    private let session: UInt64
    private let thread: PublishingThread

    package init(session: UInt64, thread: PublishingThread) {
        self.session = session
        self.thread = thread
    }

    package func publish(_ packets: [AudioPacket]) {
        guard let first = packets.first else { return }
        do {
            let batch = try AudioBatch(
                generation: first.generation,
                firstSequence: first.sequence,
                payloads: packets.map(\.payload)
            )
            thread.publish(StreamMessage.audio(batch).encoded(session: session))
        } catch {
            preconditionFailure("packets that make no batch: \(error.message)")
        }
    }

    package func publish(_ timeline: Wire.Timeline) {
        thread.publish(StreamMessage.timeline(timeline).encoded(session: session))
    }

    package func publish(_ settings: Wire.RoomSettings) {
        thread.publish(StreamMessage.settings(settings).encoded(session: session))
    }
}
