import AudioCore
import PlaybackCore

@testable import Coordinator

extension StreamEngine {
    /// On tagged audio.
    convenience init(
        _ opener: TaggedOpener,
        through other: (any TrackOpening)? = nil,
        lead: FrameCount,
        output: Output
    ) {
        self.init(
            opener: other ?? opener,
            loader: other.map { BackgroundLoader(opener: $0) {} } ?? SlowLoader(opener: opener),
            encoder: TaggedEncoder(),
            stretcher: SkippingStretcher(),
            lead: lead,
            output: output
        )
    }
}

/// A `StreamEngine` on tagged audio and a manual clock.
final class EngineBench {
    let opener: TaggedOpener
    let ring: PacketRing
    let engine: StreamEngine
    private let log = Log()
    var now = Instant<CoordinatorClock>(nanoseconds: 1_000_000_000)

    private final class Log {
        var batches: [[AudioPacket]] = []
        var events: [PipelineEvent] = []
        var decoder = TaggedDecoder()
    }

    /// - Parameter through: what opens and loads in its place.
    init(
        _ opener: TaggedOpener,
        lead: Interval = .milliseconds(500),
        through other: (any TrackOpening)? = nil
    ) {
        self.opener = opener
        let frames = FrameTime.frames(in: lead)
        let (log, ring) = (log, PacketRing(lead: frames))
        self.ring = ring
        engine = StreamEngine(
            opener,
            through: other,
            lead: frames,
            output: StreamEngine.Output(
                ring: ring,
                publish: { packets in
                    log.batches.append(packets)
                    for packet in packets { log.decoder.take(packet) }
                },
                report: { log.events.append($0) }
            )
        )
    }

    var batches: [[AudioPacket]] { log.batches }
    var events: [PipelineEvent] { log.events }
    var decoder: TaggedDecoder { log.decoder }

    var marks: [TrackMark] {
        events.compactMap { event in
            guard case .marked(let mark) = event else { return nil }
            return mark
        }
    }

    func send(_ command: PipelineCommand) { engine.handle(command) }

    /// Works until nothing is to be done at this instant.
    /// - Returns: when the engine wants to be called again.
    @discardableResult
    func work() -> Instant<CoordinatorClock>? {
        while true {
            if case .wait(until: let time) = engine.step(now: now) { return time }
        }
    }

    /// Lets time pass.
    func advance(_ interval: Interval) {
        let end = now + interval
        while let next = work(), next <= end { now = max(next, now) }
        now = end
        work()
    }

    func track(_ number: Int, at start: Interval = .zero) -> TrackReference {
        TrackReference(item: ItemID(UInt64(number)), uri: "track:\(number)", start: start)
    }
}
