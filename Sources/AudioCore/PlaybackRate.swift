/// The speed of playback, in thousandths of the recorded speed.
package enum PlaybackRate {
    package static let normal = 1_000
    package static let permille = 500...3_000
    /// Times beyond some seventy years are clamped, so that no rate makes them overflow.
    fileprivate static let limit = Int64.max / 4

    /// The track time that `frames` frames of the stream are worth, rounded down.
    package static func trackTime(of frames: FrameCount, ratePermille: Int) -> Interval {
        FrameTime.interval(of: frames).scaled(by: ratePermille)
    }

    /// The frames of the stream that `time` of a track is worth, rounded down; none for a rate that is none of
    /// `permille`.
    package static func frames(in time: Interval, ratePermille: Int) -> FrameCount {
        guard permille.contains(ratePermille) else { return 0 }
        let (whole, part) = time.clamped.quotientAndRemainder(dividingBy: Int64(ratePermille))
        let rest = part * 1_000 / Int64(ratePermille)
        return FrameTime.frames(in: Interval(nanoseconds: whole * 1_000 + rest))
    }
}

extension Interval {
    fileprivate var clamped: Int64 { min(max(nanoseconds, -PlaybackRate.limit), PlaybackRate.limit) }

    /// `permille` thousandths of it, rounded towards zero.
    fileprivate func scaled(by permille: Int) -> Interval {
        let (whole, part) = clamped.quotientAndRemainder(dividingBy: 1_000)
        return Interval(nanoseconds: whole * Int64(permille) + part * Int64(permille) / 1_000)
    }
}

/// Plays tracks at another speed with their pitch kept. Callable from any thread.
package protocol TempoStretching: Sendable {
    /// `source`, not read yet, at a speed. At `PlaybackRate.normal` it is `source` itself; otherwise n of its frames
    /// become round(n * 1000 / ratePermille) frames, and frame i after the start or a seek to t is the track at t + i *
    /// ratePermille / 1000 within 50 ms. `info` and `seek` are in the track's own time. `join` of two stretched sources
    /// at one speed goes on over the joint as if they were one.
    /// - Throws: `internal` for a rate outside `PlaybackRate.permille`, or without memory.
    func stretch(_ source: any FrameSource, ratePermille: Int) throws(AudioError) -> any FrameSource
}
