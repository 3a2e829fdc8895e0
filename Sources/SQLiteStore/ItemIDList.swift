import PlaybackCore

/// Lists of item ids as bytes: 8 each, little-endian.
enum ItemIDList {
    static func bytes(_ ids: [ItemID]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: ids.count * 8) { buffer, count in
            for (index, id) in ids.enumerated() {
                for byte in 0..<8 { buffer[index * 8 + byte] = UInt8(truncatingIfNeeded: id.rawValue >> (byte * 8)) }
            }
            count = ids.count * 8
        }
    }

    /// Bytes beyond the last whole id are ignored.
    static func ids(_ bytes: [UInt8]) -> [ItemID] {
        (0..<bytes.count / 8).map { index in
            var value: UInt64 = 0
            for byte in (0..<8).reversed() { value = value << 8 | UInt64(bytes[index * 8 + byte]) }
            return ItemID(value)
        }
    }
}
