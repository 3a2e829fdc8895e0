import AudioCore

/// The head of the last response of a transfer, line by line. Responses before it (redirects, 1xx) are forgotten.
struct ResponseHead: Hashable {
    private(set) var status = 0
    /// True for "ICY 200 OK", which is not HTTP.
    private(set) var isShoutcast = false
    /// Those that are used, by name in lower case; the last of a name counts.
    private var fields: [String: String] = [:]
    private var hasStationFields = false
    /// What a station calls itself, in whatever character set; empty where it does not.
    private(set) var stationName: [UInt8] = []

    private static let used: Set<String> = [
        "transfer-encoding", "content-length", "content-range", "content-type", "etag", "last-modified", "icy-metaint",
        "accept-ranges", "retry-after",
    ]
    /// A length beyond it (256 TiB) is a lie, and counts as none told.
    private static let maximumLength: Int64 = 1 << 48

    enum Line {
        case status
        case field
        /// An empty line.
        case end
    }

    /// Takes one line; a status line begins a new head.
    mutating func take(_ line: some Collection<UInt8>) -> Line {
        let text = StreamText.text(of: Array(line)).trimmed
        if text.hasPrefix("HTTP/") || text.hasPrefix("ICY ") {
            let parts = text.split(separator: " ", omittingEmptySubsequences: true)
            self = Self()
            isShoutcast = text.hasPrefix("ICY ")
            status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            return .status
        }
        if let colon = text.firstIndex(of: ":") {
            let name = text[..<colon].trimmed.lowercased()
            if name.hasPrefix("icy-") { hasStationFields = true }
            if name == "icy-name" {
                stationName = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().filter { $0 >= 32 }
            }
            if Self.used.contains(name) { fields[name] = text[text.index(after: colon)...].trimmed }
        }
        return text.isEmpty ? .end : .field
    }

    /// Bytes of the body as promised; nil where nothing or nonsense is said, or the body comes in chunks.
    var contentLength: Int64? {
        guard fields["transfer-encoding"] == nil else { return nil }
        return fields["content-length"].flatMap { Self.length($0) }
    }

    /// A length that no body has: only the end of the connection tells the end.
    var hasAbsurdLength: Bool { fields["content-length"] != nil && contentLength == nil }

    /// "bytes 5-9/10": where the body begins in the whole, and how long that is.
    var contentRange: (start: Int64?, total: Int64?)? {
        guard let text = fields["content-range"], let space = text.firstIndex(of: " ") else { return nil }
        let parts = text[text.index(after: space)...].split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let start = parts[0].split(separator: "-").first.flatMap { Self.length($0.trimmed) }
        return (start, Self.length(parts[1].trimmed))
    }

    private static func length(_ text: String) -> Int64? {
        Int64(text).flatMap { (0...maximumLength).contains($0) ? $0 : nil }
    }

    /// The media type without parameters, in lower case; empty where none is told.
    var mediaType: String {
        (fields["content-type"] ?? "").prefix { $0 != ";" }.trimmed.lowercased()
    }

    /// What proves that a resource has not changed: a strong entity tag, or else the date of its last change.
    var validator: String? {
        if let tag = fields["etag"], tag.hasPrefix("\"") { return tag }
        return fields["last-modified"]
    }

    /// Whether it says that it sends parts: some answer the question for a part from the first byte on with the whole
    /// all the same. Nil where it says nothing.
    var acceptsParts: Bool? {
        switch fields["accept-ranges"]?.lowercased() {
        case "bytes": true
        case "none": false
        default: nil
        }
    }

    /// How long a busy server wants to be left alone; nil where it does not say, or names a date.
    var retryAfter: Interval? { fields["retry-after"].flatMap { Int64($0) }.map { .seconds(Double(max(0, $0))) } }

    /// Bytes of music between blocks of metadata.
    var metadataInterval: Int? { fields["icy-metaint"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether a radio station answers.
    var isStation: Bool { isShoutcast || hasStationFields }
}

extension StringProtocol {
    /// Without blanks, tabs and line ends on both sides.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
