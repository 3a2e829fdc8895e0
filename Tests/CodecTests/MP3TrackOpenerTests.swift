import AudioCore
import Glibc
import MP3Decoding
import Testing

@Suite struct MP3TrackOpenerTests {
    static func title(_ frames: [UInt8], major: UInt8 = 4, flags: UInt8 = 0) throws -> String? {
        try Fixture.decoder(Fixture.id3(frames, major: major, flags: flags) + Fixture.bytes("mono-8000.mp3")).info.title
    }

    @Test func tagsAreRead() throws {
        let info = try Fixture.opener.probe(uri: Fixture.folder + "stereo-44100-tagged.mp3")
        #expect(info.title == "Füße")
        #expect(info.artist == "Ärzte")
        #expect(info.album == "Öl")
        #expect(info.length == 20_000)
        #expect(!info.lengthIsEstimate)
    }

    @Test func textComesInManyEncodings() throws {
        let utf16: [UInt8] = [1, 0xFF, 0xFE, 0xC4, 0, 0x20, 0x4E]
        #expect(try Self.title(Fixture.frame("TIT2", utf16)) == "Ä丠")
        #expect(try Self.title(Fixture.frame("TIT2", [1, 0xFE, 0xFF, 0, 0xC4])) == "Ä")
        #expect(try Self.title(Fixture.frame("TIT2", [2, 0, 0xC4])) == "Ä")
        #expect(try Self.title(Fixture.frame("TIT2", [0, 0xC4])) == "Ä")
        #expect(try Self.title(Fixture.frame("TIT2", [0, 0xC3, 0x84])) == "Ä")
        #expect(try Self.title(Fixture.frame("TIT2", [3, 0xC3, 0x84, 0])) == "Ä")
        #expect(try Self.title(Fixture.frame("TIT2", [3, 0x41, 0xFF, 0x42])) == "A\u{FFFD}B")
        #expect(try Self.title(Fixture.frame("TIT2", [3] + Array("A\nB\u{7}\u{0}C".utf8))) == "A B; C")
        #expect(try Self.title(Fixture.frame("TIT2", [3, 0x20])) == nil)
        #expect(try Self.title(Fixture.frame("TIT2", [])) == nil)
    }

    @Test func everyVersionOfTagIsRead() throws {
        let text: [UInt8] = [3] + Array("Song".utf8)
        #expect(try Self.title(Array("TT2".utf8) + [0, 0, 5] + text, major: 2) == "Song")
        #expect(try Self.title(Fixture.frame("TIT2", text, major: 3), major: 3) == "Song")
        // A picture larger than what fits into a small read, with a plain size in 2.4 as iTunes wrote it.
        let picture = Fixture.frame("APIC", [UInt8](repeating: 0xFF, count: 300_000), major: 3)
        #expect(try Self.title(picture + Fixture.frame("TIT2", text)) == "Song")
        #expect(try Self.title(Fixture.frame("APIC", Fixture.junk(300_000)) + Fixture.frame("TIT2", text)) == "Song")
        // Unsynchronized as a whole: 0xFF 0x00 stands for 0xFF.
        let latin = Array("TIT2".utf8) + [0, 0, 0, 3, 0, 0, 0, 0xFF, 0x00, 0x41]
        #expect(try Self.title(latin, major: 3, flags: 0x80) == "ÿA")
        // Padding, then nothing.
        #expect(try Self.title(Fixture.frame("TIT2", text) + [UInt8](repeating: 0, count: 2_000)) == "Song")
    }

    @Test func damagedTagsNeverCrash() throws {
        let audio = try Fixture.bytes("mono-8000.mp3")
        let tag = Fixture.id3(
            Fixture.frame("TIT2", [1, 0xFF, 0xFE, 0x41, 0]) + Fixture.frame("COMM", [0, 1, 2, 3, 4, 5])
        )
        for index in tag.indices {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var broken = tag
                broken[index] = value
                _ = try? Fixture.decoder(broken + audio).info
            }
        }
    }

    @Test func versionOneFillsWhatIsMissing() throws {
        var old = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
        old.replaceSubrange(3..<7, with: Array("Old!".utf8))
        old.replaceSubrange(33..<36, with: [0xC4, 0x42, 0x20])
        let audio = try Fixture.bytes("mono-8000.mp3")
        let tag = Fixture.id3(Fixture.frame("TIT2", [3] + Array("New".utf8)))
        let info = try Fixture.decoder(tag + audio + old).info
        #expect(info.title == "New")
        #expect(info.artist == "ÄB")
        #expect(info.album == nil)
        #expect(info.length == 4_000)
    }

    @Test func addressesAreUnderstood() throws {
        let path = Fixture.folder + "mono-8000.mp3"
        for address in [path, "file://" + path, "file:" + path, "FILE://localhost" + path] {
            #expect(try Fixture.opener.probe(uri: address).sampleRate.hertz == 8_000)
        }
        let encoded = path.replacing("mono-8000", with: "mono%2D8000")
        #expect(try Fixture.opener.probe(uri: "file://" + encoded).sampleRate.hertz == 8_000)
        for (address, code) in [
            ("mono-8000.mp3", AudioError.Code.unsupported), ("", .unsupported), ("http://host/a.mp3", .unsupported),
            ("file://other" + path, .unsupported), ("file:///a%2", .unsupported), ("file:///a%00b", .unsupported),
            (Fixture.folder + "missing.mp3", .notFound), (Fixture.folder, .unsupported), ("/dev/zero", .unsupported),
        ] {
            let error = #expect(throws: AudioError.self, "\(address)") { try Fixture.opener.probe(uri: address) }
            #expect(error?.code == code, "\(address)")
        }
    }

    @Test func pipesAreRefusedInsteadOfWaitedFor() throws {
        let folder = "/tmp/tutti-codec-\(getpid())"
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        let pipe = folder + "/pipe.mp3"
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let error = #expect(throws: AudioError.self) { try Fixture.opener.open(uri: pipe) }
        #expect(error?.code == .unsupported)
    }

    @Test func trackTitlesOfManyMegabytesOfTagTakeNoMemory() throws {
        // A tag whose picture claims 200 MB of a file that has them: sparse, so it costs nothing.
        let folder = "/tmp/tutti-codec-tag-\(getpid())"
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        let path = folder + "/large.mp3"
        let size = 200 << 20
        let head =
            Array("ID3".utf8) + [4, 0, 0] + Fixture.synchsafe(size + 10 + 15) + Array("APIC".utf8)
            + Fixture.synchsafe(size) + [0, 0]
        let tail = Fixture.frame("TIT2", [3] + Array("Last".utf8)) + (try Fixture.bytes("mono-8000.mp3"))
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(descriptor >= 0)
        defer { unlink(path) }
        #expect(pwrite(descriptor, head, head.count, 0) == head.count)
        #expect(pwrite(descriptor, tail, tail.count, off_t(head.count + size)) == tail.count)
        close(descriptor)
        let info = try Fixture.opener.probe(uri: path)
        #expect(info.title == "Last")
        #expect(info.length == 4_000)
    }
}
