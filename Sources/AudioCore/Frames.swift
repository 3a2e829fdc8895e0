/// A number of frames, or a stream position: frames since the start of a generation. One frame is one sample per
/// channel at one instant.
@frozen
package struct FrameCount: Hashable, Comparable, Sendable, BitwiseCopyable, ExpressibleByIntegerLiteral {
    package var rawValue: Int64

    @inlinable
    package init(_ rawValue: Int64) { self.rawValue = rawValue }

    @inlinable
    package init(_ rawValue: Int) { self.rawValue = Int64(rawValue) }

    @inlinable
    package init(integerLiteral value: Int64) { self.rawValue = value }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    @inlinable
    package static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.rawValue &+ rhs.rawValue) }

    @inlinable
    package static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.rawValue &- rhs.rawValue) }

    @inlinable
    package static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
}

/// Frames per second of one clock.
@frozen
package struct SampleRate: Hashable, Sendable, BitwiseCopyable {
    package var hertz: Int32

    @inlinable
    package init(hertz: Int32) { self.hertz = hertz }

    /// The rate of all stream audio.
    package static let stream = SampleRate(hertz: 48_000)
}

/// The fixed shape of stream audio: 48 kHz, stereo, 20 ms packets.
package enum StreamFormat {
    package static let framesPerSecond: Int64 = 48_000
    package static let channels = 2
    package static let framesPerPacket: Int64 = 960
    /// Audio that is decoded and not heard at the start of a generation or of a late join, so that every decoder has
    /// the same state at the first audible frame: 80 ms. Opus' convergence, RFC 6716 section 4.5 and RFC 7845
    /// section 4.6.
    package static let prerollFrames: Int64 = 3_840
    /// Stream positions are bounded so that their times fit into nanoseconds: 186 of 292 years.
    package static let maximumPosition: Int64 = 1 << 48
}

extension Interval {
    /// A year: no track is longer, and no place in one lies beyond.
    package static let longestTrack = Interval.seconds(31_536_000)
}

/// The exact arithmetic between frames at 48 kHz and nanoseconds: one frame is 62,500 / 3 ns. Nothing is accumulated:
/// times are always computed from a frame count.
package enum FrameTime {
    /// The duration of `frames` frames, rounded to the nearest nanosecond (halves away from zero).
    /// - Precondition: |frames| <= `StreamFormat.maximumPosition`; larger values are clamped.
    package static func interval(of frames: FrameCount) -> Interval {
        let limit = StreamFormat.maximumPosition
        let count = min(max(frames.rawValue, -limit), limit)
        let (whole, part) = count.quotientAndRemainder(dividingBy: 3)
        let rest = part * 62_500
        let rounded = rest >= 0 ? (rest * 2 + 3) / 6 : (rest * 2 - 3) / 6
        return Interval(nanoseconds: whole * 62_500 + rounded)
    }

    /// The number of whole frames that have passed after `interval`, rounded down.
    package static func frames(in interval: Interval) -> FrameCount {
        let (whole, part) = interval.nanoseconds.quotientAndRemainder(dividingBy: 62_500)
        let scaled = part * 3
        let floored = scaled >= 0 ? scaled / 62_500 : (scaled - 62_499) / 62_500
        return FrameCount(whole * 3 + floored)
    }

    /// The frames at 48 kHz that `frames` frames at `rate` are worth, rounded to the nearest, halves up.
    /// - Precondition: 0 <= `frames` <= `StreamFormat.maximumPosition`, and a positive rate.
    package static func streamFrames(of frames: Int64, at rate: SampleRate) -> Int64 {
        let hertz = Int64(rate.hertz)
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: hertz)
        return seconds * StreamFormat.framesPerSecond + (rest * StreamFormat.framesPerSecond * 2 + hertz) / (hertz * 2)
    }

    /// The exact position after `interval`, as whole frames and a fraction in [0, 1).
    @inlinable
    package static func position(in interval: Interval) -> (frames: Int64, fraction: Double) {
        let (whole, part) = interval.nanoseconds.quotientAndRemainder(dividingBy: 62_500)
        let scaled = part * 3
        var frames = whole * 3 + scaled / 62_500
        var rest = scaled % 62_500
        if rest < 0 {
            rest += 62_500
            frames -= 1
        }
        return (frames, Double(rest) / 62_500)
    }
}
