package import AudioCore

/// How many frames are kept queued in a device: few, so that commands are quick, and more where the machine stands
/// still at times, so that the queue does not run empty meanwhile. Documentation/timeline-and-sync.md has the rule.
///
/// Asked once a wake-up, on the audio thread: no allocation, no clock, no lock. Time is counted in the device's frames.
package struct QueueDepth: Sendable {
    /// Frames to keep queued now.
    package private(set) var frames: Int64

    /// Frames that are written at once: what is left of the queue when the thread is to wake is the depth less these.
    package let period: Int64
    /// What is kept where the machine is never late, and the most that is.
    package let base: Int64
    package let limit: Int64
    private let step: Int64
    private let shortestHold: Int64
    /// How long the depth stays after the last wake-up that asked for it.
    private var hold: Int64
    /// Frames that were played since.
    private var quiet: Int64 = 0
    private var hasComeDown = false

    /// The most that is kept: a room that needs more cannot be told anything in time.
    private static let limit = Interval.milliseconds(120)
    /// It comes down by 10 ms after a minute each, or after up to 16 minutes where that was too early before.
    private static let stepsPerSecond: Int64 = 100
    private static let holdSeconds: Int64 = 60
    private static let longestHold: Int64 = 16
    /// After an hour at the base all is forgotten.
    private static let forgiveness: Int64 = 60

    /// - Parameters:
    ///   - base: frames that the device was opened to keep.
    ///   - ring: frames that it can hold.
    package init(rate: SampleRate, period: Int64, base: Int64, ring: Int64) {
        let perSecond = Int64(rate.hertz)
        self.period = period
        self.base = base
        limit = max(base, min(ring, perSecond * Self.limit.milliseconds / 1_000))
        step = perSecond / Self.stepsPerSecond
        shortestHold = perSecond * Self.holdSeconds
        hold = shortestHold
        frames = base
    }

    /// - Parameters:
    ///   - late: frames that had left the queue by the time the thread woke, beyond the period that it waited for.
    ///   - played: frames that were played since the last call.
    package mutating func woke(late: Int64, played: Int64) {
        if isClose(late, depth: frames) { return grow(to: base + late) }
        // With a step less it would have been.
        let less = max(base, frames - step)
        if less < frames, isClose(late, depth: less) { quiet = 0 }
        quiet += played
        if frames == base {
            if quiet >= Self.forgiveness * shortestHold { hold = shortestHold }
        } else if quiet >= hold {
            quiet = 0
            frames = less
            hasComeDown = true
        }
    }

    /// The queue ran empty: the thread was late by its whole margin, or more.
    package mutating func ranEmpty() { grow(to: frames + frames - period) }

    /// Whether a depth leaves less than two thirds of the first margin, once the thread woke so late.
    private func isClose(_ late: Int64, depth: Int64) -> Bool {
        3 * (depth - period - late) < 2 * (base - period)
    }

    private mutating func grow(to wanted: Int64) {
        // Where it stood still again after coming down, it will once more: wait longer the next time.
        if hasComeDown { hold = min(2 * hold, Self.longestHold * shortestHold) }
        hasComeDown = false
        quiet = 0
        frames = min(limit, max(frames, wanted))
    }
}
