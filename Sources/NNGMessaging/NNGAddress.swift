import CNNG
import RPC

/// Addresses as nng spells them.
enum NNGAddress {
    /// `localhost` becomes 127.0.0.1: nng takes the first address of a name, and that may be ::1 where nobody listens.
    static func url(_ endpoint: Endpoint, _ security: TransportSecurity) -> String {
        let scheme =
            switch security.mode {
            case .clear: "tcp"
            }
        let numeric = endpoint.host.lowercased() == "localhost" ? "127.0.0.1" : endpoint.host
        return "\(scheme)://\(Endpoint(host: numeric, port: endpoint.port))"
    }

    /// Who is at the other end of a pipe: `192.168.1.20:50312`; `unknown` once it is gone.
    static func peer(of pipe: nng_pipe) -> String {
        var address = nng_sockaddr()
        guard nng_pipe_get_addr(pipe, NNG_OPT_REMADDR, &address) == 0 else { return "unknown" }
        if address.s_family == NNG_AF_INET.rawValue {
            let value = UInt32(bigEndian: address.s_in.sa_addr)
            let octets = [24, 16, 8, 0].map { String(value >> $0 & 0xFF) }
            return "\(octets.joined(separator: ".")):\(UInt16(bigEndian: address.s_in.sa_port))"
        }
        guard address.s_family == NNG_AF_INET6.rawValue else { return "local" }
        let bytes = withUnsafeBytes(of: address.s_in6.sa_addr) { Array($0) }
        return "[\(v6(bytes))]:\(UInt16(bigEndian: address.s_in6.sa_port))"
    }

    /// The canonical text of RFC 5952: lower case, the longest run of two or more zero words as `::`.
    static func v6(_ bytes: [UInt8]) -> String {
        let words = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        if words.count == 8, words[..<5].allSatisfy({ $0 == 0 }), words[5] == 0xFFFF {
            return "::ffff:" + bytes[12...].map { String($0) }.joined(separator: ".")
        }
        var longest = 0..<0
        var start = 0
        for index in words.indices {
            if words[index] != 0 { start = index + 1 }
            if index + 1 - start > longest.count { longest = start..<(index + 1) }
        }
        let text = words.map { String($0, radix: 16) }
        guard longest.count > 1 else { return text.joined(separator: ":") }
        return text[..<longest.lowerBound].joined(separator: ":") + "::"
            + text[longest.upperBound...].joined(separator: ":")
    }
}
