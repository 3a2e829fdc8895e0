package import AudioCore
private import Glibc

/// True time in a simulation: nanoseconds since it began. A double still resolves 0.02 ns after a day.
package typealias TrueTime = Double

/// A crystal: a constant error of its rate, and one that comes and goes with the temperature.
package struct SimOscillator: Sendable {
    /// How much too fast it runs, as a fraction.
    package var rate: Double
    /// The amplitude of the wander, as a fraction; 0.5e-6 with a period of 20 minutes is 1 ppm within 10 minutes.
    package var wander: Double
    /// In ns.
    package var wanderPeriod: Double
    /// In radians.
    package var wanderPhase: Double

    package init(ppm: Double, wanderPpm: Double = 0, wanderPeriod: Double = 1_200e9, wanderPhase: Double = 0) {
        rate = ppm * 1e-6
        wander = wanderPpm * 1e-6
        self.wanderPeriod = wanderPeriod
        self.wanderPhase = wanderPhase
    }

    /// Nanoseconds by its own count, `time` after it was started.
    package func elapsed(at time: TrueTime) -> Double {
        guard wander != 0 else { return time + rate * time }
        let turn = 2 * Double.pi / wanderPeriod
        return time + rate * time + wander / turn * (cos(wanderPhase) - cos(turn * time + wanderPhase))
    }

    /// How much too fast it runs at `time`.
    package func rate(at time: TrueTime) -> Double {
        wander == 0 ? rate : rate + wander * sin(2 * Double.pi / wanderPeriod * time + wanderPhase)
    }

    /// The inverse of `elapsed`.
    package func time(ofElapsed elapsed: Double) -> TrueTime {
        var time = elapsed / (1 + rate)
        for _ in 0..<(wander == 0 ? 1 : 3) { time -= (self.elapsed(at: time) - elapsed) / (1 + rate(at: time)) }
        return time
    }
}

/// The clock of a machine: any epoch, a crystal, jumps, and halts while the machine sleeps.
package struct SimClock<Domain: ClockDomain>: Sendable {
    package struct Jump: Sendable {
        package var at: TrueTime
        /// In ns.
        package var by: Double

        package init(at: TrueTime, by: Double) {
            self.at = at
            self.by = by
        }
    }

    package var epoch: Int64
    package var oscillator: SimOscillator
    package var jumps: [Jump] = []
    package var halts: [Range<TrueTime>] = []

    package init(epoch: Int64, oscillator: SimOscillator) {
        self.epoch = epoch
        self.oscillator = oscillator
    }

    /// Nanoseconds since the epoch, not rounded.
    package func phase(at time: TrueTime) -> Double {
        var active = time
        for halt in halts where halt.lowerBound < time { active -= min(time, halt.upperBound) - halt.lowerBound }
        var phase = oscillator.elapsed(at: active)
        for jump in jumps where jump.at <= time { phase += jump.by }
        return phase
    }

    package func reading(at time: TrueTime) -> Instant<Domain> {
        Instant(nanoseconds: epoch + Int64(phase(at: time).rounded()))
    }

    /// Nanoseconds from `start` to `time`, to a fraction of one.
    package func elapsed(since start: Instant<Domain>, at time: TrueTime) -> Double {
        phase(at: time) + Double(epoch - start.nanoseconds)
    }

    /// When it shows `instant`; for clocks without jumps and halts.
    package func time(of instant: Instant<Domain>) -> TrueTime {
        oscillator.time(ofElapsed: Double(instant.nanoseconds - epoch))
    }
}
