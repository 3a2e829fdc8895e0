import AudioCore
import Testing

@testable import MP3Decoding

/// Files larger than any limit on what is read without finding music.
@Suite struct LongFileTests {
    @Test(arguments: [24 << 20, 72 << 20] as [Int64])
    func aSeekGoesThroughAnyLength(_ bytes: Int64) throws {
        let source = EndlessSilence(frames: bytes / EndlessSilence.frameBytes)
        let decoder = try MPEGDecoder(source: source, name: "a test")
        let length = source.frames * 1_152
        try decoder.seek(to: FrameCount(length - 5_000))
        #expect(try decodeAll(decoder).frames == 5_000)
        // Back, and forward again over what has been seen.
        try decoder.seek(to: 1_000)
        #expect(try decoder.next() != nil)
        try decoder.seek(to: FrameCount(length - 2_000))
        #expect(try decodeAll(decoder).frames == 2_000)
    }

    @Test func theLengthOfALongFileIsThatOfItsBytes() throws {
        let source = EndlessSilence(frames: (72 << 20) / EndlessSilence.frameBytes)
        let info = try MPEGDecoder(source: source, name: "a test").info
        #expect(info.lengthIsEstimate)
        let length = try #require(info.length).rawValue
        #expect(abs(length - source.frames * 1_152) < source.frames * 1_152 / 1_000)
        // It is not read through for that.
        #expect(source.reads < 200)
    }

    @Test func aSeekFarBehindTheEndEndsThere() throws {
        let source = EndlessSilence(frames: 1_000)
        let decoder = try MPEGDecoder(source: source, name: "a test")
        try decoder.seek(to: FrameCount(48_000 * 86_400 * 365))
        #expect(try decoder.next() == nil)
        #expect(source.reads < 100)
    }
}

/// Silent frames of layer III at 320 kbit/s and 48 kHz, all of one size.
private final class EndlessSilence: ByteSource {
    static let frameBytes: Int64 = 960
    private static let header: [UInt8] = [0xFF, 0xFB, 0xE4, 0x00]
    let frames: Int64
    var size: Int64? { frames * Self.frameBytes }
    let isSeekable = true
    private(set) var reads = 0
    private var offset: Int64 = 0

    init(frames: Int64) { self.frames = frames }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        reads += 1
        let count = Int(min(Int64(buffer.count), frames * Self.frameBytes - offset))
        guard count > 0 else { return 0 }
        buffer[..<count].initializeMemory(as: UInt8.self, repeating: 0)
        var frame = offset / Self.frameBytes * Self.frameBytes
        while frame < offset + Int64(count) {
            for (index, byte) in Self.header.enumerated() {
                let place = Int(frame - offset) + index
                if (0..<count).contains(place) { buffer[place] = byte }
            }
            frame += Self.frameBytes
        }
        offset += Int64(count)
        return count
    }

    func seek(to offset: Int64) { self.offset = offset }
}
