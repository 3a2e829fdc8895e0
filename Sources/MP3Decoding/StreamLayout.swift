import AudioCore

/// Where the frames of a file lie, and how many PCM frames they hold.
struct StreamLayout {
    /// PCM frames.
    var total: Int64 = 0
    /// By the rate in hertz at which they play, where it is not that of the first.
    var others: [Int: Int64] = [:]
    /// The frames without what stands between and behind them, if `isWhole`.
    var pieces = SourcePieces()
    /// The source's offset of the first frame, and its size then.
    var origin: Int64 = 0
    var size: Int64 = 0
    /// From the first frame on, what stands between them included.
    var bytes: Int64 = 0
    /// False where the file is too long to be read through: then `total` is that of its first `counted` bytes.
    var isWhole = true
    var counted: Int64 = 0

    /// - Parameters:
    ///   - rate: of the first frame.
    ///   - afterGap: whether junk stands before it.
    mutating func add(_ frame: FrameHeader, at range: Range<Int64>, rate: Int?, afterGap: Bool) {
        total += Int64(frame.samples)
        if let rate, frame.rate != rate { others[frame.rate, default: 0] += Int64(frame.samples) }
        if isWhole { pieces.append(range, afterGap: afterGap) }
    }

    /// Forgets the frames.
    mutating func clear() {
        total = 0
        others = [:]
        if isWhole { pieces = SourcePieces() }
    }

    /// What is to be added to `total` for the time of all at `rate`.
    func correction(at rate: SampleRate) -> Int64 {
        others.reduce(0) { $0 + $1.value * Int64(rate.hertz) / Int64($1.key) - $1.value }
    }
}

extension FrameChain {
    /// Streams up to this many bytes are read through (300 s take 10 ms).
    private static let scanLimit: Int64 = 50 << 20
    /// What of a longer one is read, for an estimate.
    private static let sampleBytes: Int64 = 4 << 20
    /// What of a frame is looked at for notes.
    private static let notesBytes = 1_024

    /// Of a stream that begins at `origin`. What is cut off at its end is no frame.
    mutating func layout(from origin: Int64) throws(AudioError) -> StreamLayout {
        var end = window.size
        if let bytes = try notes(at: origin)?.bytes, origin + bytes < end, try !goesOn(after: origin + bytes) {
            // Tags or junk behind the end that the encoder's notes give.
            let notes = Int64(FrameHeader(try window.bytes(at: origin, count: 4))?.bytes ?? 0)
            end = try endOfFrames(at: origin + bytes, after: origin, notes: notes) ?? origin + bytes
        }
        var layout = StreamLayout(origin: origin, size: window.size, bytes: end - origin)
        if layout.bytes > Self.scanLimit {
            layout.isWhole = false
            layout.pieces.append(origin..<end)
            layout.counted = Self.sampleBytes
        } else {
            layout.counted = layout.bytes
        }
        try count(&layout, from: origin)
        return layout
    }

    private mutating func count(_ layout: inout StreamLayout, from origin: Int64) throws(AudioError) {
        let end = origin + layout.counted
        let last = layout.isWhole ? window.size : end
        var walk = FrameWalk(offset: origin)
        var first: FrameHeader?
        while let frame = try next(&walk, before: end, orAtOnceBefore: last) {
            let isSecond = first != nil && layout.total == first.map { Int64($0.samples) }
            if let begin = first, isSecond, begin.isMono != frame.isMono {
                // mpg123 begins with two frames that agree in this: of three the odd one is left out.
                var ahead = walk
                if try next(&ahead, before: end, orAtOnceBefore: last)?.isMono == begin.isMono { continue }
                first = nil
                layout.clear()
            }
            let range = walk.offset - Int64(walk.frameBytes)..<walk.offset
            layout.add(frame, at: range, rate: first?.rate, afterGap: walk.isAfterGap && !isSecond)
            first = first ?? frame
        }
    }

    /// The next frame before `end`, and those that follow it at once before `last`: the encoder's notes end too early
    /// where frames have been put in.
    private mutating func next(
        _ walk: inout FrameWalk,
        before end: Int64,
        orAtOnceBefore last: Int64
    ) throws(AudioError) -> FrameHeader? {
        if let frame = try step(&walk, before: end, largestGap: SourceReader.searchLimit) { return frame }
        return last > end ? try step(&walk, before: last, largestGap: 0) : nil
    }

    /// The encoder's notes, if the frame at `offset` holds those.
    mutating func notes(at offset: Int64) throws(AudioError) -> InfoFrame? {
        let bytes = Array(try window.bytes(at: offset, count: Self.notesBytes))
        guard let header = FrameHeader(bytes[...]), header.layer == 3, bytes.count > 4 else { return nil }
        return InfoFrame(
            body: Array(bytes[4..<min(bytes.count, max(4, header.bytes ?? bytes.count))]),
            isMono: bytes[3] >> 6 == 3,
            isLowRate: header.version != .one,
            hasChecksum: bytes[1] & 1 == 0
        )
    }
}
