import AudioCore
import Glibc
import LinuxSystem
import Testing
import WireFormat

/// A UDP socket on a port that the system chooses.
final class LoopbackSocket {
    let descriptor: Int32
    let port: UInt16
    private var sender = sockaddr_in()

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(code == 0)
    }

    deinit { close(descriptor) }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Waits for minutes where need be: so long may a whole test run keep what answers waiting for its turn.
    func receive() throws -> [UInt8] {
        try #require(Poll.wait(for: [descriptor], timeout: .seconds(600)) == 1)
        var bytes = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutablePointer(to: &sender) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                recvfrom(descriptor, &bytes, bytes.count, 0, pointer, &length)
            }
        }
        return Array(bytes.prefix(max(0, count)))
    }

    /// To whom the last packet came from.
    func answer(_ bytes: [UInt8]) { send(bytes, to: sender) }

    func send(_ bytes: [UInt8], to port: UInt16) { send(bytes, to: Self.loopback(port)) }

    private func send(_ bytes: [UInt8], to address: sockaddr_in) {
        var address = address
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                sendto(descriptor, bytes, bytes.count, 0, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// A packet of the clock channel as bytes.
func packet(_ encode: (UnsafeMutableRawBufferPointer) -> Void) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: ClockPacket.size)
    bytes.withUnsafeMutableBytes { encode($0) }
    return bytes
}
