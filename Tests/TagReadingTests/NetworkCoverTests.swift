import AudioCore
import TagReading
import Testing

/// Covers and lyrics that come by http:.
@Suite struct NetworkCoverTests {
    /// What a server has, by address.
    private struct Server: RemoteByteSourceOpening, ResourceFetching {
        var resources: [String: [UInt8]]
        var isStation = false

        func isRemote(uri: String) -> Bool { uri.hasPrefix("http://") }

        func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> any ByteSource {
            if monitor.isCancelled { throw AudioError(.unavailable, "nobody wants \(uri)") }
            return Sent(try fetch(uri: uri, limit: .max).bytes, isLive: isStation)
        }

        func fetch(uri: String, limit: Int) throws(AudioError) -> FetchedResource {
            guard let bytes = resources[uri] else { throw AudioError(.notFound, "no \(uri)") }
            guard bytes.count <= limit else { throw AudioError(.unsupported, "\(uri) is too long") }
            return FetchedResource(bytes: bytes, mediaType: "image/jpeg", uri: uri)
        }
    }

    private final class Sent: ByteSource {
        let size: Int64? = nil
        let isSeekable = true
        let isLive: Bool
        private let bytes: [UInt8]
        private var offset = 0

        init(_ bytes: [UInt8], isLive: Bool) {
            self.bytes = bytes
            self.isLive = isLive
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
            let piece = bytes.dropFirst(offset).prefix(buffer.count)
            buffer.copyBytes(from: piece)
            offset += piece.count
            return piece.count
        }

        func seek(to offset: Int64) throws(AudioError) { self.offset = Int(clamping: offset) }
    }

    private func reader(_ resources: [String: [UInt8]], isStation: Bool = false) -> TagReader {
        let server = Server(resources: resources, isStation: isStation)
        return TagReader(recognizer: PlainText(), network: CoverNetwork(opener: server, fetcher: server))
    }

    private struct PlainText: TextRecognizing {
        func text(of bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    }

    private let track = "http://example.org/track.mp3"

    @Test func theCoverOfATrackThatComesByHTTPIsInItsTags() throws {
        let frames = TagBytes.picture(TagBytes.png, kind: 8) + TagBytes.picture(TagBytes.jpeg, kind: 3)
        let reader = reader([track: TagBytes.id3(frames) + TagBytes.audio])
        #expect(try reader.cover(uri: track) == Picture(mimeType: "image/jpeg", bytes: TagBytes.jpeg))
    }

    @Test func whoeverWaitsForATracksServerCanEndIt() {
        let reader = reader([track: TagBytes.id3(TagBytes.picture(TagBytes.jpeg, kind: 3))])
        #expect(throws: AudioError(.unavailable, "nobody wants \(track)")) {
            try reader.cover(uri: track, monitor: Watching(isCancelled: true))
        }
    }

    @Test func theLyricsOfATrackThatComesByHTTPAreInItsTags() throws {
        let frames = TagBytes.frame("USLT", [3] + Array("eng".utf8) + [0] + Array("one\ntwo".utf8))
        let tagged = TagBytes.id3(frames) + TagBytes.audio
        #expect(try reader([track: tagged]).lyrics(uri: track, monitor: Watching()) == .unsynchronized("one\ntwo"))
        #expect(try reader([track: TagBytes.audio]).lyrics(uri: track, monitor: Watching()) == nil)
        #expect(try reader([track: tagged], isStation: true).lyrics(uri: track, monitor: Watching()) == nil)
        #expect(throws: AudioError(.unavailable, "nobody wants \(track)")) {
            try reader([track: tagged]).lyrics(uri: track, monitor: Watching(isCancelled: true))
        }
    }

    @Test func aStationHasNoCover() throws {
        let frames = TagBytes.picture(TagBytes.jpeg, kind: 3)
        #expect(try reader([track: TagBytes.id3(frames)], isStation: true).cover(uri: track) == nil)
    }

    @Test(arguments: ["http://example.org/a.jpg", "http://example.org/a.jpg\0"])
    func thePictureThatATagNamesIsFetched(address: String) throws {
        let folder = try TemporaryFolder()
        let frames =
            TagBytes.picture(TagBytes.png, kind: 8) + TagBytes.picture(Array(address.utf8), kind: 3, mime: "-->")
        let path = try folder.write("track.mp3", TagBytes.id3(frames) + TagBytes.audio)
        let reader = reader(["http://example.org/a.jpg": TagBytes.jpeg])
        #expect(try reader.cover(uri: path) == Picture(mimeType: "image/jpeg", bytes: TagBytes.jpeg))
    }

    @Test func whatIsNoPictureOrNoWebAddressGivesWayToTheNext() throws {
        let folder = try TemporaryFolder()
        let huge = TagBytes.jpeg + [UInt8](repeating: 1, count: TagReader.coverLimit)
        let frames = [
            "http://example.org/page", "http://example.org/huge", "http://example.org/none", "file:///etc/passwd",
        ]
        .flatMap { TagBytes.picture(Array($0.utf8), kind: 3, mime: "-->") }
        let path = try folder.write("track.mp3", TagBytes.id3(frames + TagBytes.picture(TagBytes.png, kind: 8)))
        let reader = reader(["http://example.org/page": Array("<html>".utf8), "http://example.org/huge": huge])
        #expect(try reader.cover(uri: path) == Picture(mimeType: "image/png", bytes: TagBytes.png))
    }

    @Test func aPictureAtAnAddressIsOneOrNone() {
        let (there, text) = ("http://h/p", "http://h/t")
        let reader = reader([there: TagBytes.png, text: Array("no picture".utf8)])
        #expect(reader.picture(at: there) == Picture(mimeType: "image/png", bytes: TagBytes.png))
        #expect(reader.picture(at: text) == nil)
        #expect(reader.picture(at: "http://h/gone") == nil)
        #expect(reader.picture(at: "/etc/passwd") == nil)
        #expect(reader.picture(at: "/dev/zero") == nil)
        #expect(reader.picture(at: "p.png") == nil)
    }
}
