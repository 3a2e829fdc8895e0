/// Drives the play-out error to zero by small, slow changes of the resampling step.
///
/// The step that keeps the error as it is comes from the measured clocks (feed-forward); the correction is proportional
/// to the error with a time constant of half a second, bounded, and slewed. There is no integrator to wind up: the
/// feed-forward already contains the crystals.
package struct RateController: Sendable {
    /// Frames of error per frame of output.
    package private(set) var correction = 0.0

    /// In frames of output: half a second.
    private static let timeConstant = 24_000.0
    /// Steady state: 0.05 %. Recovery from an error above a tenth of a millisecond: 0.2 %.
    private static let steadyLimit = 500e-6
    private static let recoveryLimit = 2_000e-6
    private static let recoveryThreshold = 4.8
    /// The correction changes by at most 50 ppm each 10 ms: far below what is heard as a change of pitch.
    private static let slewPerFrame = 50e-6 / 480

    package init() {}

    package mutating func reset() { correction = 0 }

    /// - Parameter error: frames by which the resampler is behind where it should be.
    /// - Returns: what to add to the step during the next `frames` frames.
    package mutating func next(error: Double, frames: Int) -> Double {
        let limit = abs(error) > Self.recoveryThreshold ? Self.recoveryLimit : Self.steadyLimit
        let wanted = min(max(error / Self.timeConstant, -limit), limit)
        let slew = Self.slewPerFrame * Double(frames)
        correction += min(max(wanted - correction, -slew), slew)
        return correction
    }
}
