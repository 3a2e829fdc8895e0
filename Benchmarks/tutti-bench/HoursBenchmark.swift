import Glibc
import TestSupport

/// Two rooms for hours, while every crystal wanders with the temperature: does anything jump, and how far apart do they
/// sound?
enum HoursBenchmark {
    /// What the design allows for two rooms whose machine clocks are off as well: the 99th percentile in us.
    private static let cases: [(link: SimLinkProfile, budget: Double)] = [
        (.loop, 3), (.lan, 10), (.wifi, 40), (.awful, 120),
    ]

    static func run(_ arguments: [String]) -> Bool {
        let hours = arguments.first.map { Double($0) } ?? 12
        let wander = arguments.dropFirst().first.map { Double($0) } ?? 0.5
        guard let hours, let wander, hours >= 0.1, (0...5).contains(wander), arguments.count <= 2 else {
            print("usage: tutti-bench hours [HOURS [PPM]], 0.1 or more; PPM is the amplitude of the crystals' wander")
            return false
        }
        print(
            """
            Two rooms, cards +40 and -35 ppm, machine clocks +30 and -25 ppm, coordinator +7 ppm, each of them wandering by
            +-\(wander) ppm in 20 minutes, \(Table.number(hours)) h: difference in us from the first minute on.

            link        p50     p99     max   budget  resyncs  silences  clock steps  xruns  correction up to
            """
        )
        // All cases run, whatever came of those before.
        return cases.map { run($0.link, hours * 3_600, wander, $0.budget) }.allSatisfy { $0 }
    }

    private static func run(_ link: SimLinkProfile, _ seconds: Double, _ wander: Double, _ budget: Double) -> Bool {
        let traces = SimHouse(rooms: 2, on: link, wanderPpm: wander).run(seconds: seconds)
        let spread = SimSpread.worst(of: traces, seconds: 60..<seconds)
        let faults = [
            traces.reduce(0) { $0 + Int($1.resyncs) }, traces.reduce(0) { $0 + $1.silences.count },
            traces.reduce(0) { $0 + $1.clockSteps }, traces.reduce(0) { $0 + $1.xruns },
        ]
        let correction = traces.map(\.largestCorrection).max() ?? 0
        let isGood = faults.allSatisfy { $0 == 0 } && spread.p99 <= budget && correction <= 500e-6
        let name = link.name + String(repeating: " ", count: max(0, 7 - link.name.count))
        let figures = [spread.p50, spread.p99, spread.largest].map { Table.number($0, width: 8) }.joined()
        let counts = zip(faults, [9, 10, 13, 7]).map { count, width in
            String(repeating: " ", count: max(0, width - "\(count)".count)) + "\(count)"
        }
        print(
            name + figures + Table.number(budget, width: 9) + counts.joined()
                + Table.number(correction * 1e6, width: 14)
                + " ppm" + (isGood ? "" : "  FAIL")
        )
        fflush(nil)
        return isGood
    }
}
