/// What a simulated room played, against the truth.
package struct SimTrace: Sendable {
    /// Nanoseconds between two entries of `errors`.
    package static let cell = 100e6

    /// By cell: how much later than wanted the DAC played, in us; not a number in silence.
    package private(set) var errors: [Float] = []
    /// The first sound: when, and its error in us.
    package private(set) var firstSound: (at: TrueTime, error: Double)?
    /// Stretches of silence between sounds, in true time.
    package private(set) var silences: [Range<TrueTime>] = []
    /// The largest error of any sound that was not fading out, in us, and when.
    package private(set) var worst: (at: TrueTime, error: Double) = (0, 0)
    /// The largest change of the resampling step from block to block 2 s after a silence, in ppm.
    package private(set) var largestStepChange = 0.0
    /// The largest rate correction 5 s after a silence, as a fraction.
    package private(set) var largestCorrection = 0.0
    package var resyncs: UInt64 = 0
    package var starvedFrames: UInt64 = 0
    package var xruns = 0
    package var clockSteps = 0
    package var ignoredExchanges = 0
    package var suspectExchanges = 0
    package var requests = 0
    /// The node's own idea of its clock error, one sigma in us, and the true one; by cell.
    package private(set) var claimed: [Float] = []
    package private(set) var clockErrors: [Float] = []

    private var lastStep: Double?
    private var soundSince = 0.0
    private var lastSound: TrueTime?

    package init() {}

    private static func put(_ value: Float, at time: TrueTime, in list: inout [Float]) {
        let index = Int(time / cell)
        while list.count <= index { list.append(.nan) }
        list[index] = value
    }

    package mutating func sound(at time: TrueTime, until end: TrueTime, error: Double, isFadingOut: Bool) {
        Self.put(Float(error * 1e-3), at: time, in: &errors)
        if firstSound == nil { firstSound = (time, error * 1e-3) }
        if let last = lastSound, time - last > 1e6 {
            silences.append(last..<time)
            soundSince = time
        } else if lastSound == nil {
            soundSince = time
        }
        lastSound = end
        if !isFadingOut, abs(error) * 1e-3 > abs(worst.error) { worst = (time, error * 1e-3) }
    }

    package mutating func rate(at time: TrueTime, step: Double, correction: Double) {
        defer { lastStep = step }
        guard time - soundSince > 2e9, let lastSound, time - lastSound < 20e6 else { return }
        if let lastStep { largestStepChange = max(largestStepChange, abs(step - lastStep) * 1e6) }
        if time - soundSince > 5e9 { largestCorrection = max(largestCorrection, abs(correction)) }
    }

    package mutating func clock(at time: TrueTime, error: Double, claimed: Double) {
        Self.put(Float(error * 1e-3), at: time, in: &clockErrors)
        Self.put(Float(claimed * 1e-3), at: time, in: &self.claimed)
    }
}

/// How far apart two rooms were: the p-th shares of |a - b| in us.
package struct SimSpread: Sendable {
    package var p50 = 0.0
    package var p99 = 0.0
    package var largest = 0.0
    package var count = 0

    package init(_ values: [Double]) {
        let sorted = values.map(abs).filter { $0 == $0 }.sorted()
        count = sorted.count
        guard !sorted.isEmpty else { return }
        p50 = sorted[sorted.count / 2]
        p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
        largest = sorted[sorted.count - 1]
    }

    /// Between two rooms, over a part of the time in s.
    package init(_ a: SimTrace, _ b: SimTrace, seconds: Range<Double>) {
        let from = Int(seconds.lowerBound * 1e9 / SimTrace.cell)
        let to = min(Int(seconds.upperBound * 1e9 / SimTrace.cell), a.errors.count, b.errors.count)
        self.init(from < to ? (from..<to).map { Double(a.errors[$0] - b.errors[$0]) } : [])
    }

    /// The worst pair of several rooms.
    package static func worst(of traces: [SimTrace], seconds: Range<Double>) -> SimSpread {
        var worst = SimSpread([])
        for i in traces.indices {
            for j in traces.indices where j > i {
                let spread = SimSpread(traces[i], traces[j], seconds: seconds)
                if spread.p99 >= worst.p99 { worst = spread }
            }
        }
        return worst
    }
}
