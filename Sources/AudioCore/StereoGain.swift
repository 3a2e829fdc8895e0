/// How much of each input channel goes to each output channel: linear factors, 1 is as it came.
package struct StereoGain: Hashable, Sendable, BitwiseCopyable {
    package var leftToLeft: Float
    package var rightToLeft: Float
    package var leftToRight: Float
    package var rightToRight: Float

    package init(leftToLeft: Float, rightToLeft: Float, leftToRight: Float, rightToRight: Float) {
        self.leftToLeft = leftToLeft
        self.rightToLeft = rightToLeft
        self.leftToRight = leftToRight
        self.rightToRight = rightToRight
    }

    package static let silence = StereoGain(leftToLeft: 0, rightToLeft: 0, leftToRight: 0, rightToRight: 0)

    /// What the output channels are multiplied by on top.
    package func scaled(left: Float, right: Float) -> StereoGain {
        StereoGain(
            leftToLeft: leftToLeft * left,
            rightToLeft: rightToLeft * left,
            leftToRight: leftToRight * right,
            rightToRight: rightToRight * right
        )
    }
}
