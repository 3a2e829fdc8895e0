import AudioCore
import Testing

@testable import MP3Decoding

/// Music that comes over a network: read once, from front to back, as far as possible.
@Suite struct StreamDecodingTests {
    private func decoder(_ bytes: [UInt8], isSeekable: Bool = true) throws -> MPEGDecoder {
        try MPEGDecoder(stream: CountingSource(bytes, isSeekable: isSeekable), name: "a test")
    }

    @Test(arguments: MPEGDecoderTests.exact, [true, false])
    func itIsDecodedAsAFileIs(file: MPEGDecoderTests.Case, isSeekable: Bool) throws {
        let bytes = try Fixture.bytes(file.name)
        let isSame =
            try decodeAll(decoder(bytes, isSeekable: isSeekable)).samples == decodeAll(Fixture.decoder(bytes)).samples
        #expect(isSame)
    }

    @Test func openingReadsNoMoreThanTheFirstFrames() throws {
        let frames = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        let tag = Fixture.id3(Fixture.frame("TIT2", [3] + Array("Long".utf8)))
        let source = CountingSource(tag + Array(repeating: frames, count: 100).flatMap { $0 })
        let decoder = try MPEGDecoder(stream: source, name: "a test", describing: HeadDescribed())
        #expect(decoder.info.title == "ID3")
        #expect(source.bytesRead < 20_000)
        #expect(source.seeks == 0)
        guard case .estimate(let length) = decoder.length else {
            Issue.record("\(decoder.length)")
            return
        }
        #expect(abs(length.rawValue - 100 * 21_888) < 22_000)
    }

    @Test func aLargePictureIsSteppedOver() throws {
        let frames = try Fixture.bytes("mono-8000.mp3")
        let tag = Fixture.id3(
            Fixture.frame("APIC", Fixture.junk(3_000_000)) + Fixture.frame("TIT2", [3] + Array("Behind".utf8))
        )
        for isSeekable in [true, false] {
            let source = CountingSource(tag + frames, isSeekable: isSeekable)
            let decoder = try MPEGDecoder(stream: source, name: "a test")
            #expect(try decodeAll(decoder).frames == 4_000)
            if isSeekable { #expect(source.bytesRead < 100_000) }
        }
    }

    @Test func seekingAtAConstantRateIsExactAndReadsLittle() throws {
        let frames = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        let bytes = Array(repeating: frames, count: 60).flatMap { $0 }
        let whole = try decodeAll(Fixture.decoder(bytes)).samples
        for target in [0, 1, 5_000, 100_001, 700_000, 1_200_000, 50_000] {
            let source = CountingSource(bytes)
            let decoder = try MPEGDecoder(stream: source, name: "a test")
            try decoder.seek(to: FrameCount(target))
            var got: [Float] = []
            while got.count < 20_000, let chunk = try decoder.next() { got += chunk }
            let expected = whole.dropFirst(target * 2).prefix(got.count)
            let difference = zip(expected, got).map { abs($0 - $1) }.max() ?? 1
            #expect(difference < 1e-5, "from \(target)")
            #expect(source.bytesRead < 60_000)
        }
    }

    @Test func withoutPartsItIsDecodedUpToThePlace() throws {
        let bytes = try Fixture.bytes("stereo-44100-cbr.mp3")
        let whole = try decodeAll(Fixture.decoder(bytes)).samples
        for target in [0, 1, 500, 1_200, 15_000, 30_000] {
            let decoder = try decoder(bytes, isSeekable: false)
            try decoder.seek(to: FrameCount(target))
            let isSame = try decodeAll(decoder).samples == Array(whole.dropFirst(target * 2))
            #expect(isSame, "from \(target)")
        }
    }

    @Test(arguments: MPEGDecoderTests.noAudio.indices) func whatHoldsNoAudioIsRefused(index: Int) {
        let (name, bytes) = MPEGDecoderTests.noAudio[index]
        let error = #expect(throws: AudioError.self, "\(name)") { try decoder(bytes, isSeekable: false) }
        #expect(error?.code == .unsupported)
    }

    @Test func placesInAVariableRateComeFromTheTable() {
        let notes: [UInt8] = Array(repeating: 0, count: 32) + Array("Xing".utf8) + [0, 0, 0, 0]
        var info = InfoFrame(body: notes, isMono: false, isLowRate: false, hasChecksum: false)
        info?.frames = 9_999
        info?.bytes = 5_000_000
        // The first half of the time has a quarter of the bytes.
        info?.places = (0..<100).map { (step: Int) -> UInt8 in
            UInt8(step < 50 ? step * 64 / 50 : 64 + (step - 50) * 192 / 50)
        }
        let places = StreamPlaces(
            info: info,
            bitrate: 128_000,
            rate: SampleRate(hertz: 44_100),
            framesPerFrame: 1_152,
            size: 5_000_000
        )
        #expect(places.frames == 10_000)
        #expect(abs(places.offset(of: 5_000) - 1_250_000) < 30_000)
        #expect(places.offset(of: 0) == 0)
        #expect(places.offset(of: 10_000) == 5_000_000)
    }

    @Test func lyingSizesDoNotOverflow() {
        for size in [Int64.max, 1 << 48, -1] {
            let places = StreamPlaces(
                info: nil,
                bitrate: 1,
                rate: SampleRate(hertz: 48_000),
                framesPerFrame: 1_152,
                size: size
            )
            #expect(places.frames == nil)
            #expect(places.offset(of: .max) >= 0)
        }
    }
}

/// Counts what is read of bytes in memory, a few at a time.
private final class CountingSource: ByteSource {
    let size: Int64?
    let isSeekable: Bool
    private let bytes: [UInt8]
    private var offset = 0
    private(set) var bytesRead = 0
    private(set) var seeks = 0

    init(_ bytes: [UInt8], isSeekable: Bool = true) {
        self.bytes = bytes
        self.isSeekable = isSeekable
        size = isSeekable ? Int64(bytes.count) : nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        let count = min(buffer.count, 1_460, max(0, bytes.count - offset))
        buffer.copyBytes(from: bytes[min(offset, bytes.count)..<min(offset, bytes.count) + count])
        offset += count
        bytesRead += count
        return count
    }

    func seek(to offset: Int64) throws(AudioError) {
        guard isSeekable || offset >= self.offset else { throw AudioError(.unavailable, "no way back") }
        seeks += 1
        self.offset = Int(min(offset, Int64(bytes.count)))
    }
}

/// Takes the first three bytes of a stream for its title.
private struct HeadDescribed: TrackDescribing {
    func describe(uri: String) throws(AudioError) -> TrackDescription { TrackDescription() }
    func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture? { nil }

    func describe(headOf size: Int64, fetch: ByteFetch) throws(AudioError) -> TrackDescription {
        var description = TrackDescription()
        description.title = String(decoding: try fetch(0, 3), as: UTF8.self)
        return description
    }
}
