import AudioCore
import Testing

@testable import TempoStretch

@Suite struct JointTests {
    /// A sine that is cut into tracks of these lengths.
    private func tracks(_ lengths: [Int64]) -> [SyntheticTrack] {
        var start: Int64 = 0
        return lengths.map { length in
            let first = start
            start += length
            return SyntheticTrack(frames: length) { sine(440, Double($0 + first) / 48_000) * 0.8 }
        }
    }

    private func stretched(_ lengths: [Int64], rate: Int) throws -> [any FrameSource] {
        let sources = try tracks(lengths).map { try TempoStretcher().stretch($0, ratePermille: rate) }
        for (source, next) in zip(sources, sources.dropFirst()) { source.join(next) }
        return sources
    }

    /// The largest step between neighbours: of this sine 0.046.
    private func roughest(_ samples: ArraySlice<Float>) -> Float {
        zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    @Test(arguments: [500, 900, 1_500, 3_000])
    func aJointIsNotHeard(rate: Int) throws {
        let lengths: [Int64] = [30_011, 29_989, 40_000]
        var heard: [Float] = []
        var position: Int64 = 0
        for (source, length) in zip(try stretched(lengths, rate: rate), lengths) {
            heard += try readAll(source).left
            position += length
            // Rounding does not add up.
            #expect(heard.count == expectedFrames(Int(position), rate: rate))
        }
        // Behind the last one comes silence, with a step.
        #expect(roughest(heard.dropLast(2_000)) < 0.07)
    }

    @Test(arguments: [0, 5, 400, 2_000])
    func aShortTrackBetweenTwoDoesNoHarm(length: Int64) throws {
        let sources = try stretched([30_000, length, 30_000], rate: 1_500)
        let heard = try sources.map { try readAll($0).left }
        #expect(heard.map(\.count).reduce(0, +) == expectedFrames(60_000 + Int(length), rate: 1_500))
        #expect(heard[2].count >= 19_999)
        #expect(roughest(heard[2].dropLast(2_000)) < 0.07)
    }

    @Test func anotherSuccessorBeginsAtItsBeginning() throws {
        let sources = try stretched([30_000, 30_000], rate: 1_500)
        _ = try readAll(sources[0], limit: 19_990)
        let other = try TempoStretcher().stretch(tracks([30_000])[0], ratePermille: 1_500)
        sources[0].join(other)
        #expect(try readAll(sources[0]).count == 20)
        let heard = try readAll(other)
        #expect(heard.count == 40_000)
        #expect(SyntheticTrack.frame(of: heard[1]) < 48)
    }

    @Test func aSuccessorWhoseForerunnerWasBrokenOffBeginsAtItsBeginning() throws {
        let sources = try stretched([30_000, 30_000], rate: 1_500)
        _ = try readAll(sources[0], limit: 19_990)
        let heard = try readAll(sources[1])
        #expect(heard.count == 40_000)
        #expect(abs(SyntheticTrack.frame(of: heard[4_001]) - 3_000) < 1_680)
    }

    @Test func tracksAtDifferentSpeedsAreEachForItself() throws {
        let first = try TempoStretcher().stretch(tracks([30_000])[0], ratePermille: 1_500)
        let second = try TempoStretcher().stretch(tracks([30_000])[0], ratePermille: 2_000)
        first.join(second)
        #expect(try readAll(first).count == 40_000)
        #expect(try readAll(second).count == 30_000)
    }

    @Test func theResamplersOfTheTracksAreJoinedToo() throws {
        let both = tracks([1_000, 1_000])
        let first = try TempoStretcher().stretch(both[0], ratePermille: 1_500)
        first.join(try TempoStretcher().stretch(both[1], ratePermille: 1_500))
        #expect(both[0].joined == [ObjectIdentifier(both[1])])
    }
}
