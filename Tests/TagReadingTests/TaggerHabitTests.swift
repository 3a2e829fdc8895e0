import AudioCore
import TagReading
import Testing

/// What taggers do against the standards, again and again.
@Suite struct TaggerHabitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func describe(_ bytes: [UInt8]) throws -> TrackDescription {
        try reader.describe(uri: try folder.write("track.mp3", bytes))
    }

    private func plain(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

    private func frame(_ identifier: String, _ size: [UInt8], _ content: [UInt8]) -> [UInt8] {
        Array(identifier.utf8) + size + [0, 0] + content
    }

    @Test func aSizeOfTheOtherVersionIsUnderstood() throws {
        let long = [UInt8](repeating: UInt8(ascii: "Y"), count: 300)
        let last = frame("TPE1", [0, 0, 0, 2], [0, 65])
        // In 2.4 the wrong reading ends among capitals, which look like the name of a frame.
        let newer = try describe(TagBytes.id3(frame("TIT2", plain(301), [0] + long) + last, major: 4))
        #expect(newer.title?.utf8.count == 300)
        #expect(newer.artist == "A")
        let older = try describe(TagBytes.id3(frame("TIT2", TagBytes.synchsafe(301), [0] + long) + last, major: 3))
        #expect(older.title?.utf8.count == 300)
        #expect(older.artist == "A")
    }

    @Test func namesOfOlderFramesAreUnderstood() throws {
        let frames = frame("TT2\0", plain(2), [0, 65]) + frame("TP1 ", plain(2), [0, 66])
        let found = try describe(TagBytes.id3(frames, major: 3))
        #expect(found.title == "A")
        #expect(found.artist == "B")
    }

    @Test func anExtendedHeaderMayCountItsSizeOrNot() throws {
        let title = { TagBytes.frame("TIT2", [0, 65], major: $0) }
        let older = plain(10) + [0, 0, 0, 0, 0, 0] + title(3)
        #expect(try describe(TagBytes.id3(older, major: 3, flags: 0x40)).title == "A")
        let newer = plain(2) + [1, 0] + title(4)
        #expect(try describe(TagBytes.id3(newer, major: 4, flags: 0x40)).title == "A")
    }

    @Test func aCompressedFrameNeedNotTellItsSize() throws {
        // "ZG" behind its encoding, as zlib stores it.
        let content: [UInt8] = [0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x00, 0x5A, 0x47, 0x00, 0xFE, 0x00, 0xA2]
        #expect(try describe(TagBytes.id3(TagBytes.frame("TIT2", content, flags: [0, 8]))).title == "ZG")
    }

    @Test func halvesOfCharactersHideNoText() throws {
        let half = TagBytes.frame("TIT2", [1, 0xFF, 0xFE, 65, 0, 0, 0xD8, 66, 0])
        #expect(try describe(TagBytes.id3(half)).title == "A\u{FFFD}B")
        let cut = Array(("Ж" + String(repeating: "x", count: 27) + "Ж").utf8).prefix(30)
        let version1 = TagBytes.version1(title: Array(cut))
        #expect(try describe(TagBytes.audio + version1).title == "Ж" + String(repeating: "x", count: 27))
    }

    @Test func marksAreNoText() throws {
        #expect(try describe(TagBytes.id3(TagBytes.text("TIT2", "\u{FEFF}A"))).title == "A")
        let twice = TagBytes.frame("TIT2", [1, 0xFF, 0xFE, 0xFF, 0xFE, 65, 0])
        #expect(try describe(TagBytes.id3(twice)).title == "A")
    }

    @Test func bytesInTheOtherOrderAreSeenByTheirCharacters() throws {
        // "青花瓷" with its high bytes first and no mark: the other way round one is nobody's character.
        let bytes: [UInt8] = [0x97, 0x52, 0x82, 0xB1, 0x74, 0xF7]
        #expect(try describe(TagBytes.id3(TagBytes.frame("TIT2", [1] + bytes))).title == "青花瓷")
    }

    @Test func anImageIsFoundBehindAWrongDescription() throws {
        let head: [UInt8] = [1] + Array("image/jpeg".utf8) + [0, 3, 0]
        let found = try describe(TagBytes.id3(TagBytes.frame("APIC", head + TagBytes.jpeg)))
        #expect(found.pictures.map(\.mimeType) == ["image/jpeg"])
        #expect(found.pictures.map(\.size) == [TagBytes.jpeg.count])
        let ape = try describe(TagBytes.audio + TagBytes.ape([("Cover Art (Front)", true, TagBytes.png)]))
        #expect(ape.pictures.map(\.mimeType) == ["image/png"])
        #expect(ape.pictures.map(\.size) == [TagBytes.png.count])
    }

    @Test func olderFramesTellLoudness() throws {
        // A peak of 0.5; the track by 6.2 dB less, the album by 3.1 dB more.
        let radio: [UInt8] = [0x3F, 0, 0, 0, 0x2E, 62, 0x4C, 31]
        let found = try describe(TagBytes.id3(TagBytes.frame("RGAD", radio, major: 3), major: 3)).replayGain
        #expect(found.trackGain == -6.2)
        #expect(found.trackPeak == 0.5)
        #expect(found.albumGain == 3.1)
        #expect(found.albumPeak == nil)
        // 16 bits in 512ths of a decibel.
        let volume = Array("track".utf8) + [0, 1, 0xF4, 0, 0]
        let other = try describe(TagBytes.id3(TagBytes.frame("XRVA", volume, major: 3), major: 3)).replayGain
        #expect(other.trackGain == -6)
    }
}
