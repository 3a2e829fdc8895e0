import AudioCore
import TagReading
import Testing

@Suite struct CoverTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func track(_ bytes: [UInt8]) throws -> String { try folder.write("track.mp3", bytes) }

    @Test func frontCoverComesFirstAndTheTypeByContent() throws {
        let frames =
            TagBytes.picture(TagBytes.png, kind: 8, text: "artist")
            + TagBytes.picture(TagBytes.jpeg, kind: 3, mime: "image/png", text: "front")
        let path = try track(TagBytes.id3(frames) + TagBytes.audio)
        #expect(
            try reader.describe(uri: path).pictures == [
                PictureDescription(mimeType: "image/png", kind: "artist", size: TagBytes.png.count, text: "artist"),
                PictureDescription(
                    mimeType: "image/jpeg",
                    kind: "front cover",
                    size: TagBytes.jpeg.count,
                    text: "front"
                ),
            ]
        )
        #expect(try reader.cover(uri: path) == Picture(mimeType: "image/jpeg", bytes: TagBytes.jpeg))
    }

    @Test func olderPicturesAreRead() throws {
        let picture = TagBytes.frame("PIC", [0] + Array("PNG".utf8) + [3, 0] + TagBytes.png, major: 2)
        let path = try track(TagBytes.id3(picture, major: 2))
        #expect(try reader.cover(uri: path) == Picture(mimeType: "image/png", bytes: TagBytes.png))
        // Unsynchronized as a whole: a zero behind each 0xFF.
        let content = [0] + Array("image/jpeg".utf8) + [0, 3, 0] + TagBytes.jpeg
        let frame = TagBytes.frame("APIC", content, major: 3)
        let plain = try track(TagBytes.id3(frame.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }, major: 3, flags: 0x80))
        #expect(try reader.cover(uri: plain) == Picture(mimeType: "image/jpeg", bytes: TagBytes.jpeg))
    }

    @Test func pictureOfAPETagIsRead() throws {
        let path = try track(
            TagBytes.audio + TagBytes.ape([("Cover Art (Front)", true, Array("front.png".utf8) + [0] + TagBytes.png)])
        )
        #expect(try reader.describe(uri: path).pictures.first?.kind == "front cover")
        #expect(try reader.cover(uri: path) == Picture(mimeType: "image/png", bytes: TagBytes.png))
    }

    @Test func folderImageStandsIn() throws {
        let path = try track(TagBytes.audio)
        #expect(try reader.cover(uri: path) == nil)
        try folder.write("Folder.JPG", TagBytes.jpeg)
        #expect(try reader.cover(uri: path)?.mimeType == "image/jpeg")
        try folder.write("cover.png", TagBytes.png)
        #expect(try reader.cover(uri: path)?.mimeType == "image/png")
        #expect(try reader.describe(uri: path).pictures.map(\.text) == ["cover.png"])
    }

    @Test func linksAndNonsenseAreNoCovers() throws {
        let frames =
            TagBytes.picture(Array("http://example.org/a.jpg".utf8), mime: "-->") + TagBytes.picture([1, 2, 3, 4, 5])
        let path = try track(TagBytes.id3(frames))
        let pictures = try reader.describe(uri: path).pictures
        #expect(pictures.map(\.mimeType) == ["text/uri-list", "application/octet-stream"])
        #expect(pictures.first?.text == "http://example.org/a.jpg")
        #expect(try reader.cover(uri: path) == nil)
    }

    @Test func hugePicturesAreCountedAndNotRead() throws {
        let huge = TagBytes.jpeg + [UInt8](repeating: 1, count: TagReader.coverLimit)
        let path = try track(TagBytes.id3(TagBytes.picture(huge) + TagBytes.picture(TagBytes.png, kind: 0)))
        #expect(try reader.describe(uri: path).pictures.map(\.size) == [huge.count, TagBytes.png.count])
        #expect(try reader.cover(uri: path)?.mimeType == "image/png")
    }
}
