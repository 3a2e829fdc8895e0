/// Measures how far apart in time recordings of the same sound were.
///
/// For windows of the true time axis the second recording is sampled at the instants of the first one's frames, so that
/// different rates and crystals cost nothing; then the lag is estimated. Each window stands for itself. Errors are
/// below 0.1 us for sound with some content between 200 Hz and 8 kHz.
package struct SkewMeter {
    /// All in seconds.
    package struct Options: Sendable, Equatable {
        package var window = 0.2
        package var step = 0.25
        /// Not measured after the moment from which both recordings exist: rooms need a while to find together.
        package var skip = 0.0
        /// Not measured before the first of them ends: rooms do not stop together.
        package var tail = 0.5
        /// Sounds farther apart are not the same.
        package var greatestLag = 0.3

        package init() {}
    }

    package var options: Options
    private var interpolators: [Double: Interpolator] = [:]
    private var estimators: [Int: LagEstimator] = [:]
    private var searches: [Int: WideSearch] = [:]

    /// Below this level (-80 dB of full scale) nothing can be heard.
    private static let silence = 1e-4
    /// Below this the sounds are not the same.
    private static let leastSimilarity = 0.5
    /// Two rooms that play the same are at least so much alike. With less one looks at all lags, each judged alike:
    /// music resembles itself a period or a beat later.
    private static let usualSimilarity = 0.99
    /// A window is moved to where the sound is when that is farther away than so many frames.
    private static let alignedFrames = 4

    package init(options: Options = Options()) {
        self.options = options
    }

    /// - Throws: `nothingInCommon` when no window fits into the time that both recordings share.
    package mutating func compare(_ reference: Recording, with other: Recording) throws(SkewMeterError) -> Skew {
        guard let first = reference.span, let second = other.span else {
            let name = reference.span == nil ? reference.name : other.name
            throw SkewMeterError(
                .nothingInCommon,
                "comparing \(reference.name) with \(other.name): \(name) has no sound; record anew"
            )
        }
        let origin = max(first.lowerBound, second.lowerBound)
        let end = min(first.upperBound, second.upperBound)
        let last = Double(end - origin) * 1e-9 - self.options.tail - self.options.window
        guard last >= self.options.skip else {
            throw SkewMeterError(
                .nothingInCommon,
                "comparing \(reference.name) with \(other.name): they share \(max(0, end - origin) / 1_000_000) ms, too "
                    + "little after what is skipped; record longer or skip less"
            )
        }
        var skew = Skew(reference: reference.name, other: other.name)
        for number in 0...Int((last - self.options.skip) / self.options.step) {
            let seconds = self.options.skip + Double(number) * self.options.step
            self.measure(reference, other, at: origin + Int64(seconds * 1e9), seconds: seconds, into: &skew)
        }
        return skew
    }

    private mutating func measure(
        _ reference: Recording,
        _ other: Recording,
        at timeNS: Int64,
        seconds: Double,
        into skew: inout Skew
    ) {
        let firstView = reference.segment(at: timeNS).map { View(recording: reference, segment: $0) }
        let secondView = other.segment(at: timeNS).map { View(recording: other, segment: $0) }
        // The grid: frames of the reference; when it stands still, those of the other tell whether that one is alone.
        guard let grid = (firstView ?? secondView).map({ Grid(at: timeNS, seconds: self.options.window, of: $0) })
        else {
            skew.silent += 1
            return
        }
        let first = firstView.map { $0.segment.covers(grid) ? self.samples(of: $0, on: grid) : [] } ?? []
        let second = secondView.map { $0.segment.covers(grid) ? self.samples(of: $0, on: grid) : [] } ?? []
        switch (first.level >= Self.silence, second.level >= Self.silence) {
        case (false, false): skew.silent += 1
        case (true, false), (false, true): skew.alone += 1
        case (true, true):
            guard let secondView, let lag = self.lag(of: secondView, second, behind: first, on: grid) else {
                skew.unmatched += 1
                return
            }
            let lagUS = lag.frames / grid.hertz * 1e6
            skew.windows.append(Skew.Window(seconds: seconds, lagUS: lagUS, similarity: lag.similarity))
        }
    }

    /// The lag of a view, of which `samples` are on the grid already; nil if its sound is not the same.
    private mutating func lag(of view: View, _ samples: [Double], behind first: [Double], on grid: Grid) -> Lag? {
        let estimator = self.estimators[grid.count] ?? LagEstimator(count: grid.count, hertz: grid.hertz)
        self.estimators[grid.count] = estimator
        var position = 0
        var lag = estimator.lag(of: samples, behind: first)
        if lag.similarity < Self.usualSimilarity || lag.isAtTheEdge {
            position = self.search(for: first, in: view, on: grid)
            lag = estimator.lag(of: self.samples(of: view, on: grid.shifted(by: position)), behind: first)
        }
        // To where the sound is: its window is then the same as the reference's, to a few frames.
        let rest = Int(lag.frames.rounded())
        if rest.magnitude > Self.alignedFrames {
            position += rest
            lag = estimator.lag(of: self.samples(of: view, on: grid.shifted(by: position)), behind: first)
        }
        lag.frames += Double(position)
        let isNear = lag.frames.magnitude <= self.options.greatestLag * grid.hertz
        return isNear && lag.similarity >= Self.leastSimilarity ? lag : nil
    }

    /// The whole lag, of all that are allowed, at which a view is most like `first`.
    private mutating func search(for first: [Double], in view: View, on grid: Grid) -> Int {
        let reach = Int(self.options.greatestLag * grid.hertz)
        let search = self.searches[grid.count] ?? WideSearch(count: grid.count, reach: reach)
        self.searches[grid.count] = search
        var wide = grid.shifted(by: -reach)
        wide.count += 2 * reach
        return search.lag(of: self.samples(of: view, on: wide), behind: first)
    }

    /// Samples of a view at the instants of a grid; zeros beyond the view's ends.
    private mutating func samples(of view: View, on grid: Grid) -> [Double] {
        let start = view.segment.frame(ofGrid: grid)
        let step = view.segment.hertz / grid.hertz
        if view.segment == grid.segment {
            let frame = Int(start.rounded())
            return view.recording.mono(frame..<frame + grid.count, of: view.segment)
        }
        // A crystal's own error is no reason to filter.
        let slowness = step < 1.01 ? 1 : (step * 1000).rounded() / 1000
        let interpolator = self.interpolators[slowness] ?? Interpolator(slowness: slowness)
        self.interpolators[slowness] = interpolator
        let first = Int(start.rounded(.down)) - interpolator.reach
        let last = Int((start + step * Double(grid.count)).rounded(.up)) + interpolator.reach
        return interpolator.samples(
            of: view.recording.mono(first..<last + 1, of: view.segment),
            from: start - Double(first),
            step: step,
            count: grid.count
        )
    }
}

/// A segment of a recording.
private struct View {
    var recording: Recording
    var segment: Segment
}

/// Instants on the true time axis: `count` frames of a segment, from frame `first` on.
private struct Grid {
    var segment: Segment
    var first: Int
    var count: Int

    var hertz: Double { self.segment.hertz }

    init(at timeNS: Int64, seconds: Double, of view: View) {
        self.segment = view.segment
        self.first = Int(view.segment.frame(at: timeNS).rounded(.up))
        self.count = Int((seconds * Double(view.segment.rate)).rounded())
    }

    func shifted(by frames: Int) -> Grid {
        var grid = self
        grid.first += frames
        return grid
    }
}

extension Segment {
    /// The frame, with its fraction, that leaves at the grid's first instant: without a detour over whole nanoseconds.
    fileprivate func frame(ofGrid grid: Grid) -> Double {
        let seconds = Double(grid.segment.startNS - self.startNS) * 1e-9 + Double(grid.first) / grid.hertz
        return seconds * self.hertz
    }

    /// Whether it played all the time of a grid.
    fileprivate func covers(_ grid: Grid) -> Bool {
        let inside = 0...Double(self.frameCount)
        let start = self.frame(ofGrid: grid)
        return inside.contains(start) && inside.contains(start + Double(grid.count) * self.hertz / grid.hertz)
    }
}
