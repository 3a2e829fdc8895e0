/// The four bytes before every frame of MPEG audio (ISO 11172-3 section 2.4.2.3, ISO 13818-3, and MPEG-2.5).
package struct FrameHeader: Hashable, Sendable {
    package enum Version: Hashable, Sendable {
        case one
        case two
        case twoAndAHalf
    }

    package var version: Version
    /// 1, 2 or 3.
    package var layer: Int
    /// Bytes of the whole frame; nil in free format, where only the next header tells.
    package var bytes: Int?
    /// Hertz.
    package var rate: Int
    package var isPadded: Bool
    package var isMono: Bool
    /// Bytes that padding adds.
    package var slot: Int { layer == 1 ? 4 : 1 }

    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 4 else { return nil }
        self.init(bits: bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    package init?(bits: UInt32) {
        let layerBits = Int(bits >> 17 & 3)
        let bitrateIndex = Int(bits >> 12 & 15)
        let rateIndex = Int(bits >> 10 & 3)
        // The synchronization word, and no reserved value. Nobody minds what the emphasis is, the last two bits.
        guard bits >> 21 == 0x7FF, layerBits != 0, bitrateIndex != 15, rateIndex != 3 else { return nil }
        switch bits >> 19 & 3 {
        case 3: version = .one
        case 2: version = .two
        case 0: version = .twoAndAHalf
        default: return nil
        }
        layer = 4 - layerBits
        isPadded = bits >> 9 & 1 == 1
        isMono = bits >> 6 & 3 == 3
        rate = [44_100, 48_000, 32_000][rateIndex] >> (version == .one ? 0 : version == .two ? 1 : 2)
        self.bytes = nil
        if bitrateIndex > 0 { self.bytes = size(bitrate: Self.bitrates(version, layer)[bitrateIndex] * 1_000) }
    }

    /// PCM frames that a frame holds.
    package var samples: Int {
        switch layer {
        case 1: 384
        case 2: 1_152
        default: version == .one ? 1_152 : 576
        }
    }

    /// Whether a frame of `other` can follow in the same stream: all but bit rate, padding and channels stays.
    package func agrees(with other: Self) -> Bool {
        version == other.version && layer == other.layer && rate == other.rate
    }

    /// Whether it is of the same kind in all but padding.
    package func isAlike(_ other: Self) -> Bool {
        agrees(with: other) && isMono == other.isMono
            && bytes.map { $0 - (isPadded ? slot : 0) }
                == other.bytes.map { $0 - (other.isPadded ? slot : 0) }
    }

    private func size(bitrate: Int) -> Int {
        let padding = isPadded ? slot : 0
        switch layer {
        case 1: return 12 * bitrate / rate * 4 + padding
        case 2: return 144 * bitrate / rate + padding
        default: return (version == .one ? 144 : 72) * bitrate / rate + padding
        }
    }

    /// Kilobits per second by index; the first stands for free format.
    private static func bitrates(_ version: Version, _ layer: Int) -> [Int] {
        switch (version, layer) {
        case (.one, 1): [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
        case (.one, 2): [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        case (.one, _): [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        case (_, 1): [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
        default: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        }
    }
}
