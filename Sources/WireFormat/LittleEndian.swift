// Integers of the fixed layouts: little-endian, at any alignment. The caller has checked that they lie in the buffer.

extension UnsafeRawBufferPointer {
    @inline(__always)
    func integer<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
        Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension UnsafeMutableRawBufferPointer {
    @inline(__always)
    func put<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at offset: Int) {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
    }
}
