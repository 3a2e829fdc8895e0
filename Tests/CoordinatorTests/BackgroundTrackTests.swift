import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

/// Tracks that a thread of their own loads.
@Suite struct BackgroundTrackTests {
    /// Loads track 1 and waits until `isEnough`.
    private func load(
        _ opener: TaggedOpener,
        from time: Interval = .zero,
        until isEnough: (FrameSupply) -> Bool
    ) async throws -> any FrameSource {
        let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        opener.network[1] = SlowNetwork.State()
        let loader = BackgroundLoader(opener: opener) { continuation.yield(()) }
        let track = try #require(loader.load(uri: "track:1", from: time))
        while !isEnough(track.supply) {
            var iterator = wakes.makeAsyncIterator()
            await iterator.next()
        }
        return track
    }

    private func isWhole(_ supply: FrameSupply) -> Bool {
        if case .flowing(let flow) = supply { return flow.isWhole }
        return false
    }

    private func frames(_ track: any FrameSource, _ count: Int) throws -> [TaggedFrame] {
        var frames: [TaggedFrame] = []
        var buffer = [Float](repeating: 0, count: 2_000)
        while frames.count < count {
            let read = try buffer.withUnsafeMutableBufferPointer { try track.read(into: $0) }
            if read == 0 { break }
            frames += (0..<read).map { TaggedFrame(track: Int(buffer[$0 * 2]), frame: Int(buffer[$0 * 2 + 1])) }
        }
        return frames
    }

    @Test func framesComeInOrderFromThePlaceThatWasAskedFor() async throws {
        let track = try await load(TaggedOpener([100_000]), from: .milliseconds(500), until: isWhole)
        #expect(track.info.title == "Track 1")
        let got = try frames(track, .max)
        let expected = (24_001...100_000).map { TaggedFrame(track: 1, frame: $0) }
        let isSame = got == expected
        #expect(isSame)
    }

    @Test func aLongTrackIsLoadedAsFarAsMemoryIsGivenAndThenAsItIsRead() async throws {
        let track = try await load(TaggedOpener([900_000])) { supply in
            if case .flowing(let flow) = supply { return flow.ready.rawValue > 300_000 }
            return false
        }
        if case .flowing(let flow) = track.supply { #expect(flow.ready.rawValue < 400_000 && !flow.isWhole) }
        #expect(try frames(track, 100_000).last.map { $0.frame >= 100_000 } == true)
    }

    @Test func itGoesToWhatIsAtHand() async throws {
        let track = try await load(TaggedOpener([2_000_000]), from: .milliseconds(500)) { supply in
            if case .flowing(let flow) = supply { return flow.ready.rawValue > 300_000 }
            return false
        }
        #expect(try frames(track, 200_000).last?.frame == 24_000 + 200_000)
        try track.seek(to: .milliseconds(1_000))
        #expect(try frames(track, 1_000).first?.frame == 48_001)
        try track.seek(to: .seconds(5))
        #expect(try frames(track, 1_000).first?.frame == 5 * 48_000 + 1)
        for place in [Interval.milliseconds(499), .seconds(60)] {
            #expect(throws: AudioError.self) { try track.seek(to: place) }
        }
        #expect(try frames(track, 1_000).first?.frame == 5 * 48_000 + 1_001)
    }

    @Test func aFailureIsTold() async throws {
        let opener = TaggedOpener([100_000])
        opener[1]?.cannotOpen = true
        let track = try await load(opener) { supply in
            if case .failed = supply { return true }
            return false
        }
        #expect(track.supply == .failed(AudioError(.notFound, "no such track")))
    }

    @Test func aFailureOnTheWayIsThrownBehindWhatCame() async throws {
        let opener = TaggedOpener([100_000])
        opener[1]?.breaksAfter = 50_000
        let track = try await load(opener, until: isWhole)
        #expect(try frames(track, 50_000).count == 50_000)
        let error = #expect(throws: AudioError.self) { try frames(track, 1) }
        #expect(error?.message == "broken here")
    }

    @Test func whatBecomesKnownOnTheWayIsTold() async throws {
        let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let loader = BackgroundLoader(opener: GrowingOpener()) { continuation.yield(()) }
        let track = try #require(loader.load(uri: "track:1", from: .seconds(60)))
        while !isWhole(track.supply) {
            var iterator = wakes.makeAsyncIterator()
            await iterator.next()
        }
        #expect(track.info.length == 30_000 && !track.info.lengthIsEstimate)
        // What was asked for lay behind the end.
        #expect(track.landing.displacement == .seconds(-50))
        try track.seek(to: .milliseconds(10_100))
        #expect(track.landing.displacement == .zero)
    }
}

/// A track that turns out to be longer than was thought, and shorter than somebody wants.
private final class GrowingSource: FrameSource {
    private(set) var info = TrackInfo(sampleRate: .stream, channels: 2, length: 10_000, lengthIsEstimate: true)
    private(set) var landing = SeekLanding()
    private var left = 30_000

    func read(into output: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = min(left, output.count / 2)
        left -= count
        (info.length, info.lengthIsEstimate) = (FrameCount(30_000), left > 0)
        return count
    }

    func seek(to time: Interval) { landing.displacement = .seconds(10) - time }
}

private struct GrowingOpener: TrackOpening {
    func open(uri: String) -> any FrameSource { GrowingSource() }
    func isRemote(uri: String) -> Bool { true }
}
