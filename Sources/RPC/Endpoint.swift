/// A TCP or UDP address: a host (a name, an IPv4 literal, or an IPv6 literal without brackets) and a port.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: UInt16

    /// - Precondition: `host` is valid, as literals in the source are; text of users goes through `init(parsing:)`.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT` or `IPV6`.
    /// - Throws: `.invalidArgument` with the reason.
    package init(parsing text: String, defaultPort: UInt16) throws(RPCError) {
        let bytes = Array(text.utf8)
        let colons = bytes.count { $0 == UInt8(ascii: ":") }
        var host = bytes[...]
        var port: ArraySlice<UInt8>?
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else {
                throw Self.invalid(text, "the closing ] is missing")
            }
            host = bytes[1..<end]
            let rest = bytes[(end + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else {
                throw Self.invalid(text, "after ] comes :PORT")
            }
            port = rest.isEmpty ? nil : rest.dropFirst()
            guard IPLiteral.v6(host) != nil else { throw Self.invalid(text, "between [ and ] is no IPv6 address") }
        } else if colons == 1, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            host = bytes[..<colon]
            port = bytes[(colon + 1)...]
        } else if colons > 1, IPLiteral.v6(host) == nil {
            throw Self.invalid(text, "it is no IPv6 address; with a port write [ADDRESS]:PORT")
        }
        guard !host.isEmpty else { throw Self.invalid(text, "the host is missing") }
        guard colons > 1 || host.allSatisfy(Self.isNameCharacter) else {
            throw Self.invalid(text, "a host name has only letters, digits, hyphens, underscores and dots")
        }
        guard host.count <= 253 else { throw Self.invalid(text, "the host name is too long") }
        var number = defaultPort
        if let port {
            guard !port.isEmpty, port.count <= 5, port.allSatisfy(IPLiteral.isDigit),
                let value = UInt16(String(decoding: port, as: UTF8.self)), value > 0
            else { throw Self.invalid(text, "the port is a number from 1 to 65535") }
            number = value
        }
        self.init(host: String(decoding: host, as: UTF8.self), port: number)
    }

    package func with(port: UInt16) -> Endpoint { Endpoint(host: host, port: port) }

    /// Whether what is sent there stays on this machine: 127.0.0.0/8, ::1 and the name `localhost`.
    package var isLoopback: Bool {
        if host.lowercased() == "localhost" { return true }
        if let octets = IPLiteral.v4(host.utf8) { return octets[0] == 127 }
        guard let words = IPLiteral.v6(host.utf8) else { return false }
        let mappedLoopback = words[..<5].allSatisfy { $0 == 0 } && words[5] == 0xFFFF && words[6] >> 8 == 127
        return words == [0, 0, 0, 0, 0, 0, 0, 1] || mappedLoopback
    }

    /// Whether the host is an address literal and not a name.
    package var isNumeric: Bool { IPLiteral.v4(host.utf8) != nil || IPLiteral.v6(host.utf8) != nil }

    /// `host:port`, with brackets around an IPv6 literal.
    package var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }

    private static func invalid(_ text: String, _ reason: String) -> RPCError {
        RPCError(.invalidArgument, "‘\(text)’ is not an address: \(reason)")
    }
}

/// Address literals, read strictly: what is not one is a name.
enum IPLiteral {
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The four octets of `a.b.c.d`, all decimal.
    static func v4(_ text: some Collection<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var octets: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(isDigit), part.count == 1 || part.first != 0x30,
                let octet = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            octets.append(octet)
        }
        return octets
    }

    /// The eight words of an IPv6 address (RFC 4291 section 2.2), without zone.
    static func v6(_ text: some Collection<UInt8>) -> [UInt16]? {
        let all = Array(text)
        let gaps = zip(all, all.dropFirst()).enumerated().filter { $0.element == (0x3A, 0x3A) }.map(\.offset)
        guard let gap = gaps.first else {
            guard let words = groups(all[...]), words.count == 8 else { return nil }
            return words
        }
        guard gaps.count == 1, let head = groups(all[..<gap]), let tail = groups(all[(gap + 2)...]),
            head.count + tail.count < 8
        else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var words: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, let octets = v4(part) {
                words += [UInt16(octets[0]) << 8 | UInt16(octets[1]), UInt16(octets[2]) << 8 | UInt16(octets[3])]
                continue
            }
            guard (1...4).contains(part.count), part.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
                let word = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            else { return nil }
            words.append(word)
        }
        return words
    }
}
