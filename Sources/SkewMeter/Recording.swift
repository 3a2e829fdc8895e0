/// What left one virtual card, placed on the true time axis.
package struct Recording: Sendable, CustomStringConvertible {
    package let name: String
    /// In the order of time; those without a frame are here as well.
    package let segments: [Segment]
    /// How often the card was opened.
    package let openings: Int
    private let sound: [UInt8]

    /// A recording from the bytes of its two files. The sound may still be growing.
    /// - Throws: `malformedJournal`.
    package init(name: String, journal: [UInt8], sound: [UInt8]) throws(SkewMeterError) {
        let journal = try Journal(name: name, text: journal, soundByteCount: sound.count)
        self.name = name
        self.segments = journal.segments
        self.openings = journal.openings
        self.sound = sound
    }

    /// Without the sound.
    package var description: String { "\(name): \(segments.count) segments, \(xruns) xruns, \(sound.count) bytes" }

    package var xruns: Int { self.count(of: .xrun) }
    package var unplugs: Int { self.count(of: .unplugged) }
    package var losses: Int { self.count(of: .lost) }

    private func count(of end: Segment.End) -> Int {
        self.segments.count { $0.end == end }
    }

    /// From the first frame that left to the last, in true nanoseconds; nil if nothing did.
    package var span: Range<Int64>? {
        let played = self.segments.filter { $0.frameCount > 0 }
        guard let start = played.map(\.startNS).min(), let end = played.map(\.endNS).max(), start < end else {
            return nil
        }
        return start..<end
    }

    /// The segment that plays at a true time.
    package func segment(at timeNS: Int64) -> Segment? {
        self.segments.last { $0.startNS <= timeNS && timeNS < $0.endNS }
    }

    /// Frames of a segment as one channel, the mean of all; zeros beyond its ends.
    package func mono(_ frames: Range<Int>, of segment: Segment) -> [Double] {
        var samples = [Double](repeating: 0, count: frames.count)
        let inside = frames.clamped(to: 0..<segment.frameCount)
        let scale = 1 / Double(segment.channels)
        let sampleBytes = segment.format.bytesPerSample
        var offset = segment.bytes.lowerBound + inside.lowerBound * segment.bytesPerFrame
        for frame in inside {
            var sum = 0.0
            for _ in 0..<segment.channels {
                sum += segment.format.sample(in: self.sound, at: offset)
                offset += sampleBytes
            }
            samples[frame - frames.lowerBound] = sum * scale
        }
        return samples
    }
}
