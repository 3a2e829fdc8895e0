import AudioCore
import LinuxSystem
import RPC
import SyncCore

/// The clock channel: asking, and carrying out what its answers tell.
extension Engine {
    func askForTime(at now: Instant<NodeClock>) {
        guard let session, now >= clock.nextRequest else { return }
        session.clock.request(audioPort: session.tuning.audioPort)
        clock.requestSent(at: now)
    }

    func receiveTime(at now: Instant<NodeClock>) {
        guard let session else { return }
        var isUpdated = false
        while let answer = session.clock.receive() {
            clockWatch.heard(at: now)
            connectOnceMore(at: now)
            let news = clock.take(answer, revision: stream.timeline.revision, at: now)
            if let outage = news.outage { connectAgain(after: outage, at: now) }
            if news.hasStepped {
                Log.notice("the clocks have stepped against each other; measuring anew")
                silenceUntilClockIsKnown()
            }
            if news.missesTimeline { nudge.signal() }
            isUpdated = isUpdated || news.isUpdated
        }
        guard isUpdated, let mapping = clock.mapping else { return }
        if clock.settle() {
            inputs.setTimeline(stream.timeline)
            // What faded out with the old clock has been read from the decks by now.
            lanes.reset()
            nextDecode = Instant(nanoseconds: 0)
        }
        guard clock.isKnown else { return }
        inputs.mapping = mapping
        publishInputs()
    }

    /// What sounds was placed by a clock that is no more: it fades, and the timeline waits until the clock is known
    /// again.
    func silenceUntilClockIsKnown() {
        inputs.setTimeline(Timeline())
        publishInputs()
        // By a wrong time packets may have been dropped that are still to be heard.
        stream.begin(stream.timeline, lead: stream.lead)
    }
}
