/// What both sides tell each other of the protocol as a whole.
package enum WireProtocol {
    /// The `protocol_version` of registration and status. It rises when an older peer could not follow.
    package static let version: UInt32 = 1
}
