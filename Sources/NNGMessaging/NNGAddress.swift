import CNNG
import RPC

/// Addresses as nng spells them.
enum NNGAddress {
    /// The URLs to try, in turn. nng takes only the first address of a name, and that may be an IPv6 one where the
    /// server listens on IPv4 alone, or the other way round; so a name is tried as the system prefers, then in each
    /// family. `localhost` is 127.0.0.1.
    static func dialURLs(_ endpoint: Endpoint, _ security: TransportSecurity) -> [String] {
        let base = scheme(security)
        let schemes = endpoint.isNumeric || endpoint.isLoopback ? [base] : [base, base + "4", base + "6"]
        return schemes.map { "\($0)://\(numericLocalhost(endpoint))" }
    }

    static func listenURL(_ endpoint: Endpoint, _ security: TransportSecurity) -> String {
        "\(scheme(security))://\(numericLocalhost(endpoint))"
    }

    private static func scheme(_ security: TransportSecurity) -> String {
        switch security.mode {
        case .clear: "tcp"
        }
    }

    static func numericLocalhost(_ endpoint: Endpoint) -> Endpoint {
        endpoint.host.lowercased() == "localhost" ? Endpoint(host: "127.0.0.1", port: endpoint.port) : endpoint
    }

    /// The host at the other end of a pipe, numeric, as `Endpoint` takes it.
    static func host(of pipe: nng_pipe) -> String? {
        var address = nng_sockaddr()
        guard nng_pipe_get_addr(pipe, NNG_OPT_REMADDR, &address) == 0 else { return nil }
        return host(of: address)
    }

    /// Who is at the other end of a pipe: `192.168.1.20:50312`; `unknown` once it is gone.
    static func peer(of pipe: nng_pipe) -> String {
        var address = nng_sockaddr()
        guard nng_pipe_get_addr(pipe, NNG_OPT_REMADDR, &address) == 0 else { return "unknown" }
        guard let host = host(of: address) else { return "local" }
        // The port lies at the same place in both families.
        return "\(Endpoint(host: host, port: UInt16(bigEndian: address.s_in.sa_port)))"
    }

    private static func host(of address: nng_sockaddr) -> String? {
        if address.s_family == NNG_AF_INET.rawValue {
            let value = UInt32(bigEndian: address.s_in.sa_addr)
            return [24, 16, 8, 0].map { String(value >> $0 & 0xFF) }.joined(separator: ".")
        }
        guard address.s_family == NNG_AF_INET6.rawValue else { return nil }
        return v6(withUnsafeBytes(of: address.s_in6.sa_addr) { Array($0) })
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
