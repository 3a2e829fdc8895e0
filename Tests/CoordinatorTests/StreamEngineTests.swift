import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

@Suite struct StreamEngineTests {
    private let one = Generation(1)

    @Test func firstFrameIsHeardBehindThePreroll() {
        let bench = EngineBench(TaggedOpener([48_000]))
        bench.send(.start(one, bench.track(1)))
        bench.work()
        #expect(bench.engine.startPosition == 4_152)
        #expect(bench.decoder.frame(one, 4_151) == .silence)
        #expect(bench.decoder.frame(one, 4_152) == TaggedFrame(track: 1, frame: 1))
        #expect(bench.decoder.frame(one, 4_153) == TaggedFrame(track: 1, frame: 2))
        let mark = TrackMark(generation: one, position: 4_152, item: ItemID(1), trackTime: .zero, serial: 1)
        #expect(bench.marks == [mark])
        #expect(bench.events.last == .ready(one))
    }

    @Test(arguments: [(1_000_000, 48_000), (1_000_000, 3_840), (30_000, 100), (30_000, 1)])
    func seekBeginsExactlyWithPrerollOfTheTrackItself(length: Int, frame: Int) {
        let bench = EngineBench(TaggedOpener([length]))
        let time = FrameTime.interval(of: FrameCount(frame))
        bench.send(.start(one, bench.track(1, at: time)))
        bench.work()
        #expect(bench.decoder.frame(one, 4_152) == TaggedFrame(track: 1, frame: frame + 1))
        let silent = max(0, 3_840 - frame)
        for offset in [0, silent - 1, silent, 3_839] where offset >= 0 {
            let expected = offset < silent ? .silence : TaggedFrame(track: 1, frame: frame - 3_840 + offset + 1)
            #expect(bench.decoder.frame(one, FrameCount(312 + offset)) == expected)
        }
        #expect(bench.marks.first?.trackTime == time)
    }

    @Test func aSeekInWhatPlaysDoesNotOpenItAgain() {
        let opener = TaggedOpener([480_000, 480_000])
        let bench = EngineBench(opener)
        bench.send(.start(one, bench.track(1)))
        bench.work()
        let two = Generation(2)
        bench.send(.start(two, bench.track(1, at: .seconds(5))))
        bench.work()
        #expect(bench.decoder.frame(two, 4_152) == TaggedFrame(track: 1, frame: 240_001))
        #expect(opener.openings == ["track:1"])
        bench.send(.start(Generation(3), bench.track(2)))
        bench.work()
        #expect(opener.openings == ["track:1", "track:2"])
    }

    @Test func aStartIsHeldUntilItsPaceIsToldAndThenKeepsTheLead() {
        let bench = EngineBench(TaggedOpener([480_000]), lead: .milliseconds(500))
        bench.send(.start(one, bench.track(1)))
        #expect(bench.work() == nil)
        // 4,152 + 24,000: packets up to the one that begins there at the latest.
        #expect(bench.batches.joined().map(\.sequence).max() == 29)
        let start = bench.now + .milliseconds(60)
        bench.send(.pace(one, .running(position: 4_152, time: start)))
        bench.advance(.seconds(1))
        for packet in bench.batches.joined() {
            let time = start + FrameTime.interval(of: packet.startPosition - FrameCount(4_152))
            #expect(time - bench.now <= .milliseconds(500))
        }
        let last = bench.batches.joined().map(\.sequence).max() ?? 0
        let ahead = FrameTime.interval(of: FrameCount(Int64(last + 1) * 960 - 4_152)) - (bench.now - start)
        #expect(ahead > .milliseconds(420) && ahead <= .milliseconds(520))
    }

    @Test func theFirstMessagesAreShortAndSteadyOnesHoldAGroup() {
        let bench = EngineBench(TaggedOpener([480_000]), lead: .milliseconds(2_000))
        bench.send(.start(one, bench.track(1)))
        bench.work()
        #expect(bench.batches.map(\.count).prefix(4) == [6, 6, 12, 16])
        let burst = bench.batches.count
        bench.send(.pace(one, .running(position: 4_152, time: bench.now)))
        bench.advance(.seconds(2))
        #expect(bench.batches.dropFirst(burst).allSatisfy { $0.count == 8 })
        #expect((12...13).contains(bench.batches.count - burst))
    }

    @Test func tracksFollowEachOtherWithoutAGap() {
        let bench = EngineBench(TaggedOpener([10_007, 5_003, 20_000]))
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        bench.send(.follow(serial: 2, bench.track(3)))
        bench.work()
        bench.send(.follow(serial: 3, nil))
        bench.work()
        let joints = [(1, 10_007, 2), (2, 5_003, 3)]
        var position: Int64 = 4_152
        for (before, length, after) in joints {
            position += Int64(length)
            #expect(bench.decoder.frame(one, FrameCount(position - 1)) == TaggedFrame(track: before, frame: length))
            #expect(bench.decoder.frame(one, FrameCount(position)) == TaggedFrame(track: after, frame: 1))
        }
        #expect(bench.marks.map(\.position) == [4_152, 14_159, 19_162])
    }

    @Test func theEndIsReportedBehindTheLastFrame() {
        let bench = EngineBench(TaggedOpener([10_007]))
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, nil))
        bench.work()
        let end: FrameCount = 14_159
        #expect(bench.events.last == .ended(one, end))
        #expect(bench.decoder.frame(one, 14_158) == TaggedFrame(track: 1, frame: 10_007))
        #expect(bench.batches.joined().map(\.sequence).max() == 14)
    }

    @Test func withoutWordOfWhatFollowsItWaits() {
        let bench = EngineBench(TaggedOpener([10_007, 20_000]))
        bench.send(.start(one, bench.track(1)))
        bench.work()
        #expect(bench.decoder.frame(one, 14_158) == nil)
        bench.send(.follow(serial: 7, bench.track(1)))
        bench.work()
        #expect(bench.marks.count == 1)
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        bench.send(.follow(serial: 2, nil))
        bench.work()
        #expect(bench.decoder.frame(one, 14_158) == TaggedFrame(track: 1, frame: 10_007))
        #expect(bench.decoder.frame(one, 14_159) == TaggedFrame(track: 2, frame: 1))
    }

    /// However late that is told: a track's last half second waits for it.
    @Test func shortTracksAreJoinedToWhatIsToldOnceTheyAreRead() {
        let bench = EngineBench(TaggedOpener([9_600, 9_600, 96]))
        bench.send(.start(one, bench.track(1)))
        for serial in 1...3 {
            bench.work()
            bench.send(.follow(serial: UInt64(serial), serial < 3 ? bench.track(serial + 1) : nil))
        }
        bench.work()
        #expect(bench.opener.joints == ["1+2", "2+3"])
        #expect(bench.events.last == .ended(one, 23_448))
    }

    @Test func whatFollowsIsOpenedBeforeTheJointAndJoined() {
        let bench = EngineBench(TaggedOpener([96_000, 5_000, 90_000]), lead: .milliseconds(400))
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        #expect(bench.opener.openings == ["track:1"])
        bench.send(.pace(one, .running(position: 4_152, time: bench.now)))
        bench.advance(.milliseconds(1_300))
        #expect(bench.opener.openings == ["track:1", "track:2"])
        #expect(bench.opener.joints == ["1+2"])
        bench.send(.follow(serial: 1, bench.track(3)))
        bench.advance(.seconds(1))
        #expect(bench.opener.joints == ["1+2", "1+3"])
        #expect(bench.decoder.frame(one, 100_152) == TaggedFrame(track: 3, frame: 1))
    }

    @Test func theLastWordOnWhatFollowsCounts() {
        let bench = EngineBench(TaggedOpener([30_000, 5_000, 90_000]))
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        bench.send(.follow(serial: 1, bench.track(3)))
        bench.send(.pace(one, .running(position: 4_152, time: bench.now)))
        bench.advance(.seconds(1))
        #expect(bench.decoder.frame(one, 34_152) == TaggedFrame(track: 3, frame: 1))
    }

    @Test func aTrackThatCannotFollowIsReportedAndReplaced() {
        let opener = TaggedOpener([5_000, 1_000, 20_000])
        opener[2]?.cannotOpen = true
        let bench = EngineBench(opener)
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        #expect(bench.events.contains(.failed(bench.track(2), mark: nil, reason: "no such track")))
        bench.send(.follow(serial: 1, bench.track(3)))
        bench.work()
        bench.send(.follow(serial: 2, nil))
        bench.work()
        #expect(bench.decoder.frame(one, 9_152) == TaggedFrame(track: 3, frame: 1))
    }

    @Test(arguments: [0, 3_000])
    func aTrackThatBreaksIsOverThere(frames: Int) {
        let opener = TaggedOpener([5_000, 9_000, 20_000])
        opener[2]?.breaksAfter = frames
        let bench = EngineBench(opener)
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, bench.track(2)))
        bench.work()
        bench.send(.follow(serial: 2, frames == 0 ? nil : bench.track(3)))
        bench.work()
        if frames == 0 {
            #expect(bench.events.last == .failed(bench.track(2), mark: bench.marks[1], reason: "broken here"))
            bench.send(.follow(serial: 1, bench.track(3)))
        } else {
            #expect(bench.events.contains(.broke(bench.marks[1], reason: "broken here")))
        }
        bench.work()
        bench.send(.follow(serial: 3, nil))
        bench.work()
        #expect(bench.decoder.frame(one, FrameCount(9_152 + frames)) == TaggedFrame(track: 3, frame: 1))
    }

    @Test func anEmptyTrackIsRefused() {
        let bench = EngineBench(TaggedOpener([0]))
        bench.send(.start(one, bench.track(1)))
        bench.send(.follow(serial: 1, nil))
        bench.work()
        #expect(
            bench.events.last
                == .refused(one, bench.track(1), reason: "cannot play track:1: there is no audio in it; replace it")
        )
    }

    @Test func startingBehindTheEndIsTold() {
        let bench = EngineBench(TaggedOpener([5_000]))
        let track = bench.track(1, at: .seconds(3))
        bench.send(.start(one, track))
        bench.send(.follow(serial: 1, nil))
        bench.work()
        #expect(bench.events.last == .passed(one, track))
        #expect(bench.batches.isEmpty)
    }

    @Test func haltingDropsTheGeneration() {
        let bench = EngineBench(TaggedOpener([480_000]))
        bench.send(.start(one, bench.track(1)))
        bench.work()
        bench.send(.pace(one, .running(position: 4_152, time: bench.now)))
        bench.send(.halt)
        let count = bench.batches.count
        bench.advance(.seconds(1))
        #expect(bench.batches.count == count)
        #expect(bench.ring.packets(of: one, from: 0, count: 1)?.payloads.count == 1)
    }
}
