import AudioCore

/// Frames through sonic with an account of them: after any number of input frames the output is `rate` times shorter,
/// and output frame n is the input at n * rate, both within `SonicStream`'s step of a pitch period or two.
///
/// sonic rounds each step of it down to whole frames, which would add up to seconds in an hour. So its speed is
/// steered: what it is ahead or behind is made good within `settling`. `Documentation/rate-and-loudness.md` has the
/// equations. Several tracks may go through one line, one after the other, so that nothing is heard of the joint.
final class StretchLine {
    let ratePermille: Int
    /// Frames that have gone in, and frames that have come out.
    private(set) var taken: Int64 = 0
    private(set) var given: Int64 = 0
    /// True once silence has been put behind the input: nothing can follow it any more.
    private(set) var isPadded = false

    private let sonic: SonicStream
    private let rate: Double
    /// Frames of its input that sonic keeps back on average, because it looks two of the longest periods (of 65 Hz:
    /// 1,476 frames) ahead: measured.
    private static let held = 1_150.0
    /// In this time an error of position is made good: frames of input.
    private static let settling = 48_000.0
    /// The most by which the speed is changed to steer, of the speed, and of its distance from 1.
    private static let mostOfRate = 0.05
    private static let mostOfDistance = 0.25

    /// - Precondition: a rate that `TempoStretcher` takes, and not 1,000.
    init(ratePermille: Int) throws(AudioError) {
        self.ratePermille = ratePermille
        rate = Double(ratePermille) / 1_000
        sonic = try SonicStream()
        sonic.setSpeed(rate)
    }

    /// The frames that `inputs` frames become, rounded to the nearest.
    static func outputs(of inputs: Int64, ratePermille: Int) -> Int64 {
        let rate = Int64(ratePermille)
        return (inputs * 1_000 + rate / 2) / rate
    }

    /// Frames that may come out of what has gone in.
    var due: Int64 { Self.outputs(of: taken, ratePermille: ratePermille) }

    /// Takes all of `input`, interleaved stereo.
    func take(_ input: UnsafeBufferPointer<Float>) throws(AudioError) {
        steer()
        try sonic.write(input)
        taken += Int64(input.count / StreamFormat.channels)
    }

    /// Puts silence behind the input, so that the last of it comes out.
    func pad() throws(AudioError) {
        isPadded = true
        sonic.setSpeed(rate)
        try sonic.writeSilence(frames: 2_048)
    }

    /// - Returns: frames put into `output`; 0 where more input is needed.
    func give(into output: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = sonic.read(into: output)
        given += Int64(count)
        return count
    }

    private func steer() {
        let reached = Double(taken) - Self.held
        guard reached > 0 else { return }
        let ahead = reached - Double(given + Int64(sonic.available)) * rate
        let most = min(Self.mostOfRate * rate, Self.mostOfDistance * abs(rate - 1))
        sonic.setSpeed(rate + max(-most, min(most, -rate * ahead / Self.settling)))
    }
}
