/// Reads little-endian values from bytes of unknown origin. Every read says nil where the bytes end too early, and
/// none can trap.
struct ByteCursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var remaining: Int { rest.count }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type = Value.self) -> Value? {
        guard let bytes = bytes(Value.bitWidth / 8) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Value($1) }
    }
}

extension [UInt8] {
    mutating func appendLittleEndian<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) {
        for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> Value(shift)))
        }
    }
}
