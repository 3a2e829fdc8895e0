import AudioCore
import TagReading
import Testing
import TextRecognition

/// Tags that break a rule and mean something all the same, and rare ones that keep all.
@Suite struct OddTagTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func describe(_ bytes: [UInt8]) throws -> TrackDescription {
        try reader.describe(uri: try folder.write("track.mp3", bytes))
    }

    @Test(arguments: [2, 3, 4] as [UInt8]) func anEmptyFrameHidesNoOther(major: UInt8) throws {
        let (title, artist) = major == 2 ? ("TT2", "TP1") : ("TIT2", "TPE1")
        let frames =
            TagBytes.frame(title, [], major: major) + TagBytes.frame(artist, [0] + Array("A".utf8), major: major)
        #expect(try describe(TagBytes.id3(frames, major: major)).artist == "A")
    }

    @Test func tagsAtUnusualPlacesAreRead() throws {
        let body = TagBytes.text("TIT2", "Behind")
        let tag = TagBytes.id3(body, flags: 0x10)
        let footer = Array("3DI".utf8) + tag[3..<10]
        #expect(try describe(TagBytes.audio + tag + footer).title == "Behind")
        let last = TagBytes.version1(title: Array("Cut".utf8), artist: Array("B".utf8))
        let found = try describe(TagBytes.audio + tag + footer + last)
        #expect(found.title == "Behind")
        #expect(found.artist == "B")
        let ape = TagBytes.ape([("Title", false, Array("Before".utf8))])
        #expect(try describe(ape + TagBytes.audio).title == "Before")
        #expect(try describe(TagBytes.id3(TagBytes.text("TPE1", "A")) + ape + TagBytes.audio).title == "Before")
    }

    @Test func aYearOfTheOlderKindIsADate() throws {
        #expect(try describe(TagBytes.id3(TagBytes.text("TYER", "1971"))).date == "1971")
        let both = TagBytes.text("TYER", "1971") + TagBytes.text("TDRC", "2001-02-03")
        #expect(try describe(TagBytes.id3(both)).date == "2001-02-03")
    }

    @Test func encodingsThatAreNotKeptAreRecognised() throws {
        for declared in [3, 9] as [UInt8] {
            let latin = TagBytes.frame("TIT2", [declared] + [0x44, 0xE9, 0x6A, 0xE0])
            #expect(try describe(TagBytes.id3(latin)).title == "Déjà", "\(declared)")
        }
        // Cut in the middle of a character.
        let long = try describe(TagBytes.id3(TagBytes.text("TIT2", String(repeating: "é", count: 100_000)))).title
        #expect(long?.hasPrefix("éé") ?? false)
    }

    @Test func aFlagWithoutAnExtendedHeaderIsPassedOver() throws {
        #expect(try describe(TagBytes.id3(TagBytes.text("TIT2", "A"), flags: 0x40)).title == "A")
    }

    @Test func groupedAndCompressedFramesAreRead() throws {
        // "ZG" behind its encoding, 3 bytes, as zlib stores them.
        let content: [UInt8] = [0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x00, 0x5A, 0x47, 0x00, 0xFE, 0x00, 0xA2]
        let newer = TagBytes.frame("TIT2", [0x41, 0, 0, 0, 3] + content, flags: [0, 0x49])
        #expect(try describe(TagBytes.id3(newer)).title == "ZG")
        let older = TagBytes.frame("TIT2", [0, 0, 0, 3, 0x41] + content, major: 3, flags: [0, 0xA0])
        #expect(try describe(TagBytes.id3(older, major: 3)).title == "ZG")
    }

    @Test func textsBehindAPictureOfAnUnsynchronizedTagAreRead() throws {
        let picture = TagBytes.frame("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + TagBytes.jpeg, major: 3)
        let large = TagBytes.frame(
            "APIC",
            [0] + Array("a".utf8) + [0, 4, 0] + [UInt8](repeating: 1, count: 600_000),
            major: 3
        )
        let text = TagBytes.frame("TIT2", [0] + Array("Behind".utf8), major: 3)
        let body = Array((picture + large + text).map { $0 == 0xFF ? [0xFF, 0] : [$0] }.joined())
        let found = try describe(TagBytes.id3(body, major: 3, flags: 0x80))
        #expect(found.title == "Behind")
        #expect(found.pictures.first?.size == TagBytes.jpeg.count)
    }

    /// ID3v2.4 has a flag for each frame as well, which some taggers leave out, and some set the tag's and do nothing.
    @Test(arguments: [true, false]) func unsynchronizationThatOnlyTheTagTellsIsUndone(isDone: Bool) throws {
        let text: [UInt8] = [1, 0xFF, 0xFE, 0x41, 0, 0xFF, 0, 0x42, 0]
        let content = isDone ? Array(text.map { $0 == 0xFF ? [0xFF, 0] : [$0] }.joined()) : text
        #expect(try describe(TagBytes.id3(TagBytes.frame("TIT2", content), flags: 0x80)).title == "AÿB")
    }

    @Test func theSizeOfAnUnsynchronizedPictureIsThatOfTheImage() throws {
        let image = TagBytes.jpeg + [UInt8](repeating: 0xFF, count: 1_000)
        let content = [0] + Array("image/jpeg".utf8) + [0, 3, 0] + image
        let stretched = Array(content.map { $0 == 0xFF ? [0xFF, 0] : [$0] }.joined())
        let frame = TagBytes.frame("APIC", TagBytes.synchsafe(content.count) + stretched, flags: [0, 3])
        #expect(try describe(TagBytes.id3(frame)).pictures.first?.size == image.count)
    }

    @Test func lyricsThatCountFramesHaveTimes() throws {
        let timed = TagBytes.frame(
            "SYLT",
            [3] + Array("eng".utf8) + [1, 1, 0] + Array("first".utf8) + [0, 0, 0, 0, 100]
        )
        // MPEG-1 layer III at 48 kHz: 24 ms a frame; MPEG-2 layer III at 24 kHz the same.
        for header in [[0xFF, 0xFB, 0x94, 0x00], [0xFF, 0xF3, 0x94, 0x00]] as [[UInt8]] {
            let found = try describe(TagBytes.id3(timed) + header + TagBytes.audio)
            #expect(
                found.lyrics == .synchronized([LyricsText.TimedText(time: .milliseconds(2_400), text: "first")])
            )
        }
        #expect(try describe(TagBytes.id3(timed)).lyrics == nil)
    }

    @Test(arguments: ["-6,5 dB", "\u{2212}6.5 dB", "- 6.5", " -6.50db"]) func gainsAreReadHoweverWritten(
        text: String
    ) throws {
        #expect(try describe(TagBytes.id3(TagBytes.named("replaygain_track_gain", text))).replayGain.trackGain == -6.5)
    }

    @Test func ofALongSidecarTheBeginningCounts() throws {
        try folder.write("track.lrc", Array(String(repeating: "[00:01.00]Ä line of a song\n", count: 50_000).utf8))
        guard case .sidecar(let text)? = try describe(TagBytes.audio).lyrics else {
            Issue.record("no lyrics")
            return
        }
        #expect(text.utf8.count <= 1 << 20)
        #expect(text.hasPrefix("[00:01.00]Ä line") && text.hasSuffix("song\n"))
    }

    @Test func shortTextsAreNotLost() throws {
        // Capitals that are half a Chinese character each.
        let frames = TagBytes.frame("TIT2", [0, 0xC1]) + TagBytes.frame("TPE1", [0, 0xC0, 0xC9])
        let found = try describe(TagBytes.id3(frames))
        #expect(found.title == "Á")
        #expect(found.artist == "ÀÉ")
        // Letters that Windows-1252 does not have.
        #expect(TextRecognizer().text(of: [0x9E, 0x6C, 0x75, 0x9D, 0x6F, 0x75]) == "žluťou")
    }
}
