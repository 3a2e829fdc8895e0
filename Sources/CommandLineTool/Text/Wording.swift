import AudioCore
package import WireFormat

/// Text from the coordinator without what a terminal would obey.
func oneLine(_ text: String) -> String { PlainText.oneLine(text) }

/// Times and amounts as people read them.
package enum Wording {
    /// `3:05`, `1:02:03`; a time below zero counts as zero.
    package static func time(milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1_000
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let tail = two(seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    /// The place in the track, with a tilde where it is estimated.
    package static func position(of now: Wire.NowPlaying) -> String {
        (now.positionEstimated ? "~" : "") + time(milliseconds: now.positionMs)
    }

    /// A duration of a track: empty where it is unknown, with a tilde where it is estimated.
    package static func duration(of item: Wire.Item) -> String {
        guard item.durationMs > 0 else { return "" }
        return (item.durationEstimated ? "~" : "") + time(milliseconds: item.durationMs)
    }

    /// With one decimal below 10, else whole: `0.4`, `12`.
    package static func short(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        return abs(value) < 9.95 ? fixed(value, decimals: 1) : fixed(value, decimals: 0)
    }

    /// A length of time in the unit that suits it: `12 us`, `3.4 ms`, `2.1 s`.
    package static func span(nanoseconds: Int64) -> String {
        let value = Double(nanoseconds)
        return switch abs(value) {
        case ..<1_000_000: "\(short(value / 1_000)) us"
        case ..<1_000_000_000: "\(short(value / 1_000_000)) ms"
        default: "\(short(value / 1_000_000_000)) s"
        }
    }

    /// `5 min`, `3 h 20 min`, `2 d 4 h`.
    package static func uptime(milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1_000
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3_600) h \(seconds / 60 % 60) min"
        default: "\(seconds / 86_400) d \(seconds / 3_600 % 24) h"
        }
    }

    /// `950 bytes`, `12 kB`, `1.4 MB`.
    package static func bytes(_ count: Int) -> String {
        switch count {
        case ..<1_000: Wording.count(count, "byte")
        case ..<1_000_000: "\(short(Double(count) / 1_000)) kB"
        default: "\(short(Double(count) / 1_000_000)) MB"
        }
    }

    /// As one word of a shell's command line: in single quotes where it needs some.
    package static func shellWord(_ text: String) -> String {
        let text = oneLine(text)
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_./:@%+,".unicodeScalars.contains(scalar)
        }
        if isPlain, !text.isEmpty { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(number) " + (number == 1 ? singular : plural ?? singular + "s")
    }

    /// Rounded, halves away from zero.
    package static func fixed(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        let scale: Int64 = decimals == 0 ? 1 : decimals == 1 ? 10 : 100
        let scaled = Int64((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard scale > 1 else { return "\(sign)\(scaled)" }
        let fraction = "\(scaled % scale)"
        let zeros = String(repeating: "0", count: max(0, (scale == 10 ? 1 : 2) - fraction.count))
        return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// What a track is called.
package enum TrackName {
    /// Its title, else the name of its file.
    package static func title(of item: Wire.Item) -> String {
        short(item.title.isEmpty ? TrackURI.fileName(item.uri) : item.title)
    }

    /// What nobody would read to its end is cut off.
    private static func short(_ name: String) -> String {
        let start = name.cut(toBytes: mostBytes)
        return oneLine(start.utf8.count < name.utf8.count ? start + "…" : name)
    }

    private static let mostBytes = 300

    /// `Artist - Title`.
    package static func full(of item: Wire.Item) -> String {
        let title = title(of: item)
        return item.artist.isEmpty ? title : "\(short(item.artist)) - \(title)"
    }
}
