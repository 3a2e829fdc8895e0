import SkewMeter

/// A pair of recordings and what was measured.
struct Report {
    var skew: Skew
    var first: Recording
    var second: Recording

    /// Lines for people.
    func text(trace: Bool) -> String {
        var lines: [String] = []
        if trace {
            for window in self.skew.windows {
                let columns = [
                    fixed(window.seconds, 2) + " s", fixed(window.lagUS, 2) + " us", fixed(window.similarity, 4),
                ]
                lines.append(columns.map { String(repeating: " ", count: max(0, 14 - $0.count)) + $0 }.joined())
            }
        }
        let figures = [
            ("p50", self.skew.percentile(0.5)), ("p99", self.skew.percentile(0.99)), ("max", self.skew.percentile(1)),
            ("mean", self.skew.meanUS),
        ].map { name, value in "\(name) \(value.map { fixed($0, 2) + " us" } ?? "-")" }
        lines.append(
            "\(self.skew.reference) / \(self.skew.other): " + figures.joined(separator: "  ")
                + "  (\(self.skew.windows.count) windows, \(self.skew.silent) silent, \(self.skew.alone) alone, "
                + "\(self.skew.unmatched) unmatched; xruns \(self.first.xruns) + \(self.second.xruns))"
        )
        return lines.joined(separator: "\n")
    }

    /// A JSON object.
    func json(trace: Bool) -> String {
        var fields = [
            "\"reference\":\(quoted(self.skew.reference))", "\"other\":\(quoted(self.skew.other))",
            "\"windows\":\(self.skew.windows.count)", "\"silent\":\(self.skew.silent)",
            "\"alone\":\(self.skew.alone)", "\"unmatched\":\(self.skew.unmatched)",
        ]
        let figures = [
            ("p50_us", self.skew.percentile(0.5)), ("p99_us", self.skew.percentile(0.99)),
            ("max_us", self.skew.percentile(1)), ("mean_us", self.skew.meanUS),
            ("deviation_us", self.skew.deviationUS), ("least_similarity", self.skew.leastSimilarity),
        ]
        fields += figures.map { name, value in "\"\(name)\":\(value.map { fixed($0, 4) } ?? "null")" }
        let counts = [
            ("xruns", self.first.xruns, self.second.xruns), ("unplugs", self.first.unplugs, self.second.unplugs),
            ("losses", self.first.losses, self.second.losses), ("openings", self.first.openings, self.second.openings),
            ("cuts", self.first.cuts().count, self.second.cuts().count),
        ]
        fields += counts.map { name, first, second in "\"\(name)\":[\(first),\(second)]" }
        if trace {
            let windows = self.skew.windows.map {
                "[\(fixed($0.seconds, 3)),\(fixed($0.lagUS, 4)),\(fixed($0.similarity, 5))]"
            }
            fields.append("\"trace\":[\(windows.joined(separator: ","))]")
        }
        return "{\(fields.joined(separator: ","))}"
    }
}

/// A number with so many decimals.
private func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let digits = String(scaled % scale)
    let padding = String(repeating: "0", count: decimals - digits.count)
    return "\(value < 0 && scaled > 0 ? "-" : "")\(scaled / scale).\(padding)\(digits)"
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case let control where control.value < 0x20:
            let digits = String(control.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
