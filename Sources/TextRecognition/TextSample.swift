/// What of a long text its character set is told by: the lines of its beginning that are not plain ASCII. More tells
/// nothing new, and takes its time.
enum TextSample {
    /// In bytes.
    static let limit = 16 << 10

    static func of(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > limit else { return bytes }
        var sample: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty, sample.count < limit {
            let end = rest.firstIndex(of: 10).map { $0 + 1 } ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...]
            guard line.contains(where: isForeign) else { continue }
            sample += line.count <= limit - sample.count ? line : cut(line, to: limit - sample.count)
        }
        return sample
    }

    /// Where a word ends, if any does: there no character is torn.
    private static func cut(_ line: ArraySlice<UInt8>, to count: Int) -> ArraySlice<UInt8> {
        let start = line.drop { !isForeign($0) }
        let whole = start.count < line.count && line.count - start.count > count / 2 ? start : line
        let piece = whole.prefix(count)
        return piece.lastIndex { $0 < 0x30 }.map { piece[...$0] } ?? piece
    }

    /// Above ASCII, or the escape of ISO-2022.
    private static func isForeign(_ byte: UInt8) -> Bool { byte >= 0x80 || byte == 0x1B }
}
