import Glibc

/// Joins a station's stream after a reconnection to what came before: stations begin with a burst of the last seconds,
/// part of which has been played already. Where the bytes that came last stand in the burst, it goes on behind them.
/// Pure.
struct StreamSplice {
    /// What is looked for: more than one frame of MP3, so that the same bytes are the same moment.
    static let needleBytes = 2_048
    /// What is looked through at most: more than the burst of common servers, 64 KiB.
    static let searchBytes = 256 << 10

    /// A shorter end of what came before, at the very start of the burst, is believed from here on.
    private static let overlapBytes = 16

    /// What goes on to the decoder.
    struct Passed: Equatable {
        var bytes: ArraySlice<UInt8> = []
        /// It does not follow on what came before.
        var isJoint = false
    }

    private var tail: [UInt8] = []
    /// Bytes since the reconnection while it is searched; nil in steady state.
    private var held: [UInt8]?

    var isSearching: Bool { held != nil }

    /// The connection is a new one.
    mutating func reconnected() {
        if !tail.isEmpty { held = held ?? [] }
    }

    mutating func take(_ bytes: ArraySlice<UInt8>) -> Passed {
        guard var held else {
            remember(bytes)
            return Passed(bytes: bytes)
        }
        held += bytes
        self.held = held
        if tail.count >= Self.needleBytes, let end = Self.end(of: tail.suffix(Self.needleBytes), in: held) {
            return pass(held[end...], isJoint: false)
        }
        return held.count >= Self.searchBytes ? giveUp() : Passed()
    }

    /// The old moment is not in the burst, unless that begins shortly before it: all else of it is new.
    mutating func giveUp() -> Passed {
        guard let held, !held.isEmpty else { return Passed() }
        let longest = min(tail.count, held.count, Self.needleBytes)
        let overlap = stride(from: longest, through: Self.overlapBytes, by: -1).first { count in
            tail.suffix(count).elementsEqual(held.prefix(count))
        }
        return pass(held.dropFirst(overlap ?? 0), isJoint: overlap == nil)
    }

    private mutating func pass(_ bytes: ArraySlice<UInt8>, isJoint: Bool) -> Passed {
        held = nil
        remember(bytes)
        return Passed(bytes: bytes, isJoint: isJoint)
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
