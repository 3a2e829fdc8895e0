import AudioCore
import Glibc
import MP3Decoding
import Testing

@Suite struct MPEGDecoderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var rate: Int
        var channels = 2
        var frames: Int
        var testDescription: String { name }
    }

    /// Files whose encoder says how much silence it added.
    static let exact = [
        Case(name: "stereo-44100-cbr.mp3", rate: 44_100, frames: 20_000),
        Case(name: "stereo-44100-vbr.mp3", rate: 44_100, frames: 20_000),
        Case(name: "stereo-44100-tagged.mp3", rate: 44_100, frames: 20_000),
        Case(name: "stereo-44100-free-format.mp3", rate: 44_100, frames: 20_000),
        Case(name: "stereo-48000.mp3", rate: 48_000, frames: 20_000),
        Case(name: "stereo-32000.mp3", rate: 32_000, frames: 12_000),
        Case(name: "mono-22050.mp3", rate: 22_050, channels: 1, frames: 8_000),
        Case(name: "mono-8000.mp3", rate: 8_000, channels: 1, frames: 4_000),
    ]

    @Test(arguments: exact) func delayAndPaddingAreRemovedToTheFrame(file: Case) throws {
        let decoder = try Fixture.decoder(Fixture.bytes(file.name))
        #expect(decoder.rate == SampleRate(hertz: Int32(file.rate)))
        #expect(decoder.channels == file.channels)
        #expect(decoder.length == .exact(FrameCount(file.frames)))
        let decoded = try decodeAll(decoder)
        #expect(decoded.frames == file.frames)
        var original = sine(441, rate: Double(file.rate), frames: file.frames)
        if file.channels == 1 { original = original.enumerated().map { original[$0.offset & ~1] } }
        // Away from the ends, where the encoder saw an edge.
        let middle = 2_400..<(file.frames * 2 - 2_400)
        #expect(signalToNoise(original[middle], decoded.samples[middle]) > 20)
        #expect(abs(lag(441, rate: Double(file.rate), original[middle], decoded.samples[middle])) < 0.05)
    }

    @Test func withoutNotesEveryFrameIsMusic() throws {
        let decoder = try Fixture.decoder(Fixture.bytes("stereo-44100-notes-missing.mp3"))
        #expect(decoder.length == .exact(21_888))
        #expect(try decodeAll(decoder).frames == 21_888)
    }

    @Test func layerTwoPlays() throws {
        let decoder = try Fixture.decoder(Fixture.bytes("layer-two-48000.mp2"))
        #expect(decoder.length == .exact(20_736))
        #expect(try decodeAll(decoder).frames == 20_736)
    }

    @Test func iTunesNoteCountsWhereTheEncoderSaysNothing() throws {
        let note =
            "eng\0".utf8.dropLast() + Array("iTunSMPB\0 00000000 00000240 00000520 0000000000004E20 00000000".utf8)
        let tag = Fixture.id3(Fixture.frame("COMM", [0] + note))
        let bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        let decoder = try Fixture.decoder(tag + bytes)
        #expect(try decodeAll(decoder).frames == 20_000)
        // LAME's own notes win.
        #expect(try decodeAll(Fixture.decoder(tag + Fixture.bytes("stereo-44100-vbr.mp3"))).frames == 20_000)
    }

    @Test func junkBeforeAndBehindIsSkipped() throws {
        let bytes = try Fixture.bytes("stereo-44100-cbr.mp3")
        let tail = Fixture.junk(150_000, seed: 9)
        for length in [1, 4, 1_000, 200_000] {
            let decoder = try Fixture.decoder(Fixture.junk(length) + bytes + tail)
            #expect(try decodeAll(decoder).frames == 20_000, "\(length) bytes before")
        }
    }

    @Test func junkBehindIsNotHeardWhereNotesAreMissing() throws {
        let bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        for seed in 1...4 as ClosedRange<UInt64> {
            let decoder = try Fixture.decoder(bytes + Fixture.junk(60_000, seed: seed))
            #expect(try decodeAll(decoder).frames == 21_888, "seed \(seed)")
        }
    }

    @Test func aDamagedHeaderCostsAFewFrames() throws {
        var bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        let original = try decodeAll(Fixture.decoder(bytes)).samples
        // The sixth frame.
        #expect(bytes[2_089] == 0xFF && bytes[2_090] == 0xFB)
        bytes[2_089] = 0
        let damaged = try decodeAll(Fixture.decoder(bytes))
        #expect((17_280...20_736).contains(damaged.frames))
        // What was before and behind is as it was, and nothing is louder.
        #expect(damaged.samples.prefix(4 * 2_304) == original.prefix(4 * 2_304))
        #expect(signalToNoise(original.suffix(4 * 2_304), damaged.samples.suffix(4 * 2_304)) > 90)
        #expect(damaged.samples.allSatisfy { abs($0) < 0.7 })
    }

    @Test func waveFilesWithMP3InThemPlay() throws {
        let bytes = try Fixture.bytes("stereo-44100-cbr.mp3")
        func wave(format: UInt8) -> [UInt8] {
            Array("RIFF".utf8) + [0, 0, 1, 0] + Array("WAVEfmt ".utf8) + [18, 0, 0, 0, format, 0]
                + [UInt8](repeating: 0, count: 16) + Array("data".utf8) + [0, 32, 0, 0] + bytes
        }
        #expect(try decodeAll(Fixture.decoder(wave(format: 0x55))).frames == 20_000)
        #expect(throws: AudioError.self) { try Fixture.decoder(wave(format: 1)) }
        // WAVE_FORMAT_EXTENSIBLE has the format further on.
        func extensible(format: UInt8) -> [UInt8] {
            Array("RIFF".utf8) + [0, 0, 1, 0] + Array("WAVEfmt ".utf8) + [40, 0, 0, 0, 0xFE, 0xFF]
                + [UInt8](repeating: 0, count: 22) + [
                    format, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
                ]
                + Array("data".utf8) + [0, 0, 1, 0] + bytes
        }
        #expect(try decodeAll(Fixture.decoder(extensible(format: 0x55))).frames == 20_000)
        #expect(throws: AudioError.self) { try Fixture.decoder(extensible(format: 1)) }
    }

    @Test func aTruncatedFilePlaysWhatIsThere() throws {
        let bytes = try Fixture.bytes("stereo-44100-cbr.mp3")
        let decoded = try decodeAll(Fixture.decoder(Array(bytes.prefix(4_000))))
        // 9 whole frames of 417 or 418 bytes, the notes among them.
        #expect(decoded.frames >= 8 * 1_152 - 1_105 && decoded.frames <= 9 * 1_152 - 1_105)
    }

    @Test func changeOfRateAndChannelsGoesOn() throws {
        let parts = ["stereo-44100-notes-missing.mp3", "mono-22050.mp3", "stereo-48000.mp3"]
        let decoder = try Fixture.decoder(parts.flatMap { try Fixture.bytes($0) })
        var frames: [Int32: Int] = [:]
        while let chunk = try decoder.next() { frames[decoder.rate.hertz, default: 0] += chunk.count / 2 }
        #expect(frames[44_100] == 21_888)
        // The last frame before a change may be lost to synchronization.
        #expect((frames[22_050] ?? 0) >= 8_000)
        #expect((frames[48_000] ?? 0) >= 20_000)
    }

    @Test func seekingIsExactToTheSample() throws {
        for name in ["stereo-44100-cbr.mp3", "stereo-44100-vbr.mp3", "stereo-44100-notes-missing.mp3", "mono-8000.mp3"]
        {
            let decoder = try Fixture.decoder(Fixture.bytes(name))
            let whole = try decodeAll(decoder).samples
            for target in [0, 1, 575, 1_152, 3_999, whole.count / 2 - 1, whole.count / 2, 1_000_000, 17] {
                try decoder.seek(to: FrameCount(target))
                let rest = try decodeAll(decoder).samples
                let expected = whole.dropFirst(target * 2)
                #expect(rest.count == expected.count, "\(name) from \(target)")
                #expect(zip(expected, rest).allSatisfy { abs($0 - $1) < 1e-5 }, "\(name) from \(target)")
            }
        }
    }

    @Test func aReadErrorIsNotTheEnd() throws {
        let bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        // Far enough that opening does not meet it, were the file not read through.
        let decoder = try MPEGDecoder(source: MemoryByteSource(bytes, isSeekable: false, failAt: 5_000), name: "a test")
        let error = #expect(throws: AudioError.self) { try decodeAll(decoder) }
        #expect(error?.code == .unavailable)
        #expect(error?.rawCode == EIO)
    }

    @Test func aStreamThatCannotSeekPlays() throws {
        let bytes = try Fixture.bytes("stereo-44100-cbr.mp3")
        let decoder = try MPEGDecoder(source: MemoryByteSource(bytes, isSeekable: false), name: "a test")
        #expect(decoder.length == .estimate(20_000))
        #expect(try decodeAll(decoder).frames == 20_000)
        #expect(throws: AudioError.self) { try decoder.seek(to: 0) }
    }

    static let noAudio: [(String, [UInt8])] = [
        ("nothing", []),
        ("a byte", [0xFF]),
        ("text", Array(String(repeating: "All together now. ", count: 5_000).utf8)),
        ("ones", [UInt8](repeating: 0xFF, count: 2 << 20)),
        ("zeros", [UInt8](repeating: 0, count: 1 << 20)),
        ("noise", Fixture.junk(500_000)),
        ("FLAC", Array("fLaC".utf8) + Fixture.junk(100_000)),
        ("a tag alone", Fixture.id3(Fixture.frame("TIT2", [3] + Array("Alone".utf8)))),
        ("a tag that claims more", Array("ID3".utf8) + [3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]),
    ]

    @Test(arguments: noAudio.indices) func whatHoldsNoAudioIsRefused(index: Int) {
        let (name, bytes) = Self.noAudio[index]
        let error = #expect(throws: AudioError.self, "\(name)") { try Fixture.decoder(bytes) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("a test") ?? false)
    }

    @Test func quietSamplesAreNotTakenForFrames() {
        let samples = sine(441, rate: 44_100, frames: 200_000, amplitude: 0.002).flatMap { sample in
            let value = Int16(sample * 32_767)
            return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
        #expect(throws: AudioError.self) { try Fixture.decoder(samples) }
    }
}
