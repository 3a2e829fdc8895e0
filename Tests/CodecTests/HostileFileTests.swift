import AudioCore
import TestSupport
import Testing

@testable import MP3Decoding

/// Files that are no music, lie about it, or are broken at random: refused with a reason, or played to their end.
@Suite struct HostileFileTests {
    static let nonsense: [(String, [UInt8])] = [
        ("nothing", []), ("one byte", [0xFF]), ("text", Array("This is not music, whatever its name says.\n".utf8)),
        ("zeros", [UInt8](repeating: 0, count: 100_000)), ("ones", [UInt8](repeating: 0xFF, count: 10 << 20)),
        ("a tag alone", Fixture.id3(Fixture.frame("TIT2", [3, 0x41]))),
        ("headers", Array(repeating: [0xFF, 0xFB, 0x90, 0x64], count: 5_000).flatMap { $0 }),
    ]

    @Test(arguments: nonsense.map(\.0))
    func nonsenseIsRefused(_ name: String) throws {
        let bytes = try #require(Self.nonsense.first { $0.0 == name }?.1)
        let error = #expect(throws: AudioError.self) { _ = try decodeAll(Fixture.decoder(bytes), keep: false) }
        #expect(error?.code == .unsupported)
        #expect(throws: AudioError.self) {
            _ = try decodeAll(
                MPEGDecoder(stream: MemoryByteSource(bytes, isSeekable: false), name: "a test"),
                keep: false
            )
        }
    }

    @Test func manyAndHugePicturesAreSteppedOver() throws {
        let pictures = (0..<2_000).flatMap { _ in Fixture.frame("APIC", [0, 1, 2, 3]) }
        let tag = Fixture.id3(pictures + Fixture.frame("APIC", Fixture.junk(4 << 20)))
        let decoder = try Fixture.decoder(tag + Fixture.bytes("mono-8000.mp3"))
        #expect(decoder.length == .exact(4_000))
        #expect(try decodeAll(decoder).frames == 4_000)
    }

    @Test func theMeanBitrateIsTold() throws {
        #expect(try Fixture.decoder(Fixture.bytes("stereo-44100-cbr.mp3")).format.bitrate == 128_000)
    }

    /// An exact length is the one that is decoded, whatever was broken.
    @Test func randomDamageNeverHurts() throws {
        var random = SimRandom(seed: 11)
        for name in ["mono-8000.mp3", "stereo-44100-vbr.mp3", "layer-two-48000.mp2", "stereo-44100-free-format.mp3"] {
            let whole = try Fixture.bytes(name)
            for _ in 0..<40 {
                var bytes = whole
                for _ in 0...Int(random.next() % 8) {
                    // The headers and notes at the start hurt most.
                    let range = random.next() % 2 == 0 ? min(400, bytes.count) : bytes.count
                    bytes[Int(random.next() % UInt64(range))] = UInt8(truncatingIfNeeded: random.next() >> 8)
                }
                if random.next() % 4 == 0 { bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)))) }
                guard let decoder = try? Fixture.decoder(bytes) else { continue }
                let frames = (try? decodeAll(decoder, keep: false))?.frames
                #expect(try #require(frames) <= whole.count * 16)
            }
        }
    }
}
