/// How large the parts of a message may be. What is larger is refused by the sender and by the receiver.
package enum EnvelopeLimits {
    /// A whole request or response, in bytes.
    package static let message = 1 << 20
    package static let methodName = 255
    package static let metadataEntries = 32
    package static let metadataKey = 64
    /// One value.
    package static let metadataValue = 4_096
    /// A response's text; longer ones are cut.
    package static let statusMessage = 4_096
}

/// The version of the envelopes' format that this code writes. It rises only when an older peer could not make sense
/// of a message any more; what can be added with metadata or in protobuf needs no new version.
package enum EnvelopeVersion {
    package static let current: UInt8 = 1
}

/// Why bytes are not an envelope.
enum EnvelopeFault: Error, Hashable {
    /// Not of this protocol at all.
    case foreign
    /// Of this protocol, in a version that this code does not read.
    case version(UInt8)
    /// Of this version, and damaged: which part.
    case damaged(String)
}

extension RPCError {
    /// - Parameter speaker: who speaks another version than this program.
    static func otherVersion(_ version: UInt8, of speaker: String) -> RPCError {
        RPCError(
            .unimplemented,
            """
            the \(speaker) speaks version \(version) of the control protocol and this program version \
            \(EnvelopeVersion.current): update the older of the two
            """
        )
    }
}

/// The two kinds of envelope share their layout: a fixed head of 20 bytes, a text (method name or status message),
/// metadata, payload. Documentation/control-protocol.md shows every byte.
struct EnvelopeLayout {
    static let requestMagic: [UInt8] = Array("TUTQ".utf8)
    static let responseMagic: [UInt8] = Array("TUTR".utf8)
    static let headSize = 20

    var magic: [UInt8]
    /// A request's timeout in ms, a response's status.
    var word: UInt32
    var text: [UInt8]
    var metadata: Metadata
    var payload: [UInt8]

    func encoded() -> [UInt8] {
        let metadataSize = metadata.entries.reduce(0) { $0 + 3 + $1.key.utf8.count + $1.value.count }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headSize + text.count + metadataSize + payload.count)
        bytes += magic
        bytes.append(EnvelopeVersion.current)
        bytes.append(0)  // flags: none yet
        bytes.appendLittleEndian(UInt16(truncatingIfNeeded: text.count))
        bytes.appendLittleEndian(word)
        bytes.appendLittleEndian(UInt16(truncatingIfNeeded: metadata.entries.count))
        bytes.appendLittleEndian(UInt16(0))  // reserved
        bytes.appendLittleEndian(UInt32(truncatingIfNeeded: payload.count))
        bytes += text
        for entry in metadata.entries {
            bytes.append(UInt8(truncatingIfNeeded: entry.key.utf8.count))
            bytes.appendLittleEndian(UInt16(truncatingIfNeeded: entry.value.count))
            bytes += entry.key.utf8
            bytes += entry.value
        }
        bytes += payload
        return bytes
    }

    /// Flags and the reserved field are ignored: a later minor change may use them.
    init(decoding bytes: [UInt8], magic: [UInt8], readsAnyVersion: Bool = false) throws(EnvelopeFault) {
        var cursor = ByteCursor(bytes)
        guard let head = cursor.bytes(4), head.elementsEqual(magic), let version = cursor.integer(UInt8.self) else {
            throw .foreign
        }
        guard bytes.count <= EnvelopeLimits.message else { throw .damaged("longer than 1 MiB") }
        guard version == EnvelopeVersion.current || readsAnyVersion else { throw .version(version) }
        guard
            cursor.integer(UInt8.self) != nil,
            let textSize = cursor.integer(UInt16.self),
            let word = cursor.integer(UInt32.self),
            let metadataCount = cursor.integer(UInt16.self),
            cursor.integer(UInt16.self) != nil,
            let payloadSize = cursor.integer(UInt32.self)
        else { throw .damaged("head cut short") }
        guard let text = cursor.bytes(Int(textSize)) else { throw .damaged("text cut short") }
        self.magic = magic
        self.word = word
        self.text = Array(text)
        if version == EnvelopeVersion.current {
            self.metadata = try Self.metadata(count: Int(metadataCount), from: &cursor)
            guard cursor.remaining == Int(payloadSize), let payload = cursor.bytes(Int(payloadSize)) else {
                throw .damaged("payload of another length than stated")
            }
            self.payload = Array(payload)
        } else {
            self.metadata = Metadata()
            self.payload = []
        }
    }

    init(magic: [UInt8], word: UInt32, text: [UInt8], metadata: Metadata, payload: [UInt8]) {
        self.magic = magic
        self.word = word
        self.text = text
        self.metadata = metadata
        self.payload = payload
    }

    private static func metadata(count: Int, from cursor: inout ByteCursor) throws(EnvelopeFault) -> Metadata {
        guard count <= EnvelopeLimits.metadataEntries else { throw .damaged("too much metadata") }
        var metadata = Metadata()
        for _ in 0..<count {
            guard
                let keySize = cursor.integer(UInt8.self),
                let valueSize = cursor.integer(UInt16.self),
                let key = cursor.bytes(Int(keySize)),
                let value = cursor.bytes(Int(valueSize))
            else { throw .damaged("metadata cut short") }
            guard Metadata.isValidKey(key), value.count <= EnvelopeLimits.metadataValue else {
                throw .damaged("metadata not valid")
            }
            metadata.append(String(decoding: key, as: UTF8.self), Array(value))
        }
        return metadata
    }

    static func check(_ metadata: Metadata) throws(RPCError) {
        guard metadata.entries.count <= EnvelopeLimits.metadataEntries else {
            throw RPCError(
                .invalidArgument,
                "a message carries at most \(EnvelopeLimits.metadataEntries) metadata values"
            )
        }
        for entry in metadata.entries {
            guard Metadata.isValidKey(entry.key.utf8) else {
                throw RPCError(.invalidArgument, "‘\(entry.key)’ is not a metadata key: use 1 to 64 of a-z 0-9 - _ .")
            }
            guard entry.value.count <= EnvelopeLimits.metadataValue else {
                throw RPCError(.invalidArgument, "the metadata value of ‘\(entry.key)’ is longer than 4096 bytes")
            }
        }
    }
}
