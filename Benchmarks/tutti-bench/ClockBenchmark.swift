import AudioCore
import SyncCore
import TestSupport

/// Estimators of the coordinator's clock over the same exchanges: how far apart would two rooms be by each?
enum ClockBenchmark {
    /// A room's exchanges, and the truth.
    struct Room {
        var clock: SimClock<NodeClock>
        var coordinator: SimClock<CoordinatorClock>
        var exchanges: [(at: TrueTime, exchange: ClockExchange)]
        var end: TrueTime

        /// Errors in us, every 100 ms.
        func errors<Estimator: ClockEstimating>(_ type: Estimator.Type) -> [Double] {
            var estimator = Estimator()
            var next = 0
            return stride(from: 0, to: end, by: 100e6).map { at in
                while next < exchanges.count, exchanges[next].at <= at {
                    estimator.add(exchanges[next].exchange)
                    next += 1
                }
                guard let mapping = estimator.mapping else { return .nan }
                let told = mapping.coordinatorTime(at: clock.reading(at: at))
                return -coordinator.elapsed(since: told, at: at) * 1e-3
            }
        }
    }

    private static let usage = "usage: tutti-bench clock [SECONDS [ROOMS]] | FILE (sent received replied returned, ns)"

    static func run(_ arguments: [String]) -> Bool {
        if let name = arguments.first, Double(name) == nil { return RecordedExchanges.run(name) }
        let seconds = arguments.first.flatMap { Double($0) } ?? 300
        let count = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 16
        guard seconds > 60, count >= 2 else {
            print(usage)
            return false
        }
        print("Pairs of \(count) rooms, \(Int(seconds)) s: difference of their clocks in us as p50 p99 max.")
        print(
            "~ every crystal wanders by 1 ppm within 10 minutes. In brackets: exchanges a second after the first 60 s.\n"
        )
        let ranges = [2.0..<10, 10..<60, 60..<seconds]
        print(Table.head("", ranges))
        for wander in [0.0, 0.5] {
            for link in [SimLinkProfile.loop, .lan, .wifi, .awful] {
                let rooms = rooms(on: link, count: count, seconds: seconds, wander: wander)
                let late = rooms[0].exchanges.filter { $0.at > 60e9 }.count
                let rate = Table.number(Double(late) / (seconds - 60))
                let label = "\(link.name)\(wander > 0 ? "~" : "") (\(rate))"
                report("\(label) best round trip", BestRoundTrip.self, rooms, ranges)
                report("\(label) Kalman", TwoStateKalman.self, rooms, ranges)
                report("\(label) plain hull, 60 s", PlainHull.self, rooms, ranges)
                report("\(label) widest corridor", WidestCorridor.self, rooms, ranges)
            }
        }
        return true
    }

    private static func rooms(on link: SimLinkProfile, count: UInt64, seconds: Double, wander: Double) -> [Room] {
        let broadcast = SimBroadcast.endless(ppm: 12, wanderPpm: wander)
        return (0..<count).map { seed in
            var random = SimRandom(seed: seed &+ 1_000)
            let crystal = SimOscillator(
                ppm: random.uniform(in: -90...90),
                wanderPpm: wander,
                wanderPhase: random.uniform() * 6.28
            )
            let clock = SimClock<NodeClock>(epoch: Int64(random.uniform() * 1e15), oscillator: crystal)
            var plan = SimRoom.Plan(seed: seed, clock: clock, card: SimCard(ppm: 0), link: link)
            plan.hasCard = false
            let room = SimRoom(plan, broadcast: broadcast)
            room.records = true
            room.run(until: seconds * 1e9)
            return Room(
                clock: clock,
                coordinator: broadcast.sessions[0].clock,
                exchanges: room.recorded,
                end: seconds * 1e9
            )
        }
    }

    private static func report<Estimator: ClockEstimating>(
        _ name: String,
        _ type: Estimator.Type,
        _ rooms: [Room],
        _ ranges: [Range<Double>]
    ) {
        let errors = rooms.map { $0.errors(type) }
        let spreads = ranges.map { range in
            var all: [Double] = []
            for first in stride(from: 0, to: errors.count - 1, by: 2) {
                let (a, b) = (errors[first], errors[first + 1])
                for cell in Int(range.lowerBound * 10)..<min(Int(range.upperBound * 10), a.count) {
                    all.append(a[cell] - b[cell])
                }
            }
            return SimSpread(all)
        }
        print(Table.line(name, spreads))
    }
}
