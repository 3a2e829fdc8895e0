package import AudioCore
package import LyricsCore
package import PlaybackCore
import Synchronization

/// What reaches a zone's actor besides calls.
package enum ZoneMessage: Sendable {
    case pipeline(PipelineEvent)
    case tick
    /// What was found out about items in the background.
    case probed([(item: ItemID, info: TrackInfo)])
    /// The lyrics of an item that were asked for; nil where there are none.
    case lyrics(ItemID, Lyrics?)
}

/// The way into a zone's actor from other threads. Holds up to `bound` messages and drops the newest, except for what
/// the pipeline tells (a zone would wait for ever for an event that is lost, and the pipeline waits for an answer after
/// a few) and what a probe has found.
package struct ZoneInbox: Sendable {
    package static let bound = 1_024

    let messages: AsyncStream<ZoneMessage>
    private let continuation: AsyncStream<ZoneMessage>.Continuation
    private let waiting = Waiting()

    /// How many messages wait that may be dropped.
    private final class Waiting: Sendable {
        let count = Atomic(0)
    }

    /// Of this inbox and its copies alone, as long as there is one.
    var id: ObjectIdentifier { ObjectIdentifier(waiting) }

    package init() {
        (messages, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package func send(_ message: ZoneMessage) {
        if message.mayBeDropped, waiting.count.add(1, ordering: .relaxed).newValue > Self.bound {
            waiting.count.subtract(1, ordering: .relaxed)
            return
        }
        continuation.yield(message)
    }

    /// A message has been taken out of `messages`.
    func took(_ message: ZoneMessage) {
        if message.mayBeDropped { waiting.count.subtract(1, ordering: .relaxed) }
    }

    package func finish() { continuation.finish() }
}

extension ZoneMessage {
    fileprivate var mayBeDropped: Bool {
        switch self {
        // Nobody asks again for what a probe has found; each item is looked at once.
        case .pipeline, .probed: false
        case .tick, .lyrics: true
        }
    }
}
