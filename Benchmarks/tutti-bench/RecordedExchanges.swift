import AudioCore
import Glibc
import SyncCore
import TestSupport

/// The comparison over exchanges that were recorded: lines of sent, received, replied and returned in ns. The truth is
/// not known, so each estimator is compared with the straight line that fits the whole recording: only for steady
/// crystals.
enum RecordedExchanges {
    static func run(_ name: String) -> Bool {
        guard let exchanges = read(name), exchanges.count > 100 else {
            print("tutti-bench: cannot read exchanges from \(name): give lines of four times in ns, 100 or more")
            return false
        }
        var reference = LinearFit()
        for exchange in exchanges { reference.add(exchange) }
        print("\(exchanges.count) exchanges; difference to the line through the whole recording in us\n")
        let seconds = (exchanges[exchanges.count - 1].returned - exchanges[0].sent).seconds
        let ranges = [2.0..<10, 10..<60, 60..<max(61, seconds)]
        print(Table.head("", ranges))
        report("best round trip", BestRoundTrip.self, exchanges, reference, ranges)
        report("Kalman", TwoStateKalman.self, exchanges, reference, ranges)
        report("plain hull, 60 s", PlainHull.self, exchanges, reference, ranges)
        report("widest corridor", WidestCorridor.self, exchanges, reference, ranges)
        return true
    }

    private static func report<Estimator: ClockEstimating>(
        _ name: String,
        _ type: Estimator.Type,
        _ exchanges: [ClockExchange],
        _ reference: LinearFit,
        _ ranges: [Range<Double>]
    ) {
        var estimator = Estimator()
        var differences: [(at: Double, us: Double)] = []
        for exchange in exchanges {
            estimator.add(exchange)
            guard let mapping = estimator.mapping, let line = reference.mapping else { continue }
            let told = mapping.coordinatorTime(at: exchange.returned)
            let wanted = line.coordinatorTime(at: exchange.returned)
            differences.append(((exchange.returned - exchanges[0].sent).seconds, (told - wanted).microseconds))
        }
        print(
            Table.line(name, ranges.map { range in SimSpread(differences.filter { range.contains($0.at) }.map(\.us)) })
        )
    }

    private static func read(_ name: String) -> [ClockExchange]? {
        guard let file = fopen(name, "r") else { return nil }
        defer { fclose(file) }
        var exchanges: [ClockExchange] = []
        var buffer = [CChar](repeating: 0, count: 512)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let times = line.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
            guard times.count == 4 else { continue }
            exchanges.append(
                ClockExchange(
                    sent: Instant(nanoseconds: times[0]),
                    received: Instant(nanoseconds: times[1]),
                    replied: Instant(nanoseconds: times[2]),
                    returned: Instant(nanoseconds: times[3])
                )
            )
        }
        return exchanges
    }

    /// The plain hulls of everything.
    private struct LinearFit {
        private var core = PlainHull(window: .infinity)

        mutating func add(_ exchange: ClockExchange) { core.add(exchange) }

        var mapping: ClockMapping? { core.mapping }
    }
}
