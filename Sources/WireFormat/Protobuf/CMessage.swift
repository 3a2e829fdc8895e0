import CProtobufC

/// What the generated code tells of each message: how to move it into and out of protobuf-c's struct. The structs live
/// in an `Arena` and never leave this module.
protocol CMessage: WireMessage {
    associatedtype CStruct
    /// Sets the struct to a message with every field absent.
    static func initialize(_ c: UnsafeMutablePointer<CStruct>)
    /// - Returns: nil where the bytes are not this message.
    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<CStruct>?
    /// Copies self into an initialized struct; what it points to is allocated in `arena`.
    func write(to c: UnsafeMutablePointer<CStruct>, _ arena: Arena)
    /// Copies an unpacked struct.
    init(reading c: UnsafeMutablePointer<CStruct>) throws(WireFormatError)
}

/// Encoding and decoding of any generated message.
enum CPacking {
    static func encode<Message: CMessage>(_ message: Message) -> [UInt8] {
        let arena = Arena()
        return withExtendedLifetime(arena) {
            let base = UnsafeMutableRawPointer(arena.place(message)).assumingMemoryBound(to: ProtobufCMessage.self)
            let size = protobuf_c_message_get_packed_size(base)
            return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = protobuf_c_message_pack(base, buffer.baseAddress)
            }
        }
    }

    static func decode<Message: CMessage>(_ bytes: UnsafeRawBufferPointer) throws(WireFormatError) -> Message {
        let arena = Arena()
        defer { withExtendedLifetime(arena) {} }
        let input = bytes.assumingMemoryBound(to: UInt8.self)
        guard let c = arena.withAllocator({ Message.unpack($0, input) }) else {
            let what = "decoding \(Message.wireName) of \(bytes.count) bytes"
            throw arena.isExhausted
                ? WireFormatError(.tooLarge, "\(what): it needs more memory than a message may; ask for less at a time")
                : WireFormatError(.malformed, "\(what): not a protobuf message of this type; it is dropped")
        }
        return try Message(reading: c)
    }
}

extension Arena {
    /// A struct filled from `message`.
    func place<Message: CMessage>(_ message: Message) -> UnsafeMutablePointer<Message.CStruct> {
        let c = array(of: Message.CStruct.self, 1)
        Message.initialize(c)
        message.write(to: c, self)
        return c
    }

    func message<Message: CMessage>(_ message: Message?) -> UnsafeMutablePointer<Message.CStruct>? {
        message.map { place($0) }
    }

    func messages<Message: CMessage>(
        _ messages: [Message]
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Message.CStruct>?>? {
        pointers(messages) { place($0) }
    }

    func strings(_ strings: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        pointers(strings) { string($0) }
    }

    func scalars<Scalar: BitwiseCopyable>(_ scalars: [Scalar]) -> UnsafeMutablePointer<Scalar>? {
        guard !scalars.isEmpty else { return nil }
        let place = array(of: Scalar.self, scalars.count)
        for (index, scalar) in scalars.enumerated() { (place + index).initialize(to: scalar) }
        return place
    }

    func byteStrings(_ values: [[UInt8]]) -> UnsafeMutablePointer<ProtobufCBinaryData>? {
        guard !values.isEmpty else { return nil }
        let place = array(of: ProtobufCBinaryData.self, values.count)
        for (index, value) in values.enumerated() { (place + index).initialize(to: bytes(value)) }
        return place
    }

    func bytes(_ bytes: [UInt8]) -> ProtobufCBinaryData {
        ProtobufCBinaryData(len: bytes.count, data: scalars(bytes))
    }

    /// The text with a NUL at its end; a NUL inside it, which a C string cannot hold, becomes U+FFFD.
    func string(_ string: String) -> UnsafeMutablePointer<CChar> {
        let clean =
            string.utf8.contains(0)
            ? string.split(separator: "\0", omittingEmptySubsequences: false)
                .joined(separator: "\u{FFFD}") : string
        let utf8 = clean.utf8
        let place = array(of: CChar.self, utf8.count + 1)
        var end = place
        for byte in utf8 {
            end.initialize(to: CChar(bitPattern: byte))
            end += 1
        }
        end.initialize(to: 0)
        return place
    }

    private func array<Element>(of type: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element> {
        allocate(MemoryLayout<Element>.stride * count).bindMemory(to: type, capacity: count)
    }

    private func pointers<Value, Target>(
        _ values: [Value],
        _ place: (Value) -> UnsafeMutablePointer<Target>
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Target>?>? {
        guard !values.isEmpty else { return nil }
        let list = array(of: UnsafeMutablePointer<Target>?.self, values.count)
        for (index, value) in values.enumerated() { (list + index).initialize(to: place(value)) }
        return list
    }
}
