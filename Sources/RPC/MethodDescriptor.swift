/// Names one method of one service, as in `tutti.v1.PlayerService/Play`.
package struct MethodDescriptor: Hashable, Sendable, CustomStringConvertible {
    /// With its package: `tutti.v1.PlayerService`.
    package let service: String
    package let method: String

    package init(service: String, method: String) {
        self.service = service
        self.method = method
    }

    /// Splits a full name at its only slash; nil where it is not `service/method` in printable ASCII.
    package init?(fullName: String) {
        let parts = fullName.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x21...0x7E).contains($0) } }) else {
            return nil
        }
        self.init(service: String(decoding: parts[0], as: UTF8.self), method: String(decoding: parts[1], as: UTF8.self))
    }

    package var fullName: String { "\(service)/\(method)" }
    package var description: String { fullName }
}
