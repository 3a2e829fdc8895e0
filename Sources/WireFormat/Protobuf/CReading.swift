import CProtobufC

/// Copies fields out of structs that protobuf-c unpacked with an arena's allocator.
enum CReading {
    /// - Parameter field: the field's full name, for the error.
    static func string(
        _ pointer: UnsafeMutablePointer<CChar>?,
        _ field: StaticString
    ) throws(WireFormatError) -> String {
        guard let pointer, UnsafePointer(pointer) != tutti_protobuf_c_absent_string() else { return "" }
        let count = Arena.sizeOfAllocation(at: pointer) - 1
        guard count > 0 else { return "" }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: count)
        guard !bytes.contains(0), let string = String(validating: bytes, as: UTF8.self) else {
            throw WireFormatError(.invalidText, "decoding \(field): not UTF-8 text without NUL; the message is dropped")
        }
        return string
    }

    static func bytes(_ data: ProtobufCBinaryData) -> [UInt8] {
        [UInt8](UnsafeBufferPointer(start: data.data, count: data.data == nil ? 0 : data.len))
    }

    static func message<Message: CMessage>(
        _ pointer: UnsafeMutablePointer<Message.CStruct>?
    ) throws(WireFormatError) -> Message? {
        guard let pointer else { return nil }
        return try Message(reading: pointer)
    }

    static func messages<Message: CMessage>(
        _ list: UnsafeMutablePointer<UnsafeMutablePointer<Message.CStruct>?>?,
        _ count: Int
    ) throws(WireFormatError) -> [Message] {
        var messages: [Message] = []
        messages.reserveCapacity(count)
        for pointer in UnsafeBufferPointer(start: list, count: list == nil ? 0 : count) {
            guard let message: Message = try message(pointer) else { continue }
            messages.append(message)
        }
        return messages
    }

    static func strings(
        _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        _ count: Int,
        _ field: StaticString
    ) throws(WireFormatError) -> [String] {
        var strings: [String] = []
        strings.reserveCapacity(count)
        for pointer in UnsafeBufferPointer(start: list, count: list == nil ? 0 : count) {
            strings.append(try string(pointer, field))
        }
        return strings
    }

    static func byteStrings(_ list: UnsafeMutablePointer<ProtobufCBinaryData>?, _ count: Int) -> [[UInt8]] {
        UnsafeBufferPointer(start: list, count: list == nil ? 0 : count).map { bytes($0) }
    }

    static func scalars<Scalar: BitwiseCopyable>(_ list: UnsafeMutablePointer<Scalar>?, _ count: Int) -> [Scalar] {
        [Scalar](UnsafeBufferPointer(start: list, count: list == nil ? 0 : count))
    }
}
