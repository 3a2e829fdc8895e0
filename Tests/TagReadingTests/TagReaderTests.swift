import AudioCore
import Glibc
import TagReading
import Testing

@Suite struct TagReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func describe(_ bytes: [UInt8]) throws -> TrackDescription {
        try reader.describe(uri: folder.write("track.mp3", bytes))
    }

    @Test func everyFieldIsRead() throws {
        let frames =
            TagBytes.text("TIT2", "Title") + TagBytes.text("TPE1", "One\u{0}Two") + TagBytes.text("TALB", "Album")
            + TagBytes.text("TPE2", "Band") + TagBytes.text("TCON", "17\u{0}Polka\u{0}(20)")
            + TagBytes.text("TDRC", "1999-04")
            + TagBytes.text("TRCK", "3/12") + TagBytes.text("TPOS", "1/2")
            + TagBytes.frame("COMM", [3] + Array("eng".utf8) + [0] + Array("Nice\nand long".utf8))
        let found = try describe(TagBytes.id3(frames) + TagBytes.audio)
        #expect(found.title == "Title")
        #expect(found.artist == "One; Two")
        #expect(found.album == "Album")
        #expect(found.albumArtist == "Band")
        #expect(found.genre == "Rock; Polka; Alternative")
        #expect(found.date == "1999-04")
        #expect(found.trackNumber == "3/12")
        #expect(found.discNumber == "1/2")
        #expect(found.comment == "Nice and long")
        #expect(found.tags == ["ID3v2.4"])
    }

    @Test func olderVersionsAreRead() throws {
        let text = [0] + Array("Song".utf8)
        let two = TagBytes.frame("TT2", text, major: 2) + TagBytes.frame("TP1", text, major: 2)
        #expect(try describe(TagBytes.id3(two, major: 2)).title == "Song")
        #expect(try describe(TagBytes.id3(two, major: 2)).artist == "Song")
        #expect(try describe(TagBytes.id3(two, major: 2)).tags == ["ID3v2.2"])
        let three =
            TagBytes.frame("TIT2", text, major: 3) + TagBytes.frame("TYER", [0] + Array("2001".utf8), major: 3)
            + TagBytes.frame("TCON", [0] + Array("(17)".utf8), major: 3)
        let found = try describe(TagBytes.id3(three, major: 3))
        #expect(found.title == "Song")
        #expect(found.date == "2001")
        #expect(found.genre == "Rock")
    }

    @Test(
        arguments: [
            ([1, 0xFF, 0xFE, 0xC4, 0, 0x20, 0x4E], "Ä丠"), ([1, 0xFE, 0xFF, 0, 0xC4], "Ä"), ([2, 0, 0xC4], "Ä"),
            ([1, 0xC4, 0, 0x42, 0], "ÄB"), ([1, 0, 0xC4, 0, 0x42], "ÄB"), ([0, 0xC4], "Ä"), ([0, 0xC3, 0x84], "Ä"),
            ([3, 0xC3, 0x84, 0], "Ä"), ([3, 0x41, 0x0A, 0x42, 0x07], "A B"), ([3, 0x20], nil), ([], nil),
            // GBK and Cyrillic that say Latin-1.
            ([0, 0xD6, 0xDC, 0xBD, 0xDC, 0xC2, 0xD7], "周杰伦"), ([0, 0xCA, 0xE8, 0xED, 0xEE], "Кино"),
        ] as [([UInt8], String?)]
    )
    func textsAreReadInTheirEncoding(_ content: [UInt8], _ text: String?) throws {
        #expect(try describe(TagBytes.id3(TagBytes.frame("TIT2", content))).title == text)
        #expect(try describe(TagBytes.id3(TagBytes.frame("TIT2", content, major: 3), major: 3)).title == text)
    }

    @Test func undeclaredTextsAreRecognisedTogether() throws {
        // Alone, two bytes say little; beside a longer title they are Korean.
        let title: [UInt8] = [0xB4, 0xD9, 0xBD, 0xC3, 0x20, 0xB8, 0xB8, 0xB3, 0xAD, 0x20, 0xBC, 0xBC, 0xB0, 0xE8]
        let found = try describe(TagBytes.audio + TagBytes.version1(title: title, artist: [0xB4, 0xD9]))
        #expect(found.title == "다시 만난 세계")
        #expect(found.artist == "다")
    }

    @Test func betterTagsWin() throws {
        let tag = TagBytes.id3(TagBytes.text("TIT2", "New")) + TagBytes.id3(TagBytes.text("TIT2", "Old"))
        let ape = TagBytes.ape([("Title", false, Array("Ape".utf8)), ("Album", false, Array("From APE".utf8))])
        let last = TagBytes.version1(title: Array("Last".utf8), artist: Array("Somebody".utf8), genre: 17, track: 7)
        let found = try describe(tag + TagBytes.audio + ape + last)
        #expect(found.title == "New")
        #expect(found.album == "From APE")
        #expect(found.artist == "Somebody")
        #expect(found.genre == "Rock")
        #expect(found.trackNumber == "7")
        #expect(found.date == "1987")
        #expect(found.tags == ["ID3v2.4", "ID3v2.4", "APEv2", "ID3v1"])
    }

    @Test func albumArtistStandsInForTheArtist() throws {
        #expect(try describe(TagBytes.id3(TagBytes.text("TPE2", "Various"))).artist == "Various")
    }

    @Test func replayGainIsReadFromEveryKindOfTag() throws {
        let named =
            TagBytes.named("REPLAYGAIN_Track_gain", "-7.03 dB") + TagBytes.named("replaygain_track_peak", "0,988")
            + TagBytes.named("replaygain_album_gain", "+1.5dB") + TagBytes.named("replaygain_album_peak", "99999")
        var gain = try describe(TagBytes.id3(named)).replayGain
        #expect(gain.trackGain == -7.03)
        #expect(gain.trackPeak == 0.988)
        #expect(gain.albumGain == 1.5)
        #expect(gain.albumPeak == nil)
        // -3 dB in 512ths; the peak in 16 bits, 32768 being full scale.
        let volume = TagBytes.frame("RVA2", Array("album".utf8) + [0, 1, 0xFA, 0x00, 16, 0x40, 0x00])
        gain = try describe(TagBytes.id3(volume)).replayGain
        #expect(gain.albumGain == -3)
        #expect(gain.albumPeak == 0.5)
        gain = try describe(
            TagBytes.audio + TagBytes.ape([("replaygain_track_gain", false, Array("-2.25 dB".utf8))])
        ).replayGain
        #expect(gain.trackGain == -2.25)
    }

    /// The same range as where it is applied, so that `info` shows what is played with, and another tag can stand in.
    @Test func replayGainThatCannotBeMeantIsPassedOver() throws {
        // -3 dB, and a peak of nothing.
        let volume = TagBytes.frame("RVA2", Array("track".utf8) + [0, 1, 0xFA, 0x00, 16, 0x00, 0x00])
        let gain = try describe(
            TagBytes.id3(
                TagBytes.named("replaygain_track_gain", "62 dB") + TagBytes.named("replaygain_album_peak", "9") + volume
            )
        ).replayGain
        #expect(gain.trackGain == -3)
        #expect(gain.trackPeak == nil)
        #expect(gain.albumPeak == nil)
    }

    @Test func lyricsAreReadFromTags() throws {
        let plain = TagBytes.frame("USLT", [3] + Array("eng".utf8) + [0] + Array("one\r\ntwo".utf8))
        #expect(try describe(TagBytes.id3(plain)).lyrics == .unsynchronized("one\ntwo"))
        let timed = TagBytes.frame(
            "SYLT",
            [3] + Array("eng".utf8) + [2, 1, 0] + Array("first".utf8) + [0, 0, 0, 0x03, 0xE8] + Array("second".utf8)
                + [0, 0, 0, 0x07, 0xD0]
        )
        let lines = [
            LyricsText.TimedText(time: .milliseconds(1_000), text: "first"),
            LyricsText.TimedText(time: .milliseconds(2_000), text: "second"),
        ]
        #expect(try describe(TagBytes.id3(plain + timed)).lyrics == .synchronized(lines))
    }

    @Test func sidecarWinsInAnyEncoding() throws {
        let plain = TagBytes.frame("USLT", [3] + Array("eng".utf8) + [0] + Array("tag".utf8))
        try folder.write(
            "track.lrc",
            [0xFF, 0xFE] + "[00:01.00]Ä".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        )
        #expect(try describe(TagBytes.id3(plain)).lyrics == .sidecar("[00:01.00]Ä"))
    }

    @Test func filesThatCannotBeReadSayWhy() throws {
        #expect(throws: AudioError.self) { try reader.describe(uri: "/dev/null/missing.mp3") }
        #expect(throws: AudioError.self) { try reader.describe(uri: "/") }
        #expect(throws: AudioError.self) { try reader.describe(uri: "relative.mp3") }
        #expect(try reader.describe(uri: "http://example.org/a.mp3") == TrackDescription())
    }

    @Test func fileAddressesAreRead() throws {
        try folder.write("a b.mp3", TagBytes.id3(TagBytes.text("TIT2", "Title")))
        #expect(try reader.describe(uri: "file://" + folder.path + "/a%20b.mp3").title == "Title")
    }

    @Test func namesThatAreNoTextAreReadWithWhatLiesBesideThem() throws {
        let place = DiskPath(folder.path)
        let names: [[UInt8]] = [[0xF6] + Array(".mp3".utf8), [0xF6] + Array(".LRC".utf8)]
        try folder.write("new", TagBytes.id3(TagBytes.text("TIT2", "Title")))
        try folder.write("words", Array("[00:01.00]a".utf8))
        try folder.write("Cover.PNG", TagBytes.png)
        for (old, new) in zip(["new", "words"], names) {
            #expect(place.appending(new).withCString { rename(folder.path + "/" + old, $0) } == 0)
        }
        defer { for name in names { _ = place.appending(name).withCString { unlink($0) } } }
        let found = try reader.describe(uri: place.appending(names[0]).location)
        #expect(found.title == "Title" && found.lyrics == .sidecar("[00:01.00]a"))
        #expect(found.pictures.map(\.text) == ["Cover.PNG"])
    }

    @Test func headsOfStreamsAreRead() throws {
        let bytes = TagBytes.id3(TagBytes.text("TIT2", "Title") + TagBytes.picture(TagBytes.png)) + TagBytes.audio
        let found = try reader.describe(headOf: .max) { (offset, count) in
            bytes.dropFirst(Int(clamping: offset)).prefix(count)
        }
        #expect(found.title == "Title")
        #expect(found.pictures.count == 1)
    }
}
