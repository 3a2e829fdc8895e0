/// The values of Protos/: one nested type for each message and enum, one nested namespace of methods for each service.
/// They are plain values: what they hold is not validated beyond its type and its text being UTF-8.
package enum Wire {}

/// A protobuf message as a value.
package protocol WireMessage: Hashable, Sendable {
    /// The full protobuf name, for messages to people.
    static var wireName: String { get }
    /// The protobuf encoding. Text on the wire has no NUL: one in a field is sent as U+FFFD.
    func encoded() -> [UInt8]
    /// Reads the protobuf encoding. Unknown fields are skipped, unknown enum values become `.unspecified`.
    /// - Throws: `malformed` where the bytes are not this message, `invalidText` where a text field is not UTF-8 or
    ///   holds a NUL, `tooLarge` where the message would need more than 64 MiB.
    init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError)
}

extension WireMessage {
    /// Reads the protobuf encoding; see `init(decoding:)` of raw bytes.
    package init(decoding bytes: [UInt8]) throws(WireFormatError) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(WireFormatError) in
            try Self(decoding: UnsafeRawBufferPointer(buffer))
        }
    }
}

/// One unary method: its name on the wire and what it takes and gives.
package struct WireMethod<Request: WireMessage, Response: WireMessage>: Hashable, Sendable {
    /// "package.Service/Method", as in gRPC's paths.
    package let name: String

    package init(name: String) { self.name = name }
}
