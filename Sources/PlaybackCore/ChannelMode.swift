package import AudioCore

/// What of the two channels a room plays.
package enum ChannelMode: String, Hashable, Sendable, CaseIterable {
    case stereo
    /// The mean of both, on both.
    case mono
    /// The left one on both: the left half of a stereo pair of rooms.
    case left
    case right
    case swapped

    package var gain: StereoGain {
        switch self {
        case .stereo: StereoGain(leftToLeft: 1, rightToLeft: 0, leftToRight: 0, rightToRight: 1)
        case .mono: StereoGain(leftToLeft: 0.5, rightToLeft: 0.5, leftToRight: 0.5, rightToRight: 0.5)
        case .left: StereoGain(leftToLeft: 1, rightToLeft: 0, leftToRight: 1, rightToRight: 0)
        case .right: StereoGain(leftToLeft: 0, rightToLeft: 1, leftToRight: 0, rightToRight: 1)
        case .swapped: StereoGain(leftToLeft: 0, rightToLeft: 1, leftToRight: 1, rightToRight: 0)
        }
    }
}
