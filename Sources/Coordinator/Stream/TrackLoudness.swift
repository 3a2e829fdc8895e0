package import AudioCore
private import Glibc
package import PlaybackCore

/// The gain that a track is played with, and what it was made of.
package struct TrackLoudness: Hashable, Sendable {
    package var mode: ReplayGainMode
    /// What the track's tags say.
    package var tags: ReplayGain

    package init(mode: ReplayGainMode = .off, tags: ReplayGain = ReplayGain()) {
        self.mode = mode
        self.tags = tags
    }

    /// The factor of every sample.
    package var gain: Float { tags.gain(mode) }

    /// Whether another mode would change nothing.
    func isSame(in other: ReplayGainMode) -> Bool { gain == tags.gain(other) }
}

extension ReplayGain {
    private static let mostDecibels = 20.0

    /// The factor of every sample, so that none is beyond full scale. Documentation/rate-and-loudness.md has the
    /// equations.
    package func gain(_ mode: ReplayGainMode) -> Float {
        let (first, second) = ((trackGain, trackPeak), (albumGain, albumPeak))
        switch mode {
        case .off: return 1
        case .track: return Self.factor(first) ?? Self.factor(second) ?? 1
        case .album: return Self.factor(second) ?? Self.factor(first) ?? 1
        }
    }

    private static func factor(_ value: (gain: Double?, peak: Double?)) -> Float? {
        guard let gain = value.gain, gains.contains(gain) else { return nil }
        let wanted = pow(10, min(gain, mostDecibels) / 20)
        guard let peak = value.peak, peaks.contains(peak) else { return Float(min(wanted, 1)) }
        // Rounded down, so that the product is never above 1.
        return Float(min(wanted, 1 / peak)).nextDown
    }
}
