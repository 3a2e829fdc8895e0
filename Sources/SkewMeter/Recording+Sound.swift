/// When something could be heard, in true nanoseconds.
package struct Sounding: Sendable, Equatable {
    package var startNS: Int64
    package var endNS: Int64
}

/// A place where sound was cut off, or began, without a ramp: a click.
package struct Cut: Sendable, Equatable {
    package var timeNS: Int64
    /// The sample beside the silence; full scale is 1.
    package var level: Double
}

extension Recording {
    private static let framesPerBlock = 4096

    /// The times in which the card gave sound above `threshold` (of full scale), to a frame. Pauses of less than
    /// `gapNS` do not count: a wave crosses zero all the time.
    package func soundings(threshold: Double = 1e-4, gapNS: Int64 = 20_000_000) -> [Sounding] {
        var found: [Sounding] = []
        for segment in self.segments {
            self.forEachFrame(of: segment) { frame, value in
                guard value.magnitude > threshold else { return }
                let time = segment.time(ofFrame: Double(frame))
                if let last = found.last, time - last.endNS < gapNS {
                    found[found.count - 1].endNS = time
                } else {
                    found.append(Sounding(startNS: time, endNS: time))
                }
            }
        }
        return found
    }

    /// Where sound louder than `level` stands next to at least `silenceNS` of exact silence, or to the start or the end
    /// of what the card played: there a ramp was forgotten, or the card ran dry.
    package func cuts(level: Double = 0.02, silenceNS: Int64 = 1_000_000) -> [Cut] {
        var found: [Cut] = []
        for segment in self.segments where segment.frameCount > 0 {
            let silence = max(1, Int(Double(silenceNS) * 1e-9 * segment.hertz))
            var zeros = silence
            var previous = 0.0
            self.forEachFrame(of: segment) { frame, value in
                if value == 0 {
                    zeros += 1
                    if zeros == silence, previous.magnitude > level {
                        found.append(Cut(timeNS: segment.time(ofFrame: Double(frame + 1 - silence)), level: previous))
                    }
                } else {
                    if zeros >= silence, value.magnitude > level {
                        found.append(Cut(timeNS: segment.time(ofFrame: Double(frame)), level: value))
                    }
                    zeros = 0
                    previous = value
                }
            }
            if zeros < silence, previous.magnitude > level, segment.end != .open {
                found.append(Cut(timeNS: segment.endNS, level: previous))
            }
        }
        return found
    }

    private func forEachFrame(of segment: Segment, _ body: (Int, Double) -> Void) {
        for start in stride(from: 0, to: segment.frameCount, by: Self.framesPerBlock) {
            let block = start..<min(start + Self.framesPerBlock, segment.frameCount)
            for (frame, value) in zip(block, self.mono(block, of: segment)) {
                body(frame, value)
            }
        }
    }
}
