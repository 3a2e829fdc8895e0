import AudioCore
import SyncCore
import TestSupport

/// Whole rooms: clocks, cards and the cores between them. How far apart do they sound?
enum SyncBenchmark {
    static func run(_ arguments: [String]) -> Bool {
        let seconds = arguments.first.flatMap { Double($0) } ?? 180
        let wander = arguments.dropFirst().first.flatMap { Double($0) } ?? 0
        guard seconds > 60 else {
            print(
                "usage: tutti-bench sync [SECONDS [PPM]], more than 60 s; PPM is the amplitude of the crystals' wander"
            )
            return false
        }
        print(
            "Eight rooms, cards up to +-100 ppm, machine clocks up to +-90 ppm, \(Int(seconds)) s: difference in us as"
        )
        print("p50 p99 max, over the worst pair.\n")
        let ranges = [2.0..<10, 10..<60, 60..<seconds]
        print(Table.head("", ranges))
        let cases: [(SimLinkProfile, Int64)] = [
            (.loop, 1), (.loop, 48), (.loop, 480), (.lan, 1), (.wifi, 1), (.awful, 1),
        ]
        for (link, granularity) in cases {
            var house = SimHouse(rooms: 8, on: link, wanderPpm: wander)
            for index in house.rooms.indices { house.rooms[index].card.granularity = granularity }
            let traces = house.run(seconds: seconds)
            let name = granularity == 1 ? link.name : "\(link.name), pointers of \(granularity)"
            print(Table.line(name, ranges.map { SimSpread.worst(of: traces, seconds: $0) }))
            let change = traces.map(\.largestStepChange).max() ?? 0
            let correction = traces.map(\.largestCorrection).max() ?? 0
            let silences = traces.reduce(0) { $0 + $1.silences.count }
            let resyncs = traces.reduce(0) { $0 + $1.resyncs }
            print(
                "    rate: changes up to \(Table.number(change)) ppm, corrections up to "
                    + "\(Table.number(correction * 1e6)) ppm; resyncs \(resyncs), silences \(silences)"
            )
        }
        return true
    }
}
