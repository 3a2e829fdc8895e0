import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import WireFormat

/// What the inbox brings: sessions, zones, timelines, settings, packets that were asked for.
extension Engine {
    func takeCommands(at now: Instant<NodeClock>) {
        // By no clock it is the beginning of time: then nothing waits.
        let time = coordinatorTime(at: now) ?? Instant(nanoseconds: 0)
        for command in inbox.take() {
            switch command {
            case .attach(let session): attach(session, at: now)
            case .reroute(let route): take(route)
            case .retune(let tuning): retune(tuning, at: now)
            case .timeline(let timeline, let lead): take(timeline, lead: lead, at: now)
            case .settings(let settings): take(settings, at: now)
            case .fetched(let fetch, let packets, let next):
                reconnection.works(.calls)
                stream.fetched(fetch, packets: packets, next: next, at: time)
                nextDecode = Instant(nanoseconds: 0)
            case .fetchFailed(let fetch): stream.fetchFailed(fetch, at: time)
            case .stop: stop()
            }
        }
    }

    private func attach(_ session: Session, at now: Instant<NodeClock>) {
        self.session?.tuning.subscriber.close()
        self.session = session
        forgiveSilence(at: now)
        stream.begin(session.tuning.timeline, lead: session.tuning.lead)
        var generator = SystemRandomNumberGenerator()
        clock = ClockState(seed: generator.next())
        settings.begin()
        // What still sounds fades out on the old clock; the new timeline waits for the new clock.
        inputs.setTimeline(Timeline())
        takeAtOnce(session.tuning.settings, at: now)
    }

    /// Changes over to another zone while both play. What sounds fades out within 5 ms; what the other zone plays is
    /// fetched, decoded and fades in, all on the clock that is known. Generations of two zones never have the same
    /// number, so nothing of one is taken for the other's.
    private func retune(_ tuning: Tuning, at now: Instant<NodeClock>) {
        guard session != nil else { return tuning.subscriber.close() }
        session?.tuning.subscriber.close()
        session?.tuning = tuning
        streamWatch.heard(at: now)
        if let time = coordinatorTime(at: now), let sounding = stream.wanted(at: time).first {
            lanes.spare(sounding, until: time + .milliseconds(100))
        }
        stream.begin(tuning.timeline, lead: tuning.lead)
        if clock.isKnown { inputs.setTimeline(tuning.timeline) }
        takeAtOnce(tuning.settings, at: now)
    }

    private func takeAtOnce(_ settings: Wire.RoomSettings?, at now: Instant<NodeClock>) {
        if let settings { take(settings, atOnce: true, at: now) }
        publishInputs()
        nextDecode = Instant(nanoseconds: 0)
        publishRevisions(at: now)
    }

    func take(_ timeline: Timeline, lead: Interval, at now: Instant<NodeClock>) {
        guard stream.update(timeline, lead: lead) else { return }
        if clock.isKnown {
            inputs.setTimeline(timeline)
            publishInputs()
        }
        nextDecode = Instant(nanoseconds: 0)
        publishRevisions(at: now)
    }

    func take(_ fresh: Wire.RoomSettings, atOnce: Bool = false, at now: Instant<NodeClock>) {
        if fresh.audioPort != 0, fresh.audioPort != UInt32(session?.tuning.audioPort ?? 0) {
            // They are for the zone to change over to, and come again with it.
            namedPort.store(fresh.audioPort, ordering: .relaxed)
            nudge.signal()
            return
        }
        let watchedJack = settings.watchesJack
        guard settings.take(fresh, atOnce: atOnce, into: &inputs) else { return }
        publishInputs()
        publishRevisions(at: now)
        if settings.watchesJack != watchedJack { nudge.signal() }
    }
}
