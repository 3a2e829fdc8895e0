import Glibc

/// Joins a station's stream after a reconnection to what came before: stations begin with a burst of the last seconds, part
/// of which has been played already. Where the bytes that came last stand in the burst, it goes on behind them. Pure.
struct StreamSplice {
    /// What is looked for: more than one frame of MP3, so that the same bytes are the same moment.
    static let needleBytes = 2_048
    /// What is looked through at most: more than the burst of common servers, 64 KiB.
    static let searchBytes = 256 << 10

    private var tail: [UInt8] = []
    /// Bytes since the reconnection while it is searched; nil in steady state.
    private var held: [UInt8]?

    var isSearching: Bool { held != nil }

    /// The connection is a new one.
    mutating func reconnected() {
        held = tail.count >= Self.needleBytes ? (held ?? []) : nil
    }

    /// - Returns: what goes on to the decoder.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard var held else {
            remember(bytes)
            return bytes
        }
        held += bytes
        if let end = Self.end(of: tail.suffix(Self.needleBytes), in: held) {
            self.held = nil
            let rest = held[end...]
            remember(rest)
            return rest
        }
        self.held = held
        return held.count >= Self.searchBytes ? giveUp() : []
    }

    /// The old moment is not in the burst: all of it is new.
    mutating func giveUp() -> ArraySlice<UInt8> {
        guard let held else { return [] }
        self.held = nil
        remember(held[...])
        return held[...]
    }

    private mutating func remember(_ bytes: ArraySlice<UInt8>) {
        tail += bytes.suffix(Self.needleBytes)
        if tail.count > 4 * Self.needleBytes { tail.removeFirst(tail.count - Self.needleBytes) }
    }

    /// Behind the last place where `needle` stands in `bytes`.
    private static func end(of needle: ArraySlice<UInt8>, in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { (hay) -> Int? in
            needle.withUnsafeBytes { (needle) -> Int? in
                guard let start = hay.baseAddress, let wanted = needle.baseAddress else { return nil }
                var found: Int?
                var offset = 0
                while offset + needle.count <= hay.count {
                    let count = hay.count - needle.count - offset + 1
                    guard let place = memchr(start + offset, Int32(needle[0]), count) else { break }
                    offset = start.distance(to: UnsafeRawPointer(place))
                    if memcmp(start + offset, wanted, needle.count) == 0 { found = offset + needle.count }
                    offset += 1
                }
                return found
            }
        }
    }
}
