import AudioCore

/// How long a frame of MPEG audio is: what SYLT may count time in.
struct FrameDuration: Hashable {
    private let samples: Int64
    private let rate: Int64

    /// Junk before the first frame.
    private static let searchBytes = 4 << 10

    /// Nil where no frame begins at `offset` or shortly behind it.
    init?(near offset: Int64, _ fetch: ByteFetch) throws(AudioError) {
        let bytes = Array(try fetch(offset, Self.searchBytes))
        for index in bytes.indices where bytes[index] == 0xFF {
            guard let header = FrameHeader(bytes[index...]) else { continue }
            (samples, rate) = (Int64(header.samples), Int64(header.rate))
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
