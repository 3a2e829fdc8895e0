import AudioCore
private import Synchronization
package import WireFormat

/// The newest timeline of a zone, for whoever answers rooms: the zone's actor writes, any thread reads.
package final class TimelineBoard: Sendable {
    private let timeline: Mutex<Wire.Timeline>
    private let newest = Atomic<UInt64>(0)
    private let playback = Mutex<Wire.PlaybackState>(.stopped)

    private let onRevision: @Sendable (UInt64) -> Void

    /// - Parameter onRevision: takes each new revision; called on the zone's actor, must not block.
    package init(leadNanoseconds: Int64, onRevision: @escaping @Sendable (UInt64) -> Void = { _ in }) {
        timeline = Mutex(Wire.Timeline(leadNs: leadNanoseconds))
        self.onRevision = onRevision
    }

    package var current: Wire.Timeline { timeline.withLock { $0 } }
    /// Readable on real-time threads.
    package var revision: UInt64 { newest.load(ordering: .acquiring) }
    package var state: Wire.PlaybackState { playback.withLock { $0 } }

    /// Keeps the lead, which is not the zone's to say.
    func post(_ value: Wire.Timeline) {
        timeline.withLock { board in
            let lead = board.leadNs
            board = value
            board.leadNs = lead
        }
        newest.store(value.revision, ordering: .releasing)
        onRevision(value.revision)
    }

    func setLead(_ lead: Interval) { timeline.withLock { $0.leadNs = lead.nanoseconds } }

    func post(_ state: Wire.PlaybackState) { playback.withLock { $0 = state } }
}
