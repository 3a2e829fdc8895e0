private import Glibc
private import Synchronization

/// An HTTP server of plain sockets on this machine that does what its paths tell it, faults above all. Each connection
/// has a thread and serves one request.
package final class TestServer: Sendable {
    package struct Request: Sendable {
        package var path: String
        /// By name in lower case.
        package var fields: [String: String]
        /// How many requests for this path came before.
        package var earlier: Int

        /// Where the wanted part begins; nil where the whole is wanted.
        package var start: Int64? {
            guard let text = fields["range"], text.hasPrefix("bytes=") else { return nil }
            return text.dropFirst(6).split(separator: "-").first.flatMap { Int64($0) }
        }
    }

    package typealias Handler = @Sendable (Request, Connection) -> Void

    package let port: UInt16
    private let listener: Int32
    private let handlers: Mutex<[String: Handler]>
    private let seen = Mutex<[Request]>([])
    private let open = Mutex<Set<Int32>>([])

    /// - Parameter handlers: by path, the query aside.
    package init(_ handlers: [String: Handler]) throws {
        self.handlers = Mutex(handlers)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw Problem() }
        startThread { [self] in accept() }
    }

    private struct Problem: Error {}

    /// Ends every connection and the server.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in open.withLock({ $0 }) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    package func requests(_ path: String) -> [Request] { seen.withLock { $0.filter { $0.path == path } } }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            if descriptor < 0 { break }
            open.withLock { _ = $0.insert(descriptor) }
            startThread { [self] in
                serve(descriptor)
                open.withLock { _ = $0.remove(descriptor) }
                close(descriptor)
            }
        }
        close(listener)
    }

    private func serve(_ descriptor: Int32) {
        let connection = Connection(descriptor)
        let lines = connection.readHead()
        guard let first = lines.first?.split(separator: " "), first.count > 1 else { return }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        let path = String(first[1].prefix { $0 != "?" })
        let request = seen.withLock { seen in
            let request = Request(path: path, fields: fields, earlier: seen.count { $0.path == path })
            seen.append(request)
            return request
        }
        if let handler = handlers.withLock({ $0[path] }) {
            handler(request, connection)
        } else {
            connection.answer("404 Not Found", [], body: [])
        }
    }

    /// What a handler talks through.
    package struct Connection: Sendable {
        private let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        package func send(_ text: String) { send(Array(text.utf8)) }

        /// - Returns: false where the other side is gone.
        @discardableResult
        package func send(_ bytes: some Collection<UInt8>) -> Bool {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// A whole answer with its length.
        package func answer(_ status: String, _ fields: [String], body: some Collection<UInt8>) {
            head(status, fields + ["Content-Length: \(body.count)"])
            send(body)
        }

        package func head(_ status: String, _ fields: [String]) {
            let lines = fields + ["Connection: close"]
            send("HTTP/1.1 \(status)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
        }

        /// Waits until the other side closes, or the server stops.
        package func hang() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) > 0 {}
        }

        /// Ends the connection as a crash does.
        package func reset() {
            var value = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
        }

        func readHead() -> [Substring] {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8), bytes.count < 65_536,
                recv(descriptor, &byte, 1, 0) == 1
            {
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        }
    }
}

private final class ThreadBody {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}

private func startThread(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(&thread, nil, runBody, Unmanaged.passRetained(ThreadBody(run)).toOpaque())
    pthread_detach(thread)
}
