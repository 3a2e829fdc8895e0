import AudioCore
import Testing

@testable import MP3Decoding

/// Files that are written while they play.
@Suite struct GrowingFileTests {
    /// 26 s.
    private static let whole = Array(
        repeating: (try? Fixture.bytes("stereo-44100-notes-missing.mp3")) ?? [],
        count: 52
    ).flatMap { $0 }

    private func samples(_ decoder: MPEGDecoder, growing source: GrowingSource, by steps: [Int]) throws -> [Float] {
        var samples: [Float] = []
        for step in steps {
            // The end that it had is not reached yet.
            while case .exact(let length) = decoder.length, samples.count / 2 < length.rawValue - 10_000,
                let chunk = try decoder.next()
            {
                samples += chunk
            }
            source.end += step
        }
        while let chunk = try decoder.next() { samples += chunk }
        return samples
    }

    @Test func whatHasComeSinceIsPlayedAndCounted() throws {
        let expected = try decodeAll(Fixture.decoder(Self.whole)).samples
        let source = GrowingSource(Self.whole, end: 70_001)
        let decoder = try MPEGDecoder(source: source, name: "a test")
        let got = try samples(decoder, growing: source, by: [100_000, 80_000, .max / 2])
        #expect(got.count == expected.count)
        let difference = zip(expected, got).map { abs($0 - $1) }.max() ?? 1
        #expect(difference < 1e-5)
        #expect(decoder.length == .exact(FrameCount(expected.count / 2)))
    }

    @Test func aFewBytesMoreAreNotLookedAt() throws {
        let source = GrowingSource(Self.whole, end: 70_001)
        let decoder = try MPEGDecoder(source: source, name: "a test")
        let length = decoder.length
        _ = try samples(decoder, growing: source, by: [10_000])
        #expect(decoder.length == length)
    }
}

/// Bytes that come while they are read.
private final class GrowingSource: ByteSource {
    private let bytes: [UInt8]
    private var offset = 0
    var end: Int

    init(_ bytes: [UInt8], end: Int) { (self.bytes, self.end) = (bytes, end) }

    var size: Int64? { Int64(min(end, bytes.count)) }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = max(0, min(buffer.count, min(end, bytes.count) - offset))
        buffer.copyBytes(from: bytes[min(offset, bytes.count)...].prefix(count))
        offset += count
        return count
    }

    func seek(to offset: Int64) { self.offset = Int(offset) }
}
