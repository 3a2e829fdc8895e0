import AudioCore
import SyncCore
import TestSupport
import Testing

@testable import RoomNode

@Suite struct DecodeLanesTests {
    private static let start = Instant<CoordinatorClock>(nanoseconds: 1_000_000_000)

    private static func time(ofPosition position: Int64) -> Instant<CoordinatorClock> {
        start + FrameTime.interval(of: FrameCount(position - StreamFormat.prerollFrames))
    }

    private static func stream(_ sequences: some Sequence<UInt32>) -> StreamCore {
        var stream = StreamCore()
        let span = TimelineSpan(
            generation: Generation(1),
            startPosition: FrameCount(StreamFormat.prerollFrames),
            startTime: start
        )
        stream.begin(Timeline(revision: 1, spans: [span]), lead: .seconds(2))
        stream.received(sequences.map { SimBroadcast.packet(Generation(1), $0) }, at: nil)
        return stream
    }

    private func lanes(_ decks: DeckSet) throws -> DecodeLanes { try DecodeLanes(decks: decks) { NumberDecoder() } }

    @Test func itDecodesAheadAndNotMore() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        let result = lanes.decode(Self.stream(0..<100), at: Self.start)
        let deck = try #require(decks.deck(of: Generation(1)))
        #expect(result.concealed == 0)
        // The pre-roll is not heard: it makes room.
        #expect(deck.available.low < StreamFormat.prerollFrames - 480)
        #expect(deck.available.high >= StreamFormat.prerollFrames + DecodeLanes.ahead)
        #expect(deck.available.high < StreamFormat.prerollFrames + DecodeLanes.ahead + 960)
        #expect(result.slack > .milliseconds(100))
    }

    @Test func aMissingPacketIsWaitedForAndThenConcealed() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        let stream = Self.stream((0..<100 as Range<UInt32>).filter { $0 != 10 })
        _ = lanes.decode(stream, at: Self.start)
        let deck = try #require(decks.deck(of: Generation(1)))
        // Packet 10 is heard in 120 ms: there is time to fetch it.
        #expect(deck.available.high == 9_600)
        let later = lanes.decode(stream, at: Self.time(ofPosition: 9_600 - 2_000))
        #expect(later.concealed == 1)
        #expect(deck.available.high > 10_560)
    }

    /// The first message of a generation holds little more than its pre-roll; the timeline may be there before the
    /// second.
    @Test func whatIsNotHeardYetIsNotConcealed() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        let stream = Self.stream(0..<6)
        #expect(lanes.decode(stream, at: Self.start - .milliseconds(78)).concealed == 0)
        #expect(decks.deck(of: Generation(1))?.available.high == 5_760)
        // Packet 6 is heard 40 ms after the start.
        #expect(lanes.decode(stream, at: Self.start - .milliseconds(26)).concealed == 0)
        #expect(lanes.decode(stream, at: Self.start - .milliseconds(24)).concealed == 1)
    }

    @Test func nothingIsConcealedWhilePaused() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        var stream = Self.stream((0..<100 as Range<UInt32>).filter { $0 != 10 })
        var span = stream.timeline.spans[0]
        span.endPosition = FrameCount(9_000)
        _ = stream.update(Timeline(revision: 2, spans: [span]), lead: .seconds(2))
        let paused = Self.time(ofPosition: 9_000) + .seconds(5)
        #expect(lanes.decode(stream, at: paused).concealed == 0)
        let resumed = TimelineSpan(
            generation: Generation(1),
            startPosition: FrameCount(9_000),
            startTime: paused + .milliseconds(70)
        )
        _ = stream.update(Timeline(revision: 3, spans: [span, resumed]), lead: .seconds(2))
        #expect(lanes.decode(stream, at: paused).concealed == 0)
        stream.received([SimBroadcast.packet(Generation(1), 10)], at: nil)
        #expect(lanes.decode(stream, at: paused + .milliseconds(10)).concealed == 0)
        #expect((decks.deck(of: Generation(1))?.available.high ?? 0) > 10_560)
    }

    @Test func aRepairInTimeIsNotConcealed() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        var stream = Self.stream((0..<100 as Range<UInt32>).filter { $0 != 10 })
        _ = lanes.decode(stream, at: Self.start)
        stream.received([SimBroadcast.packet(Generation(1), 10)], at: nil)
        let later = lanes.decode(stream, at: Self.time(ofPosition: 9_600 - 2_000))
        #expect(later.concealed == 0)
    }

    @Test func behindALongHoleItStartsAnew() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        let stream = Self.stream((0..<200 as Range<UInt32>).filter { !(10..<60).contains($0) })
        var concealed = 0
        for position in stride(from: 3_840 as Int64, to: 96_000, by: 960) {
            concealed += lanes.decode(stream, at: Self.time(ofPosition: position)).concealed
        }
        #expect(concealed == 5)
        let deck = try #require(decks.deck(of: Generation(1)))
        #expect(deck.available.low >= 60 * 960 - 960)
        #expect(deck.available.high >= 96_000)
    }

    @Test func whereNothingHasComeNothingIsDecoded() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        let result = lanes.decode(Self.stream([]), at: Self.start)
        #expect(result.concealed == 0)
        #expect(decks.deck(of: Generation(1)) == nil)
    }

    @Test func aLateRoomDecodesFromBeforeWhatIsHeard() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        _ = lanes.decode(Self.stream(0..<300), at: Self.time(ofPosition: 240_000))
        let deck = try #require(decks.deck(of: Generation(1)))
        #expect(deck.available.low < 240_000 - 480)
        #expect(deck.available.low > 240_000 - 20 * 960)
        #expect(deck.available.high >= 240_000 + DecodeLanes.ahead)
    }

    @Test func aResetEmptiesTheDecks() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        _ = lanes.decode(Self.stream(0..<100), at: Self.start)
        lanes.reset()
        #expect(decks.deck(of: Generation(1)) == nil)
    }

    @Test func aPacketThatDoesNotDecodeIsConcealed() throws {
        let decks = DeckSet()
        let lanes = try lanes(decks)
        var stream = Self.stream((0..<100 as Range<UInt32>).filter { $0 != 5 })
        stream.received([AudioPacket(generation: Generation(1), sequence: 5, payload: [1])], at: nil)
        _ = lanes.decode(stream, at: Self.start)
        #expect((decks.deck(of: Generation(1))?.available.high ?? 0) > 6 * 960)
    }
}
