import AudioCore

/// How long a frame of MPEG audio is (ISO 11172-3 section 2.4.2.3, ISO 13818-3): what SYLT may count time in.
struct FrameDuration: Hashable {
    private let samples: Int64
    private let rate: Int64

    /// Junk before the first frame.
    private static let searchBytes = 4 << 10

    /// Nil where no frame begins at `offset` or shortly behind it.
    init?(near offset: Int64, _ fetch: ByteFetch) throws(AudioError) {
        let bytes = Array(try fetch(offset, Self.searchBytes))
        for index in bytes.indices.dropLast(3) where bytes[index] == 0xFF && bytes[index + 1] >= 0xE0 {
            let version = bytes[index + 1] >> 3 & 3
            let layer = bytes[index + 1] >> 1 & 3
            let rate = Int(bytes[index + 2] >> 2 & 3)
            if version == 1 || layer == 0 || bytes[index + 2] >> 4 == 15 || rate == 3 { continue }
            // MPEG-1 has the full rates, MPEG-2 the half, MPEG-2.5 the quarter.
            self.rate = [44_100, 48_000, 32_000][rate] / (version == 3 ? 1 : version == 2 ? 2 : 4)
            samples = layer == 3 ? 384 : layer == 1 && version != 3 ? 576 : 1_152
            return
        }
        return nil
    }

    /// When frame `index` begins.
    func time(of index: Int64) -> Interval {
        // Four bytes of the tag; no product overflows.
        Interval(nanoseconds: min(max(0, index), 1 << 32) * samples * 1_000_000 / rate * 1_000)
    }
}
