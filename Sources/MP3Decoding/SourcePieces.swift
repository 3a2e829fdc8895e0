import AudioCore

/// Pieces of a source, read as if little or nothing stood between them. Offsets count from the first byte of the first.
struct SourcePieces: Hashable {
    private struct Piece: Hashable {
        /// Where it begins among the pieces.
        var start: Int64
        /// Where it begins in the source; nil for zeros.
        var offset: Int64?
        var bytes: Int64
        var end: Int64 { start + bytes }
    }

    private var pieces: [Piece] = []
    /// Zeros in place of what stood between two frames and is left out: mpg123 looks for the next, and forgets the bit
    /// reservoir, which is not the next one's.
    private static let gapBytes: Int64 = 4

    init() {}

    /// All from `origin` on, as far as the source goes.
    init(from origin: Int64) { append(origin..<Int64.max) }

    /// Nil where the source may go on for ever.
    var bytes: Int64? { pieces.last.map { $0.bytes > .max / 2 ? nil : $0.end } ?? 0 }

    mutating func append(_ range: Range<Int64>, afterGap: Bool = false) {
        if afterGap { append(offset: nil, bytes: Self.gapBytes) }
        append(offset: range.lowerBound, bytes: Int64(range.count))
    }

    private mutating func append(offset: Int64?, bytes: Int64) {
        if let last = pieces.last, let end = last.offset.map({ $0 + last.bytes }), end == offset {
            pieces[pieces.count - 1].bytes += bytes
        } else {
            pieces.append(Piece(start: pieces.last?.end ?? 0, offset: offset, bytes: bytes))
        }
    }

    /// Where in the source `offset` lies, nil for zeros, and how many bytes of its piece follow; nil behind the last.
    func place(of offset: Int64) -> (offset: Int64?, bytes: Int64)? {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, offset < pieces[low - 1].end else { return nil }
        let piece = pieces[low - 1]
        let inside = offset - piece.start
        return (piece.offset.map { $0 + inside }, piece.bytes - inside)
    }
}
