import Glibc
package import RPC

/// Looks at a server of calls with sockets of its own and nothing of nng, so that a fault of nng's can be told from one
/// of the server or the network.
package enum NNGLook {
    /// The first 8 bytes of a connection to an nng REP socket: "Scalability Protocols", TCP mapping 1.0, protocol 0x31.
    private static let greeting: [UInt8] = [0, 0x53, 0x50, 0, 0, 0x31, 0, 0]

    /// Connects, waits for the greeting and closes. Blocks the calling thread while a name is resolved, then for
    /// `timeout` at most for each of its families.
    package static func reachability(of endpoint: Endpoint, timeout: Duration) -> Reachability {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(NNGAddress.numericLocalhost(endpoint).host, String(endpoint.port), &hints, &list)
        guard code == 0 else { return .unresolved(reason(code)) }
        defer { freeaddrinfo(list) }
        // As nng does: the first address of a family, and no other.
        var families: [Int32] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            guard let address = entry?.pointee, !families.contains(address.ai_family) else { continue }
            families.append(address.ai_family)
            if greets(address, within: timeout) { return .greets }
        }
        return .silent
    }

    private static func reason(_ code: Int32) -> String {
        code == EAI_SYSTEM ? String(cString: strerror(errno)) : String(cString: gai_strerror(code))
    }

    private static func greets(_ address: addrinfo, within timeout: Duration) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + timeout
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 || errno == EINPROGRESS,
            wait(for: POLLOUT, descriptor, until: deadline)
        else { return false }
        var heard: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: greeting.count)
        // A connection that was refused fails here.
        while heard.count < greeting.count, wait(for: POLLIN, descriptor, until: deadline) {
            let count = recv(descriptor, &buffer, greeting.count - heard.count, 0)
            guard count > 0 else { return false }
            heard += buffer[..<count]
        }
        return heard == greeting
    }

    private static func wait(for event: Int32, _ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            let rest = max(deadline - .now, .zero)
            let ready = poll(&waiting, 1, Int32(clamping: rest.wholeMilliseconds))
            if ready < 0, errno == EINTR { continue }
            return ready > 0
        }
    }
}
