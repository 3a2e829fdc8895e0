/// A network as bad as wanted. Times in ns.
package struct SimLinkProfile: Sendable {
    package var name: String
    package var base: Double
    /// The mean of an exponential delay on top.
    package var jitter: Double
    /// Probabilities of one packet.
    package var loss = 0.0
    package var duplicates = 0.0
    /// Everything is held for up to `stallLimit`, so often.
    package var stallsPerSecond = 0.0
    package var stallLimit = 0.0
    /// A packet never overtakes another, as in a queue; else each has its own delay.
    package var keepsOrder = true

    package init(name: String, base: Double, jitter: Double) {
        self.name = name
        self.base = base
        self.jitter = jitter
    }

    /// Two processes on one machine.
    package static let loop = SimLinkProfile(name: "loop", base: 20e3, jitter: 5e3)
    /// A switch and two cables.
    package static let lan = SimLinkProfile(name: "lan", base: 150e3, jitter: 60e3)

    package static let wifi = {
        var link = SimLinkProfile(name: "wifi", base: 1.5e6, jitter: 2e6)
        link.loss = 0.003
        link.stallsPerSecond = 0.03
        link.stallLimit = 150e6
        return link
    }()

    package static let awful = {
        var link = SimLinkProfile(name: "awful", base: 4e6, jitter: 8e6)
        link.loss = 0.015
        link.stallsPerSecond = 0.1
        link.stallLimit = 400e6
        return link
    }()
}

/// One direction of a link. Packets must be handed over in order of time.
package struct SimLink: Sendable {
    package let profile: SimLinkProfile
    /// While cut, everything is lost.
    package var cuts: [Range<TrueTime>] = []
    private var random: SimRandom
    private var last = 0.0
    private var stalledUntil = 0.0
    private var nextStall: TrueTime?

    package init(_ profile: SimLinkProfile, seed: UInt64) {
        self.profile = profile
        random = SimRandom(seed: seed)
    }

    package func isCut(at time: TrueTime) -> Bool { cuts.contains { $0.contains(time) } }

    /// When a packet that is sent at `time` arrives, and when its duplicate does; nil is never.
    package mutating func send(at time: TrueTime) -> (first: TrueTime?, second: TrueTime?) {
        if isCut(at: time) || random.happens(profile.loss) { return (nil, nil) }
        let first = arrival(of: time)
        return (first, random.happens(profile.duplicates) ? arrival(of: time) : nil)
    }

    /// When data of a connection that repeats what is lost arrives.
    package mutating func sendReliably(at time: TrueTime) -> TrueTime {
        if let arrival = send(at: time).first { return arrival }
        // The first repetition comes after 200 ms (Linux), and after a cut somewhat later than the network.
        var again = time + 200e6
        for cut in cuts where cut.contains(time) { again = max(again, cut.upperBound + random.uniform() * 200e6) }
        return again + profile.base + random.exponential(mean: profile.jitter)
    }

    private mutating func arrival(of time: TrueTime) -> TrueTime {
        if profile.stallsPerSecond > 0 {
            let mean = 1e9 / profile.stallsPerSecond
            let begin = nextStall ?? time + random.exponential(mean: mean)
            nextStall = begin
            if time >= begin {
                stalledUntil = time + random.uniform() * profile.stallLimit
                nextStall = stalledUntil + random.exponential(mean: mean)
            }
        }
        var at = time + profile.base + random.exponential(mean: profile.jitter)
        at = max(at, stalledUntil)
        guard profile.keepsOrder else { return at }
        last = max(at, last)
        return last
    }
}
