import AudioCore
import Testing

/// Names of files that are no text.
@Suite struct DiskPathTests {
    private static let names: [[UInt8]] = [
        [], Array("plain".utf8), Array("Ü\u{1F3B5}".utf8), [0x42, 0xF6, 0x72], [0xF6], [0xE2, 0x82],
        [0xC0, 0xAF, 0x41],
        [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0x9F, 0x80, 0xFF], Array(1...255), Array("\u{10F780}\u{10F7FF}".utf8) + [0x80],
        [0x41, 0xE2, 0x82, 0xC3, 0xA9, 0xF0, 0x9F],
    ]

    @Test(arguments: names)
    func bytesAreCarriedInTextWithoutLoss(_ bytes: [UInt8]) {
        #expect(ByteText.bytes(of: ByteText.text(of: bytes)) == bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == ByteText.shown(ByteText.text(of: bytes)))
    }

    /// Whoever appends to a text for each of its bytes needs a minute for these.
    @Test func manyBytesThatAreNoTextAreCarriedToo() {
        let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) | 0x80 }
        #expect(ByteText.bytes(of: ByteText.text(of: bytes)) == bytes)
    }

    @Test(arguments: names)
    func aLocationLeadsBackToThePath(_ name: [UInt8]) throws {
        let path = DiskPath("/m/100% #1?").appending(name)
        #expect(try TrackURI.path(of: path.location) == path)
        #expect(path.location.utf8.first == UInt8(ascii: path.isText ? "/" : "f"))
    }

    @Test func textStaysAsItIsAndBytesAreEncoded() {
        #expect(DiskPath("/m/Björk 100%.mp3").location == "/m/Björk 100%.mp3")
        #expect(DiskPath("/m/a b".utf8 + [0xF6] + "~%.mp3".utf8).location == "file:///m/a%20b%F6~%25.mp3")
        #expect(ByteText.isText("Björk") && !ByteText.isText(ByteText.text(of: [0xF6])))
    }

    @Test(arguments: [
        ("/a/./b//../c/", "/a/c"), ("/../..", "/"), ("", "/"), ("/x/\u{301}y/.z/...", "/x/\u{301}y/.z/..."),
    ])
    func pathsAreMadeNormalByNameAlone(_ path: String, _ normal: String) {
        #expect(DiskPath(path).normalized == DiskPath(normal))
    }

    @Test func aPathHasAFolderAndAName() {
        // A letter's mark may begin a name: the slash before it is one all the same.
        let path = DiskPath("/m/\u{301}x.mp3")
        #expect(path.folder == DiskPath("/m") && Array(path.name) == Array("\u{301}x.mp3".utf8))
        #expect(DiskPath("/x").folder == DiskPath("/") && DiskPath("/").appending("x".utf8) == DiskPath("/x"))
        #expect(DiskPath("/m").appending("/x".utf8) == DiskPath("/x"))
        #expect(DiskPath([0x2F, 0xF6]).withCString { $0[0] == 0x2F && $0[1] == -10 && $0[2] == 0 })
    }
}
