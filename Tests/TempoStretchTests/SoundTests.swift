import AudioCore
import Testing

@testable import TempoStretch

@Suite struct SoundTests {
    @Test(arguments: [100.0, 440, 1_000, 5_000], [500, 1_250, 1_500, 3_000])
    func thePitchIsKept(hertz: Double, rate: Int) throws {
        let track = SyntheticTrack(frames: 48_000) { sine(hertz, Double($0) / 48_000) * 0.8 }
        let heard = try readAll(TempoStretcher().stretch(track, ratePermille: rate)).left
        let found = Array(heard.dropFirst(2_000).prefix(9_600)).frequency(near: hertz)
        #expect(abs(found / hertz - 1) < 0.005, "\(found)")
    }

    @Test(arguments: [700, 1_500])
    func nothingIsLouderThanTheSource(rate: Int) throws {
        // As decoded MP3, beyond full scale.
        let track = SyntheticTrack(frames: 96_000) { Signal.noise.value($0) * 2 }
        let heard = try readAll(TempoStretcher().stretch(track, ratePermille: rate)).left
        let peak = heard.map(abs).max() ?? 0
        #expect(peak > 1.5 && peak <= 1.6001)
    }

    @Test func notANumberIsSilence() throws {
        let track = SyntheticTrack(frames: 48_000) { $0 % 2 == 0 ? .nan : .infinity }
        let heard = try readAll(TempoStretcher().stretch(track, ratePermille: 1_500)).left
        #expect(heard.allSatisfy { $0 == 0 })
    }
}
