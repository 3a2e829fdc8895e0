import AudioCore
import Glibc
import LinuxSystem
import MP3Decoding
import SoxrResampling
import Testing

@Suite struct MP3TrackOpenerTests {
    @Test func tagsAreSteppedOver() throws {
        let info = try Fixture.opener.open(uri: Fixture.folder + "stereo-44100-tagged.mp3").info
        #expect(info.title == nil)
        #expect(info.length == 20_000)
        #expect(!info.lengthIsEstimate)
        #expect(info.description?.format == "MPEG-1 layer III")
    }

    @Test func theNoteOfDelayIsReadInEveryEncoding() throws {
        let note = " 00000000 00000210 0000000A 0000000000001000"
        func wide(_ text: String) -> [UInt8] { [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] as [UInt8] } }
        let language = Array("eng".utf8)
        let latin: [UInt8] = [0] + language + Array("iTunSMPB".utf8) + [0] + Array(note.utf8)
        let utf16: [UInt8] = [1] + language + wide("iTunSMPB") + [0, 0] + wide(note)
        for content in [latin, utf16] {
            let tag = Fixture.id3(Fixture.frame("APIC", Fixture.junk(300_000)) + Fixture.frame("COMM", content))
            let decoder = try Fixture.decoder(tag + Fixture.bytes("stereo-44100-notes-missing.mp3"))
            // 21,888 frames without the delay of 0x210 and the decoder's own of 529.
            #expect(decoder.length == .exact(20_831))
        }
    }

    @Test func whatTheTagsSayComesWithTheTrack() throws {
        let opener = MP3TrackOpener(describing: Described()) { rate throws(AudioError) in try SoxrResampler(from: rate)
        }
        let info = try opener.open(uri: Fixture.folder + "mono-8000.mp3").info
        #expect(info.title == "told")
        #expect(info.description?.format == "MPEG-2.5 layer III")
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

    @Test func addressesAreUnderstood() throws {
        let path = Fixture.folder + "mono-8000.mp3"
        for address in [path, "file://" + path, "file:" + path, "FILE://localhost" + path, "file://LocalHost" + path] {
            #expect(try Fixture.opener.open(uri: address).info.sampleRate.hertz == 8_000)
        }
        let encoded = path.replacing("mono-8000", with: "mono%2D8000")
        #expect(try Fixture.opener.open(uri: "file://" + encoded).info.sampleRate.hertz == 8_000)
        for (address, code) in [
            ("mono-8000.mp3", AudioError.Code.unsupported), ("", .unsupported), ("http://host/a.mp3", .unsupported),
            ("file://other" + path, .unsupported), ("file:///a%2", .unsupported), ("file:///a%00b", .unsupported),
            (Fixture.folder + "missing.mp3", .notFound), (Fixture.folder, .unsupported), ("/dev/zero", .unsupported),
        ] {
            let error = #expect(throws: AudioError.self, "\(address)") { try Fixture.opener.open(uri: address).info }
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
        let name = folder + "/socket.mp3"
        try #require(mknod(name, S_IFSOCK | 0o600, 0) == 0)
        defer { unlink(name) }
        let refusal = #expect(throws: AudioError.self) { try Fixture.opener.open(uri: name) }
        #expect(refusal?.message == "cannot play \(name): it is a pipe, a socket or a device, not a file")
    }

    @Test func aFileThatIsCutOffWhileItIsReadIsNoShorterTrack() throws {
        let path = "/tmp/tutti-codec-cut-\(getpid()).mp3"
        let file = try #require(fopen(path, "w"))
        defer { unlink(path) }
        let bytes = [UInt8](repeating: 7, count: 200_000)
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        let source = try FileByteSource(path: DiskPath(path))
        truncate(path, 100_000)
        #expect(try source.bytes(100_000).count == 100_000)
        let error = #expect(throws: AudioError.self) { try source.bytes(1) }
        #expect(error?.message.contains("has been cut to 100000 bytes or less since it was opened") == true)
        try source.seek(to: 200_000)
        #expect(try source.bytes(1).isEmpty)
    }

    @Test func tagsOfManyMegabytesTakeNoMemory() throws {
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
        let info = try Fixture.opener.open(uri: path).info
        #expect(info.length == 4_000)
    }
}

/// Says the same of every track.
private struct Described: TrackDescribing {
    func describe(uri: String) throws(AudioError) -> TrackDescription {
        var description = TrackDescription()
        description.title = "told"
        return description
    }

    func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture? { nil }
}
