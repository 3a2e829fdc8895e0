import AudioCore
import SyncCore
import TestSupport

@testable import RoomNode

/// The room's real stream core, decode lanes and decks, as the simulation drives them.
final class StreamRoom: SimStream {
    private(set) var core = StreamCore()
    private let decks = DeckSet()
    private let lanes: DecodeLanes
    private let interpolator = FractionalInterpolator()
    private var turns = 0
    private var asked: StreamCore.Fetch?
    /// Frames that sounded like another packet than theirs, and such that were looked at.
    private(set) var wrongFrames = 0
    private(set) var rightFrames = 0

    init() throws { lanes = try DecodeLanes(decks: decks) { NumberDecoder() } }

    func begin(_ timeline: Timeline, lead: Interval) {
        core.begin(timeline, lead: lead)
        lanes.reset()
    }

    func update(_ timeline: Timeline, lead: Interval) { _ = core.update(timeline, lead: lead) }

    func received(_ packets: [AudioPacket], at time: Instant<CoordinatorClock>?) { core.received(packets, at: time) }

    func turn(at time: Instant<CoordinatorClock>) -> SimFetch? {
        turns += 1
        core.counters.concealed += UInt64(lanes.decode(core, at: time).concealed)
        if turns % 20 == 0 { core.forget(at: time) }
        guard let fetch = core.nextFetch(at: time) else { return nil }
        asked = fetch
        return SimFetch(generation: fetch.generation, sequences: fetch.sequences, isRepair: fetch.isRepair)
    }

    func fetched(_ fetch: SimFetch, packets: [AudioPacket], next: UInt32, at time: Instant<CoordinatorClock>) {
        guard let asked else { return }
        core.fetched(asked, packets: packets, next: next, at: time)
    }

    func fetchFailed(at time: Instant<CoordinatorClock>) {
        guard let asked else { return }
        core.fetchFailed(asked, at: time)
    }

    func available(_ generation: Generation) -> PlayoutPlanner.Available {
        decks.deck(of: generation)?.available ?? .nothing
    }

    /// Reads the last frame of the segment, which is what moves the deck on, and listens to it.
    func play(_ segment: BlockPlan.Segment) {
        guard let generation = segment.generation, let deck = decks.deck(of: generation) else { return }
        let end = Double(segment.position) + segment.fraction + Double(segment.frames - 1) * segment.step
        let whole = end.rounded(.down)
        let last = BlockPlan.Segment(
            frames: 1,
            generation: generation,
            position: Int64(whole),
            fraction: end - whole,
            step: segment.step,
            firstGain: 1,
            lastGain: 1
        )
        var (left, right) = (Float(0), Float(0))
        deck.render(last, with: interpolator, left: &left, right: &right)
        // Near the edges of packets both are heard.
        guard (40..<920).contains(last.position % 960) else { return }
        let wanted = NumberDecoder.value(of: UInt32(last.position / 960))
        // What was concealed is silent.
        if left == 0, right == 0 { return }
        if abs(left - wanted) < 1e-4, left == right { rightFrames += 1 } else { wrongFrames += 1 }
    }
}
