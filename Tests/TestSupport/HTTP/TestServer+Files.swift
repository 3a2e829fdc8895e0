extension TestServer.Connection {
    /// Sends `bytes` as a good server does: parts where they are asked for.
    package func serve(
        _ bytes: [UInt8],
        _ request: TestServer.Request,
        type: String = "audio/mpeg",
        tag: String? = "\"v1\"",
        sending limit: Int = .max
    ) {
        let fields = ["Content-Type: \(type)", "Accept-Ranges: bytes"] + (tag.map { ["ETag: \($0)"] } ?? [])
        let isSame = request.fields["if-range"].map { $0 == tag } ?? true
        guard let start = request.start, isSame else {
            head("200 OK", fields + ["Content-Length: \(bytes.count)"])
            send(bytes.prefix(limit))
            return
        }
        guard start < bytes.count else {
            answer("416 Range Not Satisfiable", ["Content-Range: bytes */\(bytes.count)"], body: [])
            return
        }
        let rest = bytes[Int(start)...]
        let range = "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        head("206 Partial Content", fields + [range, "Content-Length: \(rest.count)"])
        send(rest.prefix(limit))
    }

    /// Sends `bytes` in chunks; `isWhole` false: without the last, empty one.
    package func chunks(_ bytes: [UInt8], of size: Int = 1_000, isWhole: Bool = true) {
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = bytes[start..<min(start + size, bytes.count)]
            send(Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + Array("\r\n".utf8))
        }
        if isWhole { send("0\r\n\r\n") }
    }
}

/// What a station sends: music with metadata between.
package struct TestStation: Sendable {
    package var interval: Int
    private var sent = 0

    package init(interval: Int) { self.interval = interval }

    /// `music` with a block after every `interval` bytes, the first of them with `title`.
    package mutating func stream(_ music: some Collection<UInt8>, title: [UInt8]? = nil) -> [UInt8] {
        var title = title
        var result: [UInt8] = []
        for byte in music {
            result.append(byte)
            sent += 1
            guard sent % interval == 0 else { continue }
            if let text = title {
                let block = Array("StreamTitle='".utf8) + text + Array("';StreamUrl='';".utf8)
                let count = (block.count + 15) / 16
                result += [UInt8(count)] + block + [UInt8](repeating: 0, count: count * 16 - block.count)
                title = nil
            } else {
                result.append(0)
            }
        }
        return result
    }
}
