import AudioCore
import TestSupport
import Testing

@testable import HTTPSource

/// A path for each fault, and how it ends.
@Suite struct FaultTests {
    private static let file = noise(200_000)

    /// How reading a path ends.
    enum End: Sendable {
        case whole
        case first(Int)
        case error(AudioError.Code, String)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var end: End
        var handler: TestServer.Handler
        var testDescription: String { name }

        init(_ name: String, _ end: End, _ handler: @escaping TestServer.Handler) {
            (self.name, self.end, self.handler) = (name, end, handler)
        }
    }

    static let faults: [Fault] = [
        Fault("a good server", .whole) { $1.serve(file, $0) },
        Fault("no parts, with a length", .whole) { $1.answer("200 OK", ["Content-Type: audio/mpeg"], body: file) },
        Fault("chunks", .whole) {
            $1.head("200 OK", ["Transfer-Encoding: chunked"])
            $1.chunks(file)
        },
        Fault("no length at all", .whole) {
            $1.head("200 OK", [])
            $1.send(file)
        },
        Fault("cut after every 50,000 bytes, parts allowed", .whole) { $1.serve(file, $0, sending: 50_000) },
        Fault("cut, and no parts: the whole comes again", .whole) {
            $1.head("200 OK", ["Content-Length: \(file.count)"])
            $1.send(file.prefix($0.earlier == 0 ? 70_000 : .max))
        },
        Fault("cut chunks: the whole comes again", .whole) {
            $1.head("200 OK", ["Transfer-Encoding: chunked"])
            $1.chunks($0.earlier == 0 ? Array(file.prefix(70_000)) : file, isWhole: $0.earlier > 0)
        },
        Fault("a reset in the middle", .whole) {
            $1.serve(file, $0, sending: $0.earlier == 0 ? 60_000 : .max)
            if $0.earlier == 0 { $1.reset() }
        },
        Fault("a stall in the middle", .whole) {
            $1.serve(file, $0, sending: $0.earlier == 0 ? 60_000 : .max)
            if $0.earlier == 0 { $1.hang() }
        },
        Fault("no parts from the beginning either: the whole is asked for", .whole) {
            if $0.fields["range"] != nil {
                $1.answer("416 Range Not Satisfiable", [], body: [])
            } else {
                $1.answer("200 OK", [], body: file)
            }
        },
        Fault("a head without an end", .error(.unsupported, "a head that does not end")) {
            $1.head("200 OK", (0..<2_000).map { "X-Field-\($0): \(String(repeating: "x", count: 50))" })
            $1.send(file)
        },
        Fault("cut for good", .error(.unavailable, "broke off (transfer closed with 50000 bytes")) {
            $1.head("200 OK", ["Content-Length: 250000"])
            $1.send(file)
        },
        Fault("cut for good, with parts", .error(.unavailable, "broke off")) {
            if $0.earlier == 0 { $1.serve(file, $0, sending: 60_000) }
        },
        Fault("a stall for good", .error(.unavailable, "sends nothing any more")) {
            $1.head("200 OK", ["Content-Length: \(file.count)"])
            $1.send(file.prefix(60_000))
            $1.hang()
        },
        Fault("chunks that are cut for good", .error(.unavailable, "broke off")) {
            $1.head("200 OK", ["Transfer-Encoding: chunked"])
            $1.chunks(Array(file.prefix(70_000)), isWhole: false)
        },
        Fault("a length that no disk holds", .first(200_000)) {
            $1.head("200 OK", ["Content-Length: \(Int64.max)"])
            $1.send(file)
        },
        Fault("a length that it takes back", .first(200_000)) {
            let range = "Content-Range: bytes */\(file.count)"
            guard $0.start ?? 0 < file.count else { return $1.answer("416 No", [range], body: []) }
            let start = Int($0.start ?? 0)
            $1.head("206 Part", ["Content-Range: bytes \(start)-299999/300000", "Content-Length: \(300_000 - start)"])
            $1.send(file[start...])
        },
        Fault("a length that is too large, with parts", .error(.unavailable, "refuses to send the rest")) {
            guard $0.start ?? 0 < file.count else { return $1.answer("416 No", ["Content-Range: bytes */*"], body: []) }
            let start = Int($0.start ?? 0)
            $1.head("206 Part", ["Content-Range: bytes \(start)-299999/300000", "Content-Length: \(300_000 - start)"])
            $1.send(file[start...])
        },
        Fault("a length that is too small", .first(1_000)) {
            $1.head("200 OK", ["Content-Length: 1000"])
            $1.send(file)
        },
        Fault("an earlier part than was asked for", .whole) {
            let start = max(0, Int($0.start ?? 0) - 1_000)
            let range = "Content-Range: bytes \(start)-\(file.count - 1)/\(file.count)"
            $1.head("206 Part", [range, "Content-Length: \(file.count - start)"])
            $1.send(file[start...].prefix(80_000))
        },
        Fault("a later part than was asked for: the whole is asked for", .whole) {
            guard let start = $0.start, start > 0 else {
                return $1.serve(file, $0, sending: $0.earlier == 0 ? 60_000 : .max)
            }
            let range = "Content-Range: bytes \(start + 1_000)-\(file.count - 1)/\(file.count)"
            $1.answer("206 Part", [range], body: Array(file[(Int(start) + 1_000)...]))
        },
        Fault("it changes while it is read", .error(.unavailable, "changed")) {
            $1.serve($0.earlier == 0 ? file : noise(200_000, seed: 9), $0, tag: "\"v\($0.earlier)\"", sending: 90_000)
        },
        Fault("trouble at first", .whole) {
            if $0.earlier == 0 { $1.answer("503 Busy", [], body: []) } else { $1.serve(file, $0) }
        },
        Fault("busy for a while", .whole) {
            if $0.earlier < 4 { $1.answer("503 Busy", ["Retry-After: 0"], body: []) } else { $1.serve(file, $0) }
        },
        Fault("trouble for ever", .error(.unavailable, "status 500")) {
            $1.answer("500 Oh", [], body: Array("no".utf8))
        },
        Fault("missing", .error(.notFound, "404")) { $1.answer("404 Not Found", [], body: Array("no".utf8)) },
        Fault("gone in the middle", .error(.notFound, "410")) {
            if $0.earlier > 0 { $1.answer("410 Gone", [], body: []) } else { $1.serve(file, $0, sending: 9_000) }
        },
        Fault("forbidden", .error(.permissionDenied, "403")) { $1.answer("403 No", [], body: []) },
        Fault("a password", .error(.permissionDenied, "password")) { $1.answer("401 No", [], body: []) },
        Fault("a loop of redirects", .error(.unavailable, "redirects in a circle")) {
            $1.answer("302 Found", ["Location: \($0.path)"], body: [])
        },
        Fault("a redirect to nowhere", .error(.unavailable, "redirects to nowhere")) {
            $1.answer("302 Found", [], body: [])
        },
        Fault("a redirect to a file", .error(.unsupported, "neither http: nor https:")) {
            $1.answer("302 Found", ["Location: file:///etc/passwd"], body: [])
        },
        Fault("a redirect to FTP", .error(.unsupported, "neither http: nor https:")) {
            $1.answer("302 Found", ["Location: ftp://127.0.0.1/a.mp3"], body: [])
        },
        Fault("not HTTP", .error(.unsupported, "does not speak HTTP")) { $1.send("SSH-2.0-OpenSSH_9.2\r\n\r\n") },
        Fault("closed at once", .error(.unavailable, "broke off")) { _, _ in },
        Fault("silence", .error(.unavailable, "did not answer in time")) { $1.hang() },
        Fault("silence after the head", .error(.unavailable, "nothing any more")) {
            $1.head("200 OK", ["Content-Length: 1000"])
            $1.hang()
        },
        Fault("nothing in it", .error(.unavailable, "its server sent nothing; check")) {
            $1.answer("200 OK", [], body: [])
        },
        Fault("nothing in it by its status", .error(.unavailable, "its server sent nothing (status 204)")) {
            $1.answer("204 No Content", [], body: [])
        },
        Fault("nothing in it, said with parts", .error(.unavailable, "its server sent nothing")) {
            $1.answer("416 No", ["Content-Range: bytes */0"], body: [])
        },
        Fault("a station that sends nothing", .error(.unavailable, "its server sent nothing")) {
            $1.head("200 OK", ["icy-br: 128"])
        },
        Fault("a web page", .error(.unsupported, "web page")) {
            $1.answer("200 OK", ["Content-Type: text/html; charset=utf-8"], body: Array("<html>".utf8))
        },
        Fault("a web page that calls itself music", .error(.unsupported, "web page")) {
            $1.answer("200 OK", ["Content-Type: audio/mpeg"], body: Array("<!DOCTYPE html><html>".utf8))
        },
        Fault("a web page behind a comment", .error(.unsupported, "web page")) {
            let page = "<!-- \(String(repeating: "-", count: 90)) -->\n<html lang=en>"
            $1.answer("200 OK", ["Content-Type: text/html"], body: Array(page.utf8))
        },
        Fault("music that is called a web page", .whole) {
            $1.answer("200 OK", ["Content-Type: text/html"], body: file)
        },
        Fault("compressed unasked", .error(.unsupported, "compressed")) {
            $1.answer("200 OK", ["Content-Encoding: gzip"], body: [0x1F, 0x8B, 8, 0] + noise(500))
        },
        Fault("a station of another format", .error(.unsupported, "only MP3")) {
            $1.head("200 OK", ["Content-Type: audio/aacp", "icy-name: A"])
            $1.send(noise(5_000))
            $1.hang()
        },
        Fault("HLS by its type", .error(.unsupported, "HLS")) {
            $1.answer("200 OK", ["Content-Type: application/vnd.apple.mpegurl"], body: Array("#EXTM3U".utf8))
        },
        Fault("HLS by its content", .error(.unsupported, "HLS")) {
            $1.answer("200 OK", [], body: Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n".utf8))
        },
        Fault("a playlist of addresses alone", .error(.unsupported, "save it under a playlist's name")) {
            $1.answer("200 OK", ["Content-Type: audio/x-mpegurl"], body: Array("http://radio.example/live\r\n".utf8))
        },
        Fault("a playlist", .error(.unsupported, "playlist")) {
            $1.answer("200 OK", [], body: Array("#EXTM3U\n#EXTINF:6,A\na.mp3\n".utf8))
        },
    ]

    @Test(arguments: faults) func everyPathEndsAsItShould(fault: Fault) throws {
        let server = try TestServer(["/music": fault.handler])
        defer { server.stop() }
        let opener = HTTPOpener(options: quickOptions)
        do {
            let source = try opener.open(uri: server.url("/music"), monitor: TestMonitor())
            let bytes = try readAll(source)
            switch fault.end {
            case .whole: #expect(bytes.count == Self.file.count && bytes.elementsEqual(Self.file) == true)
            case .first(let count):
                #expect(bytes.count == count && bytes.elementsEqual(Self.file.prefix(count)) == true)
            case .error: Issue.record("no error, but \(bytes.count) bytes")
            }
        } catch let error as AudioError {
            guard case .error(let code, let words) = fault.end else { throw error }
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(words), "\(error)")
            #expect(error.message.contains(server.url("/music")))
        }
    }
}
