import AudioCore
import RPC
import SyncCore
import WireFormat

/// Changing over to another zone while both play.
extension Engine {
    /// What a room needs of the zone that it changes over to.
    struct Tuning {
        var subscriber: any PollableSubscriber
        var audioPort: UInt16
        var timeline: Timeline
        var lead: Interval
        var settings: Wire.RoomSettings?
    }

    /// What sounds fades out within 5 ms; what the other zone plays is fetched, decoded and fades in, all on the clock that
    /// is known. Generations of two zones never have the same number, so nothing of one is taken for the other's.
    func retune(_ tuning: Tuning) {
        guard session != nil else { return tuning.subscriber.close() }
        session?.subscriber.close()
        session?.subscriber = tuning.subscriber
        session?.audioPort = tuning.audioPort
        if let now = coordinatorNow, let sounding = stream.wanted(at: now).first {
            lanes.spare(sounding, until: now + .milliseconds(100))
        }
        stream.begin(tuning.timeline, lead: tuning.lead)
        if isClockKnown { inputs.setTimeline(tuning.timeline) }
        if let settings = tuning.settings { take(settings, atOnce: true) }
        publishInputs()
        nextDecode = Instant(nanoseconds: 0)
        publishRevisions()
    }
}
