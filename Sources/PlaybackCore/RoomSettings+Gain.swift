package import AudioCore

extension RoomSettings {
    /// The linear gain of a volume: 0 is silence, 100 is 1.0, and equal steps sound about equally large: the cube of
    /// the fraction, so -18 dB at 50 and -60 dB at 10.
    ///
    /// Source: loudness grows with about the 0.3rd power of sound power (Stevens' law: S. S. Stevens, "The measurement
    /// of loudness", JASA 27, 1955), so with the 0.6th power of amplitude; a pure inverse would be the power 1.67. A
    /// cube spreads the quiet end further, over the 60 dB that a fader in a home is expected to cover, and is what
    /// PulseAudio and alsamixer do for the same reason. Volumes outside 0...100 are clamped.
    package static func gain(forVolume volume: Int) -> Float { gain(forFraction: Float(volume) / 100) }

    private static func gain(forFraction fraction: Float) -> Float {
        let inside = min(max(fraction, 0), 1)
        return inside * inside * inside
    }

    /// The gain of this room as it is now, its zone at full volume and its channels as they came: zero when muted.
    package var gain: Float { muted ? 0 : Self.gain(forFraction: min(Float(volume), Float(ceiling)) / 100) }

    /// What a room plays: its volume times its zone's, at most its ceiling, then the channels, then the balance.
    ///
    /// The balance takes from the other side only: at 40 the right channel stays and the left one is as at a volume of
    /// 60; at 100 it is silent. So nothing becomes louder than without it.
    /// - Parameter zoneVolume: 0 to 100.
    package func gain(zoneVolume: Int) -> StereoGain {
        guard !muted else { return .silence }
        let wanted = Float(min(max(volume, 0), 100)) * Float(min(max(zoneVolume, 0), 100)) / 10_000
        let level = Self.gain(forFraction: min(wanted, Float(ceiling) / 100))
        return channels.gain.scaled(
            left: level * Self.gain(forVolume: 100 - max(balance, 0)),
            right: level * Self.gain(forVolume: 100 + min(balance, 0))
        )
    }
}
