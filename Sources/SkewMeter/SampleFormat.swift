/// How the samples of a recording look in its bytes: little-endian, by ALSA's names.
package enum SampleFormat: String, Sendable, CaseIterable {
    case signed16 = "S16_LE"
    /// The low 24 bits of 32.
    case signed24 = "S24_LE"
    /// 24 bits in three bytes.
    case signed24Packed = "S24_3LE"
    case signed32 = "S32_LE"
    case float32 = "FLOAT_LE"

    package var bytesPerSample: Int {
        switch self {
        case .signed16: 2
        case .signed24Packed: 3
        case .signed24, .signed32, .float32: 4
        }
    }

    /// The sample that begins at `offset`, full scale being 1.
    func sample(in bytes: [UInt8], at offset: Int) -> Double {
        let low = UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8
        switch self {
        case .signed16:
            return Double(Int16(truncatingIfNeeded: low)) / 0x1p15
        case .signed24, .signed24Packed:
            let word = (low | UInt32(bytes[offset + 2]) << 16) << 8
            return Double(Int32(bitPattern: word)) / 0x1p31
        case .signed32:
            let word = low | UInt32(bytes[offset + 2]) << 16 | UInt32(bytes[offset + 3]) << 24
            return Double(Int32(bitPattern: word)) / 0x1p31
        case .float32:
            let word = low | UInt32(bytes[offset + 2]) << 16 | UInt32(bytes[offset + 3]) << 24
            let value = Double(Float(bitPattern: word))
            return value.isFinite ? value : 0
        }
    }
}
