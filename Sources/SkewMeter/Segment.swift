/// A stretch in which a card played without a break: frame n of it left the card at exactly `startNS + n / hertz`.
package struct Segment: Sendable, Equatable {
    package enum End: Sendable, Equatable {
        /// The program stopped the card, or it drained.
        case stopped
        /// The card ran dry.
        case xrun
        /// The card was pulled out.
        case unplugged
        /// From here on the recording could not keep up.
        case lost
        /// The journal breaks off: the card plays still, or its program was killed.
        case open
    }

    /// When the first frame left: nanoseconds on the machine's unadjusted monotonic clock, the true time axis.
    package var startNS: Int64
    /// True frames per second.
    package var hertz: Double
    /// Nominal frames per second.
    package var rate: Int
    package var format: SampleFormat
    package var channels: Int
    /// Where its whole frames are in the sound file.
    package var bytes: Range<Int>
    package var end: End

    package var bytesPerFrame: Int { self.format.bytesPerSample * self.channels }
    package var frameCount: Int { self.bytes.count / self.bytesPerFrame }
    /// When the last frame had left.
    package var endNS: Int64 { self.time(ofFrame: Double(self.frameCount)) }

    /// True time at which a frame (or a fraction of one) leaves, to the nanosecond.
    package func time(ofFrame frame: Double) -> Int64 {
        self.startNS + Int64((frame / self.hertz * 1e9).rounded())
    }

    /// The frame, with its fraction, that leaves at a true time; beyond the segment's ends as if it went on.
    package func frame(at timeNS: Int64) -> Double {
        Double(timeNS - self.startNS) * 1e-9 * self.hertz
    }
}
