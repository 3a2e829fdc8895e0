private import CLinux
private import Glibc

/// Facts of this machine.
package enum Machine {
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "room" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "room" : String(decoding: bytes, as: UTF8.self)
    }

    /// Keeps what the process has mapped by now in memory, each page once it has been touched, where the system allows
    /// it: a thread that keeps time must not wait for a disk. What is mapped while it runs may be touched as a whole.
    package static func keepInMemory() { _ = tutti_lock_memory() }

    /// `count` bytes of the kernel's random source.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
