import AudioCore

/// The room's own volume, balance and channels, on the audio thread: multiplies two planes by a matrix that moves
/// towards what is in force, so that no change clicks. Allocates nothing.
struct RoomMixer {
    private var gain = StereoGain.silence
    /// A change of volume takes 20 ms from silence to full: no click, and no wait.
    private static let slew: Float = 1 / 960

    var isSilent: Bool { gain == .silence }

    /// - Parameters:
    ///   - change: the frame from which `after` is in force and not `before`.
    mutating func apply(
        left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>,
        frames: Int,
        before: StereoGain,
        after: StereoGain,
        change: Int
    ) {
        let change = min(max(change, 0), frames)
        run(left, right, 0..<change, towards: before)
        run(left, right, change..<frames, towards: after)
    }

    private mutating func run(
        _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>,
        _ range: Range<Int>,
        towards target: StereoGain
    ) {
        var frame = range.lowerBound
        while frame < range.upperBound, gain != target {
            step(towards: target)
            mix(left + frame, right + frame, 1)
            frame += 1
        }
        mix(left + frame, right + frame, range.upperBound - frame)
    }

    private mutating func step(towards target: StereoGain) {
        func moved(_ value: Float, _ target: Float) -> Float {
            let distance = target - value
            return abs(distance) <= Self.slew ? target : value + (distance < 0 ? -Self.slew : Self.slew)
        }
        gain.leftToLeft = moved(gain.leftToLeft, target.leftToLeft)
        gain.rightToLeft = moved(gain.rightToLeft, target.rightToLeft)
        gain.leftToRight = moved(gain.leftToRight, target.leftToRight)
        gain.rightToRight = moved(gain.rightToRight, target.rightToRight)
    }

    private func mix(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) {
        let (ll, rl, lr, rr) = (gain.leftToLeft, gain.rightToLeft, gain.leftToRight, gain.rightToRight)
        for frame in 0..<count {
            let (l, r) = (left[frame], right[frame])
            left[frame] = l * ll + r * rl
            right[frame] = l * lr + r * rr
        }
    }
}
