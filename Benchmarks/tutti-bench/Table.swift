import TestSupport

/// Lines of a table in plain text.
enum Table {
    static func number(_ value: Double, width: Int = 0) -> String {
        let rounded = (value * 10).rounded() / 10
        let text = rounded.isFinite && abs(rounded) < 1e15 ? String(rounded) : "-"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    static func head(_ name: String, _ ranges: [Range<Double>]) -> String {
        ranges.reduce(padded(name)) { line, range in
            let title = "\(Int(range.lowerBound)) to \(Int(range.upperBound)) s"
            return line + " | " + String(repeating: " ", count: max(0, 24 - title.count)) + title
        }
    }

    static func line(_ name: String, _ spreads: [SimSpread]) -> String {
        spreads.reduce(padded(name)) { line, spread in
            line + " | " + [spread.p50, spread.p99, spread.largest].map { number($0, width: 8) }.joined()
        }
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 34 - name.count))
    }
}
