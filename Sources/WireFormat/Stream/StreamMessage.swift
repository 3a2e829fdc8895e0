/// One message of a zone's stream: what the coordinator publishes to the rooms. Documentation/wire-protocol.md gives
/// every byte.
package enum StreamMessage: Hashable, Sendable {
    case audio(AudioBatch)
    /// Not validated yet: see `AudioCore.Timeline.init(_:)`.
    case timeline(Wire.Timeline)
    /// Of one room, named in it.
    case settings(Wire.RoomSettings)

    /// Every message begins with these bytes, so they serve as a subscription's prefix too.
    package static let magic: [UInt8] = [0x54, 0x55, 0x54, 0x53]  // TUTS
    /// The same, as a little-endian integer.
    private static let magicNumber: UInt32 = 0x5354_5554
    package static let headerSize = 24
    package static let version: UInt8 = 1

    private enum Kind: UInt8 {
        case audio = 1
        case timeline = 2
        case settings = 3
    }

    /// - Parameter session: identifies this start of the coordinator.
    package func encoded(session: UInt64) -> [UInt8] {
        switch self {
        case .audio(let batch):
            return Self.message(.audio, session, batch.encodedSize) { batch.encode(into: $0) }
        case .timeline(let timeline):
            let body = timeline.encoded()
            return Self.message(.timeline, session, body.count) { $0.copyBytes(from: body) }
        case .settings(let settings):
            let body = settings.encoded()
            return Self.message(.settings, session, body.count) { $0.copyBytes(from: body) }
        }
    }

    /// Reads any bytes; never traps.
    /// - Throws: `unsupported` for a version, kind or key that this release does not know, to be ignored; else what is
    ///   wrong with the bytes.
    package static func decode(
        _ bytes: UnsafeRawBufferPointer
    ) throws(WireFormatError) -> (session: UInt64, message: StreamMessage) {
        guard bytes.count >= headerSize else {
            throw WireFormatError(.truncated, "stream message: shorter than its header of 24 bytes; it is dropped")
        }
        guard bytes.integer(at: 0, as: UInt32.self) == magicNumber else {
            throw WireFormatError(.malformed, "stream message: it does not begin with TUTS; is this an audio port?")
        }
        guard bytes[4] == version, let kind = Kind(rawValue: bytes[5]) else {
            throw WireFormatError(.unsupported, "stream message: unknown version or kind; it is ignored")
        }
        guard bytes.integer(at: 8, as: UInt32.self) == 0 else {
            throw WireFormatError(.unsupported, "stream message: sealed with a key; it is ignored")
        }
        let session = bytes.integer(at: 16, as: UInt64.self)
        let body = UnsafeRawBufferPointer(rebasing: bytes[headerSize...])
        switch kind {
        case .audio: return (session, .audio(try AudioBatch(decodingBody: body)))
        case .timeline: return (session, .timeline(try Wire.Timeline(decoding: body)))
        case .settings: return (session, .settings(try Wire.RoomSettings(decoding: body)))
        }
    }

    /// Reads any bytes; see `decode(_:)` of raw bytes.
    package static func decode(
        _ bytes: [UInt8]
    ) throws(WireFormatError) -> (session: UInt64, message: StreamMessage) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(WireFormatError) in
            try decode(UnsafeRawBufferPointer(buffer))
        }
    }

    private static func message(
        _ kind: Kind,
        _ session: UInt64,
        _ bodySize: Int,
        _ writeBody: (UnsafeMutableRawBufferPointer) -> Void
    ) -> [UInt8] {
        let size = headerSize + bodySize
        return [UInt8](unsafeUninitializedCapacity: size) { storage, count in
            let bytes = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(storage)[..<size])
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes.put(magicNumber, at: 0)
            bytes.put(version, at: 4)
            bytes.put(kind.rawValue, at: 5)
            bytes.put(session, at: 16)
            writeBody(UnsafeMutableRawBufferPointer(rebasing: bytes[headerSize...]))
            count = size
        }
    }
}
