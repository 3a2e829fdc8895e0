/// A message of the protocol as a Swift value: the generated wire structs conform.
package protocol RPCMessage: Sendable {
    /// - Throws: where the bytes are not such a message. Never traps.
    init(decoding bytes: [UInt8]) throws
    func encoded() -> [UInt8]
}
