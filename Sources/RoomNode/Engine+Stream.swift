import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import WireFormat

/// The stream: receiving it, decoding ahead, fetching what is missing, and the figures of it all.
extension Engine {
    /// Being awake anyway, it is decoded this much before it has to be.
    private static let decodeEarly = Interval.milliseconds(110)

    func receiveStream(at now: Instant<NodeClock>) {
        guard let session else { return }
        while true {
            guard let bytes = (try? session.tuning.subscriber.receive()) ?? nil else { break }
            guard let (id, message) = try? StreamMessage.decode(bytes), id == session.id else { continue }
            lastMessage = now
            lastMessageTime.store(now.nanoseconds, ordering: .relaxed)
            streamWatch.heard(at: now)
            reconnection.works(.stream)
            switch message {
            case .audio(let batch): stream.received(batch.packets, at: coordinatorTime(at: now))
            case .timeline(let wire):
                if let timeline = try? Timeline(wire) { take(timeline, lead: wire.lead, at: now) }
            case .settings(let settings):
                if settings.roomId == inbox.roomID { take(settings, at: now) }
            }
        }
    }

    func decodeAndFetch(at now: Instant<NodeClock>) {
        guard let time = coordinatorTime(at: now) else { return }
        if clock.isKnown, now >= nextDecode - Self.decodeEarly || stream.hasNews {
            stream.hasNews = false
            // The audio thread is ahead of what is heard, by more than usual where its queue is deeper, and by the
            // room's own delay.
            let result = lanes.decode(stream, at: time + figures.extraReach - inputs.delay)
            stream.counters.concealed += UInt64(result.concealed)
            nextDecode = now + min(max(result.slack, .milliseconds(10)), .milliseconds(200))
        }
        if let fetch = stream.nextFetch(at: time) { fetcher.ask(fetch) }
    }

    func takeFigures(at now: Instant<NodeClock>) {
        guard now >= nextFigures else { return }
        nextFigures = now + .milliseconds(200)
        let depthBefore = figures.depth
        figures.take(audio.status.read())
        if let depthBefore, let depth = figures.depth, depth > depthBefore {
            // Commands need more time from now on: the coordinator is told at once.
            publishRevisions(at: now)
            nudge.signal()
        }
        guard figures.isDue else { return }
        let time = coordinatorTime(at: now)
        if let time { stream.forget(at: min(time, time - inputs.delay)) }
        let sync = figures.report(clock: clock, stream: stream, device: audio.device.withLock { $0 }, at: now, time)
        report.withLock { $0 = sync }
        publishRevisions(at: now)
    }
}
