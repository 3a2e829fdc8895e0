import AudioCore
import Synchronization
import TagReading
import TestSupport
import Testing
import TextRecognition

/// Tags that lie, are cut, or were made to hurt.
@Suite struct HostileTagTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    func read(_ bytes: [UInt8]) throws -> TrackDescription {
        let path = try folder.write("track.mp3", bytes)
        _ = try reader.cover(uri: path)
        return try reader.describe(uri: path)
    }

    @Test func emptyAndShortFilesHaveNoTags() throws {
        for count in 0..<40 { #expect(try read([UInt8](repeating: 0x49, count: count)).tags.isEmpty) }
        #expect(try read(Array("TAG".utf8)).tags.isEmpty)
        #expect(try read(Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]).title == nil)
    }

    @Test func cutTagsGiveWhatIsThere() throws {
        let whole = TagBytes.id3(
            TagBytes.text("TIT2", "Title") + TagBytes.picture(TagBytes.jpeg) + TagBytes.text("TALB", "A")
        )
        for count in stride(from: 0, to: whole.count, by: 97) { try read(Array(whole.prefix(count))) }
        #expect(try read(Array(whole.prefix(3_000))).title == "Title")
    }

    @Test func deepChaptersAndManyFramesAreBounded() throws {
        var chapter: [UInt8] = TagBytes.text("TIT2", "in the depth")
        for _ in 0..<2_000 {
            chapter = TagBytes.frame("CHAP", [0] + [UInt8](repeating: 0, count: 16) + chapter.prefix(80_000))
        }
        #expect(try read(TagBytes.id3(chapter + TagBytes.text("TIT2", "Title"))).title == "Title")
        let many = (0..<30_000).flatMap { _ in TagBytes.text("TXXX", "") }
        try read(TagBytes.id3(many))
        let pictures = (0..<3_000).flatMap { _ in TagBytes.picture(TagBytes.png) }
        #expect(try read(TagBytes.id3(pictures)).pictures.count <= 2_000)
    }

    @Test func noMoreIsRecognisedThanCanBeShown() throws {
        let recognizer = CountingRecognizer()
        var random = SimRandom(seed: 3)
        let frames = (0..<180).flatMap { _ in
            TagBytes.frame(
                "TXXX",
                [0, 0x41, 0] + (0..<60_000).map { _ in UInt8.random(in: 0x80...0xFE, using: &random) }
            )
        }
        let lyrics = (0..<12).flatMap { _ in
            TagBytes.frame(
                "USLT",
                Array("\0eng\0".utf8) + (0..<200_000).map { _ in UInt8.random(in: 0x80...0xFE, using: &random) }
            )
        }
        let title = TagBytes.frame("TIT2", [0] + Array("Caf".utf8) + [0xE9])
        let path = try folder.write("track.mp3", TagBytes.id3(title + frames + lyrics))
        let description = try TagReader(recognizer: recognizer).describe(uri: path)
        #expect(description.title == "Café" && description.lyrics != nil)
        // A megabyte takes some hundredths of a second; all of the tag, 13 MB.
        #expect(recognizer.bytes.withLock { $0 } < 600_000)
    }

    @Test func textOfZerosIsBounded() throws {
        let zeros = TagBytes.frame("TPE1", [3] + [UInt8](repeating: 0, count: 60_000))
        #expect(try read(TagBytes.id3(TagBytes.text("TIT2", "Title") + zeros)).title == "Title")
    }

    @Test func compressedFramesAreInflatedWhereTheyAreSmall() throws {
        // "x" as UTF-8 text, by zlib.
        let small: [UInt8] = [0, 0, 0, 2, 0x78, 0x9C, 0x63, 0xAE, 0x00, 0x00, 0x00, 0x80, 0x00, 0x7C]
        #expect(
            try read(TagBytes.id3(TagBytes.frame("TIT2", small, major: 3, flags: [0, 0x80]), major: 3)).title == "x"
        )
        let bomb = TagBytes.frame("TIT2", small + [UInt8](repeating: 0, count: 60_000), major: 3, flags: [0, 0x80])
        #expect(try read(TagBytes.id3(bomb + TagBytes.frame("TALB", [0, 0x41], major: 3), major: 3)).album == "A")
    }

    @Test func lyingAPETagsAreIgnored() throws {
        var tag = TagBytes.ape([("Title", false, Array("Ape".utf8))])
        tag[tag.count - 20] = 0xFF
        tag[tag.count - 18] = 0xFF
        try read(TagBytes.audio + tag)
        var item = TagBytes.ape([("Title", false, Array("Ape".utf8))])
        item[35] = 0x7F
        try read(TagBytes.audio + item)
    }

    @Test func mutatedTagsNeverHurt() throws {
        var random = SimRandom(seed: 5)
        let timed = [3] + Array("eng".utf8) + [2, 1, 0] + Array("first".utf8) + [0, 0, 0, 0x03, 0xE8]
        let frames =
            TagBytes.text("TIT2", "Title") + TagBytes.named("replaygain_track_gain", "-7 dB")
            + TagBytes.frame("SYLT", timed)
            + TagBytes.frame("RVA2", Array("album".utf8) + [0, 1, 0xFA, 0, 16, 0x40, 0])
            + TagBytes.frame("TPE1", [1, 0xFF, 0xFE, 0xC4, 0, 0x20, 0x4E])
            + TagBytes.frame("COMM", [0] + Array("eng".utf8) + [0xE4, 0, 0xFC, 0xDF]) + TagBytes.picture(TagBytes.png)
        let tails = TagBytes.ape([("Title", false, [0x41]), ("Cover Art (Front)", true, [0x41, 0] + TagBytes.png)])
        for major in 2...4 as ClosedRange<UInt8> {
            let whole =
                TagBytes.id3(frames, major: major) + TagBytes.audio + tails + TagBytes.version1(title: [0xE4, 0xC4])
            for _ in 0..<400 {
                var bytes = whole
                for _ in 0...Int(random.next() % 6) {
                    bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next() >> 8)
                }
                if random.next() % 4 == 0 { bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)))) }
                try read(bytes)
            }
        }
    }

    @Test func longTextsAndManyValuesAreCut() throws {
        let long = String(repeating: "é", count: 20_000)
        let values = (0..<1_000).map { "Artist \($0)" }.joined(separator: "\u{0}")
        let found = try read(TagBytes.id3(TagBytes.text("TIT2", long) + TagBytes.text("TPE1", values)))
        #expect(found.title == String(repeating: "é", count: 512))
        #expect(found.artist?.split(separator: ";").count == 64)
    }
}

/// Counts what it is asked for.
private final class CountingRecognizer: TextRecognizing {
    let bytes = Mutex(0)

    func text(of bytes: [UInt8]) -> String {
        self.bytes.withLock { $0 += bytes.count }
        return TextRecognizer().text(of: bytes)
    }

    func texts(of parts: [[UInt8]]) -> [String] {
        bytes.withLock { $0 += parts.lazy.map(\.count).reduce(0, +) }
        return TextRecognizer().texts(of: parts)
    }
}
