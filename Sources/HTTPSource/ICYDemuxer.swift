/// Takes a station's metadata out of its stream: after every `interval` bytes of music stands a byte that says how many
/// times 16 bytes of metadata follow (the Shoutcast protocol, "icy-metaint"). Not one of them reaches the decoder.
/// Pure.
struct ICYDemuxer {
    /// What came out of a piece of the stream, in order.
    enum Part: Equatable {
        case music(ArraySlice<UInt8>)
        /// A whole block of metadata, without padding; empty blocks are left out.
        case metadata([UInt8])
    }

    private enum Place {
        case music(left: Int)
        case length
        case metadata(left: Int, soFar: [UInt8])
    }

    private let interval: Int
    private var place: Place

    /// - Parameter interval: positive.
    init(interval: Int) {
        self.interval = interval
        place = .music(left: interval)
    }

    mutating func take(_ bytes: ArraySlice<UInt8>) -> [Part] {
        var rest = bytes
        var parts: [Part] = []
        while let first = rest.first {
            switch place {
            case .music(let left):
                let piece = rest.prefix(left)
                parts.append(.music(piece))
                rest = rest.dropFirst(piece.count)
                place = piece.count == left ? .length : .music(left: left - piece.count)
            case .length:
                rest = rest.dropFirst()
                place = first == 0 ? .music(left: interval) : .metadata(left: Int(first) * 16, soFar: [])
            case .metadata(let left, var soFar):
                let piece = rest.prefix(left)
                soFar += piece
                rest = rest.dropFirst(piece.count)
                if piece.count == left {
                    parts.append(.metadata(Self.unpadded(soFar)))
                    place = .music(left: interval)
                } else {
                    place = .metadata(left: left - piece.count, soFar: soFar)
                }
            }
        }
        return parts
    }

    private static func unpadded(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.prefix { $0 != 0 })
    }

    /// The title in a block such as `StreamTitle='Artist - It's a title';StreamUrl='';`; nil where it holds none. A
    /// title may have quotes and semicolons: it ends before the last `';` that another field or the end follows.
    static func title(in block: [UInt8]) -> [UInt8]? {
        let key = Array("streamtitle='".utf8)
        let lower = block.map { (65...90).contains($0) ? $0 | 32 : $0 }
        guard let start = lower.indices.first(where: { lower[$0...].starts(with: key) }) else { return nil }
        let rest = Array(block[(start + key.count)...])
        let (quote, semicolon) = (UInt8(ascii: "'"), UInt8(ascii: ";"))
        for index in rest.indices where rest[index] == quote {
            let after = rest[(index + 1)...]
            if after.isEmpty || after.first == semicolon && isFieldOrEnd(after.dropFirst()) {
                return Array(rest[..<index])
            }
        }
        return rest
    }

    /// Whether `Name='` or nothing but blanks stands here.
    private static func isFieldOrEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
        let rest = bytes.drop { $0 == UInt8(ascii: " ") }
        guard !rest.isEmpty else { return true }
        let name = rest.prefix { (97...122).contains($0 | 32) }
        return name.count >= 3 && rest.dropFirst(name.count).starts(with: "='".utf8)
    }
}
