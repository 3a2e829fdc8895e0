import AudioCore
import Testing

@testable import MP3Decoding

/// Places in a stream that nobody has counted up to when they are sought, and what becomes known of them.
@Suite struct EstimatedPlaceTests {
    private static let count = 3_000
    /// 78 s, the beginning of which promises half of it.
    private static let bytes =
        VariableRateTests.frames(500, rates: [9], stretch: 1)
        + VariableRateTests.frames(count - 500, rates: [1, 9, 2], stretch: 7)
    private static let length = count * 1_152
    private static let target = 1_800_000

    /// A decoder that was sought in by estimate, and what it reads.
    private struct Landed {
        let source: NetworkSource
        let decoder: MPEGDecoder
        /// Music frames that have been read since.
        var read = 0

        init(beside: @escaping (Int64) -> (any ByteSource)? = { _ in nil }) throws {
            let source = NetworkSource(EstimatedPlaceTests.bytes, bytesPerSecond: 20_000)
            self.source = source
            decoder = try MPEGDecoder(stream: source, name: "a test", beside: beside, now: { source.time })
            try decoder.seek(to: FrameCount(EstimatedPlaceTests.target))
        }

        mutating func read(_ chunks: Int) throws {
            for _ in 0..<chunks { read += try decoder.next().map { $0.count / 2 } ?? 0 }
        }

        /// Where in the music decoding began.
        mutating func start() throws -> Int {
            EstimatedPlaceTests.length - read - (try decodeAll(decoder, keep: false).frames)
        }

        var told: Int { EstimatedPlaceTests.target + Int(decoder.correction.rawValue) }
    }

    @Test func whatLiesBeforeItIsCountedOnceThatTakesNothingFromTheMusic() throws {
        var asked: [Int64] = []
        var landed = try Landed { offset in
            asked.append(offset)
            let side = NetworkSource(Self.bytes, from: Int(offset))
            side.comes(.max)
            return side
        }
        try landed.read(20)
        #expect(landed.decoder.isPlaceEstimated && landed.decoder.correction == 0 && asked.isEmpty)
        landed.source.comes(.max)
        while landed.decoder.isPlaceEstimated { try landed.read(1) }
        #expect(asked.count == 1)
        #expect(landed.decoder.length == .exact(FrameCount(Self.length)))
        let told = landed.told
        #expect(told != Self.target)
        #expect(try landed.start() == told)
    }

    @Test func placesBehindItAreKnownThen() throws {
        var landed = try Landed { offset in
            let side = NetworkSource(Self.bytes, from: Int(offset))
            side.comes(.max)
            return side
        }
        landed.source.comes(.max)
        while landed.decoder.isPlaceEstimated { try landed.read(1) }
        for target in [1_000_000, 2_500_000, 3_300_000] {
            try landed.decoder.seek(to: FrameCount(target))
            #expect(!landed.decoder.isPlaceEstimated)
            #expect(try decodeAll(landed.decoder, keep: false).frames == Self.length - target)
        }
    }

    @Test func itStaysAnEstimateWhereNothingCanBeReadBeside() throws {
        var landed = try Landed()
        landed.source.comes(.max)
        try landed.read(200)
        #expect(landed.decoder.isPlaceEstimated)
        #expect(landed.decoder.correction == 0)
    }

    /// Another version may lie there by now.
    @Test func whatHasAnotherSizeIsNotCounted() throws {
        var landed = try Landed { offset in
            let side = NetworkSource(Self.bytes + [0], from: Int(offset))
            side.comes(.max)
            return side
        }
        landed.source.comes(.max)
        try landed.read(200)
        #expect(landed.decoder.isPlaceEstimated)
    }

    @Test func whereAllAreNumberedTheLastTellsTheFirst() throws {
        let source = NetworkSource(Self.bytes)
        let stream = RememberingSource(source)
        let survey = StreamSurvey(
            stream,
            places: StreamPlaces(
                info: nil,
                bitrate: 256_000,
                rate: SampleRate(hertz: 44_100),
                framesPerFrame: 1_152,
                size: Int64(Self.bytes.count)
            ),
            counted: SharedCount(origin: 0),
            music: StreamSurvey.Music(
                framesPerFrame: 1_152,
                rate: SampleRate(hertz: 44_100),
                frames: Int64(Self.count)
            ),
            chain: FrameChain(SourceWindow(stream: stream)),
            beside: { _ in nil },
            now: { source.time }
        )
        let tail = VariableRateTests.frames(Self.count - 500, rates: [1, 9, 2], stretch: 7)
        let place = Self.bytes.count - tail.count
        try stream.seek(to: Int64(place))
        survey.landed(StreamLanding(offset: Int64(place), frame: 700, isCounted: false))
        try survey.lookAhead()
        #expect(survey.hasEstimate)
        source.comes(.max)
        for _ in 1...2 { try survey.lookAhead() }
        #expect(survey.takeError() == -200)
        #expect(!survey.hasEstimate)
    }

    @Test func framesThatWereCountedApartAreAsThoseCountedThrough() throws {
        let source = MemoryByteSource(Self.bytes)
        var chain = FrameChain(try #require(SourceWindow(source)))
        func count(from origin: Int64, before end: Int64) throws -> CountedFrames {
            var counted = CountedFrames(origin: origin)
            while try counted.step(&chain, before: end) {}
            return counted
        }
        let all = try count(from: 0, before: .max)
        for cut in [0, 1, 2, 500, 1_000, Self.count] {
            var walk = FrameWalk(offset: 0)
            for _ in 0..<cut { _ = try chain.step(&walk, before: .max, largestGap: 0) }
            var first = try count(from: 0, before: walk.offset)
            first.append(try count(from: walk.offset, before: .max))
            #expect(first.end == all.end)
            #expect(first.meanBytes == all.meanBytes)
            #expect(first.isOfOneRate == all.isOfOneRate)
            #expect(first.constantBytes(nominal: 100) == all.constantBytes(nominal: 100))
            for frame in [0, 63, 64, 700, 2_999] as [Int64] {
                #expect(first.place(before: frame).frame <= frame)
                #expect(frame - first.place(before: frame).frame < 128)
            }
        }
    }
}
