import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

@Suite struct TrackLoudnessTests {
    private func tags(
        track: (Double?, Double?) = (nil, nil),
        album: (Double?, Double?) = (nil, nil)
    ) -> ReplayGain {
        var gain = ReplayGain()
        (gain.trackGain, gain.trackPeak, gain.albumGain, gain.albumPeak) = (track.0, track.1, album.0, album.1)
        return gain
    }

    @Test func decibelsBecomeAFactor() {
        #expect(abs(tags(track: (-6.0206, 0.9)).gain(.track) - 0.5) < 1e-5)
        #expect(abs(tags(track: (6.0206, 0.4)).gain(.track) - 2) < 1e-4)
        #expect(tags(track: (-6, 1)).gain(.off) == 1)
    }

    @Test(arguments: [0.1, 0.5, 0.7, 0.98, 1, 1.2, 2])
    func noPeakIsLiftedAboveFullScale(peak: Double) {
        let gain = tags(track: (12, peak)).gain(.track)
        #expect(Double(gain) * peak <= 1)
        #expect(gain == Float(min(1 / peak, 3.9810717055)).nextDown || abs(gain - 3.981) < 0.001)
    }

    @Test func withoutAPeakNothingBecomesLouder() {
        #expect(tags(track: (6, nil)).gain(.track) == 1)
        #expect(tags(track: (-6.0206, nil)).gain(.track) < 0.51)
    }

    @Test func oneValueStandsInForTheOther() {
        let album = tags(track: (-1, 1), album: (-2, 1))
        #expect(album.gain(.track) != album.gain(.album))
        #expect(tags(track: (-1, 1)).gain(.album) == album.gain(.track))
        #expect(tags(album: (-2, 1)).gain(.track) == album.gain(.album))
        #expect(tags().gain(.album) == 1)
    }

    @Test(arguments: [Double.nan, .infinity, 1e9, -61])
    func nonsenseIsPassedOver(value: Double) {
        #expect(tags(track: (value, 1), album: (-2, 1)).gain(.track) == tags(album: (-2, 1)).gain(.album))
        #expect(tags(track: (3, value)).gain(.track) == 1)
    }

    @Test func aPeakThatIsALieIsHeldAtFullScale() throws {
        let samples: [Float] = [0.9, -0.9, 0.2, -0.2, 1.3, -1.3]
        let opened = OpenedTrack(
            source: ListSource(samples),
            ratePermille: 1_000,
            isLive: false,
            loudness: TrackLoudness(mode: .track, tags: tags(track: (6.0206, 0.1)))
        )
        var output = [Float](repeating: 0, count: 6)
        _ = try output.withUnsafeMutableBufferPointer { try opened.read(into: $0) }
        #expect(output[0] == 1 && output[1] == -1)
        #expect(abs(output[2] - 0.4) < 1e-4 && abs(output[3] + 0.4) < 1e-4)
        // What was beyond it in the source is not made louder.
        #expect(output[4] == 1.3 && output[5] == -1.3)
    }
}

private final class ListSource: FrameSource {
    let info = TrackInfo(sampleRate: .stream, channels: 2)
    private let samples: [Float]

    init(_ samples: [Float]) { self.samples = samples }

    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        for index in samples.indices { output[index] = samples[index] }
        return samples.count / 2
    }

    func seek(to time: Interval) throws(AudioError) {}
}
