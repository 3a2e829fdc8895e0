package import AudioCore
package import LyricsCore
package import PlaybackCore

/// What reaches a zone's actor besides calls.
package enum ZoneMessage: Sendable {
    case pipeline(PipelineEvent)
    case tick
    /// What was found out about items in the background.
    case probed([(item: ItemID, info: TrackInfo)])
    /// The lyrics of an item that were asked for; nil where there are none.
    case lyrics(ItemID, Lyrics?)
}

/// The way into a zone's actor from other threads. Holds up to `bound` messages and drops the newest: the pipeline waits
/// for an answer after a few, and ticks are merged by the alarm.
package struct ZoneInbox: Sendable {
    package static let bound = 1_024

    let messages: AsyncStream<ZoneMessage>
    private let continuation: AsyncStream<ZoneMessage>.Continuation

    package init() {
        (messages, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.bound))
    }

    package func send(_ message: ZoneMessage) { continuation.yield(message) }
    package func finish() { continuation.finish() }
}
