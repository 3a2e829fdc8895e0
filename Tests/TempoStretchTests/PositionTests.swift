import AudioCore
import Testing

@testable import TempoStretch

@Suite struct PositionTests {
    private static let rates = [500, 990, 1_100, 1_500, 3_000]

    /// The farthest that a frame is from where it should be, in milliseconds of the track.
    private func worst(_ heard: [Float], rate: Int) -> Double {
        let period = Double(SyntheticTrack.period)
        // The last frames go over into silence.
        return stride(from: 0, to: heard.count - 4_000, by: 97).reduce(0) { worst, index in
            let due = (Double(index) * Double(rate) / 1_000).truncatingRemainder(dividingBy: period)
            // Where the sawtooth falls nothing can be said.
            guard (4_000..<period - 4_000).contains(due) else { return worst }
            return max(worst, abs(SyntheticTrack.frame(of: heard[index]) - due) / 48)
        }
    }

    @Test(arguments: [Signal.voice, .chord, .bass], rates)
    func everyFrameIsFromWhereItShouldBe(signal: Signal, rate: Int) throws {
        let track = SyntheticTrack(frames: 8 * 48_000, left: signal.value)
        let heard = try readAll(TempoStretcher().stretch(track, ratePermille: rate)).right
        #expect(worst(heard, rate: rate) < 35)
        #expect(heard.count == expectedFrames(8 * 48_000, rate: rate))
    }

    @Test(arguments: [0, 1, 2, 1_475, 1_477, 20_001], [501, 999, 1_001, 3_000])
    func theLengthIsExact(frames: Int, rate: Int) throws {
        let track = SyntheticTrack(frames: Int64(frames), left: Signal.noise.value)
        let heard = try readAll(TempoStretcher().stretch(track, ratePermille: rate), block: 333)
        #expect(heard.count / 2 == expectedFrames(frames, rate: rate))
    }

    @Test(arguments: [700, 1_500])
    func aSeekBeginsWithTheFrameThatWasAskedFor(rate: Int) throws {
        let source = try TempoStretcher().stretch(
            SyntheticTrack(frames: 480_000, left: Signal.tone.value),
            ratePermille: rate
        )
        _ = try readAll(source, limit: 5_000)
        try source.seek(to: .milliseconds(2_500))
        let heard = try readAll(source)
        #expect(abs(SyntheticTrack.frame(of: heard[1]) - 120_000) < 48)
        #expect(heard.count / 2 == expectedFrames(360_000, rate: rate))
    }

    @Test func theRecordedSpeedIsTheSourceItself() throws {
        let track = SyntheticTrack(frames: 10, left: Signal.tone.value)
        #expect(try TempoStretcher().stretch(track, ratePermille: 1_000) === track)
    }

    @Test(arguments: [0, 499, 3_001])
    func otherSpeedsAreRefused(rate: Int) {
        #expect(throws: AudioError.self) {
            try TempoStretcher().stretch(SyntheticTrack(frames: 10, left: Signal.tone.value), ratePermille: rate)
        }
    }

    @Test func whatCanBeReadOfABrokenTrackIsHeardBeforeItsError() throws {
        let track = SyntheticTrack(frames: 96_000, left: Signal.tone.value)
        track.breaksAt = 48_000
        let source = try TempoStretcher().stretch(track, ratePermille: 2_000)
        #expect(try readAll(source, limit: 24_000).count == 48_000)
        #expect(throws: AudioError(.damaged, "broken")) { try readAll(source) }
    }
}
