package import AudioCore
import CCurl
import LinuxSystem

/// Fetches playlists and covers by http: and https:, and from files. Calls block. Callable from any thread.
package struct HTTPFetcher: ResourceFetching {
    private let options: HTTPOptions

    package init(options: HTTPOptions) { self.options = options }

    /// - Throws: `notFound`, `permissionDenied`, `unavailable`, or `unsupported` for other schemes, for what is longer
    ///   than `limit`, and for music.
    package func fetch(uri: String, limit: Int) throws(AudioError) -> FetchedResource {
        guard HTTPAddress.isRemote(uri) else { return try file(uri, limit) }
        // Some servers compress what they send, though not asked to; others name as its encoding what is none.
        return try resource(uri, limit, decoding: true)
    }

    /// - Parameter decoding: whether what is compressed is to be taken apart; where that fails it is taken as it comes.
    ///   `limit` is that of what comes out.
    private func resource(_ uri: String, _ limit: Int, decoding: Bool) throws(AudioError) -> FetchedResource {
        let request = HTTPRequest(uri: HTTPAddress.plain(uri), headers: ["Accept-Encoding: identity"])
        let handle = try CurlHandle(request, options: options)
        if decoding { handle.decode() }
        handle.set(CURLOPT_TIMEOUT_MS, Int(options.fetchTimeout.milliseconds))
        var head = ResponseHead()
        var bytes: [UInt8] = []
        var refusal: AudioError?
        handle.onHeader = { _ = head.take($0) }
        handle.onBody = { piece in
            if head.status >= 300 { return .all }
            if Self.isMusic(head) {
                refusal = AudioError(.unsupported, "cannot fetch \(uri): it is audio (\(head.mediaType))")
            } else if bytes.count + piece.count > limit {
                refusal = AudioError(.unsupported, "cannot fetch \(uri): it is longer than \(limit) bytes")
            }
            if refusal != nil { return .stop }
            bytes.append(contentsOf: piece)
            guard Self.isMusic(bytes) else { return .all }
            refusal = AudioError(.unsupported, "cannot fetch \(uri): it is audio")
            return .stop
        }
        let code = try perform(handle, uri)
        if let refusal { throw refusal }
        if decoding, code == CURLE_BAD_CONTENT_ENCODING { return try resource(uri, limit, decoding: false) }
        guard code == CURLE_OK else { throw TransferFailure(code, handle).error("fetch", uri) }
        if let failure = TransferFailure(status: head.status) { throw failure.error("fetch", uri) }
        return FetchedResource(bytes: bytes, mediaType: head.mediaType, uri: handle.effectiveURI)
    }

    /// - Throws: `unavailable` once the task is cancelled.
    private func perform(_ handle: CurlHandle, _ uri: String) throws(AudioError) -> CURLcode {
        let multi = try CurlMulti()
        multi.add(handle)
        defer { multi.remove(handle) }
        while true {
            if let code = multi.perform() { return code }
            if Task.isCancelled { throw AudioError(.unavailable, "cannot fetch \(uri): it took too long") }
            multi.wait(Self.cancellationInterval)
        }
    }

    /// How often a wait looks whether it is still wanted.
    private static let cancellationInterval = Interval.milliseconds(50)

    /// A stream that would never end.
    private static func isMusic(_ head: ResponseHead) -> Bool {
        head.isStation && !head.mediaType.hasSuffix("url") && !head.mediaType.hasSuffix("scpls")
            || ["audio/mpeg", "audio/mp3", "audio/aac", "audio/aacp", "audio/ogg"].contains(head.mediaType)
    }

    /// Music that is not called so; waiting for all of it may take as long as it plays. FF FE is a byte order mark.
    private static func isMusic(_ start: [UInt8]) -> Bool {
        if start.starts(with: "ID3".utf8) || start.starts(with: "OggS".utf8) || start.starts(with: "fLaC".utf8) {
            return true
        }
        return start.count >= 2 && start[0] == 0xFF && start[1] >= 0xE0 && start[1] != 0xFE
    }

    private func file(_ uri: String, _ limit: Int) throws(AudioError) -> FetchedResource {
        let path = try TrackURI.path(of: uri)
        let source = try FileByteSource(path: path)
        let bytes = try source.bytes(Int(min(source.size ?? 0, Int64(limit))) + 1)
        guard bytes.count <= limit else {
            throw AudioError(.unsupported, "cannot read \(path.location): it is longer than \(limit) bytes")
        }
        return FetchedResource(bytes: bytes, mediaType: "", uri: uri)
    }
}
