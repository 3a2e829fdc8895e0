import AudioCore
import CCurl

/// Owns one easy handle of libcurl, set up for one request. Used on one thread; not `Sendable`.
final class CurlHandle {
    /// What becomes of a piece of the body.
    enum Taken {
        case all
        /// Nothing of it: it comes again when `goOn` has been called.
        case later
        /// The transfer ends with an error.
        case stop
    }

    let raw: OpaquePointer
    /// Called with each line of each response's head.
    var onHeader: ((UnsafeRawBufferPointer) -> Void)?
    var onBody: ((UnsafeRawBufferPointer) -> Taken)?
    /// Bytes of all heads so far, those of redirects included.
    private var headBytes = 0
    private static let maximumHeadBytes = 64 << 10
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// libcurl writes its words for an error here.
    private let words: UnsafeMutablePointer<CChar>

    /// libcurl is set up once per process; a later call waits for the first.
    private static let libraryCode = curl_global_init(Int(CURL_GLOBAL_ALL))

    /// - Throws: `internal` where libcurl cannot be set up.
    init(_ request: HTTPRequest, options: HTTPOptions) throws(AudioError) {
        guard Self.libraryCode == CURLE_OK, let raw = curl_easy_init() else {
            throw AudioError(.internal, "cannot open \(request.uri): libcurl cannot be set up")
        }
        self.raw = OpaquePointer(raw)
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        configure(request, options)
    }

    deinit {
        curl_easy_cleanup(pointer)
        for list in lists { curl_slist_free_all(list) }
        words.deallocate()
    }

    var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(raw) }

    /// Lets a body flow again that was told to come later.
    func goOn() { _ = curl_easy_pause(pointer, tutti_curl_pause_nothing) }

    /// A transfer with more of head than any server needs ends with `CURLE_WRITE_ERROR`.
    var hasLongHead: Bool { headBytes > Self.maximumHeadBytes }

    fileprivate func took(header line: UnsafeRawBufferPointer) -> Bool {
        headBytes += line.count
        if hasLongHead { return false }
        onHeader?(line)
        return true
    }

    var status: Int {
        var value = 0
        _ = tutti_curl_get_long(pointer, CURLINFO_RESPONSE_CODE, &value)
        return value
    }

    /// Whether a connection has come about; TLS may follow.
    var isConnected: Bool {
        var value = 0
        _ = tutti_curl_get_long(pointer, CURLINFO_PRIMARY_PORT, &value)
        return value != 0
    }

    /// Where the response came from, after redirects.
    var effectiveURI: String {
        var value: UnsafeMutablePointer<CChar>?
        _ = tutti_curl_get_text(pointer, CURLINFO_EFFECTIVE_URL, &value)
        return value.map { String(cString: $0) } ?? ""
    }

    /// What OpenSSL says of the server's certificate.
    var verifyResult: Int {
        var value = 0
        _ = tutti_curl_get_long(pointer, CURLINFO_SSL_VERIFYRESULT, &value)
        return value
    }

    /// libcurl's own words for what went wrong.
    func words(for code: CURLcode) -> String {
        let text = String(cString: words)
        return text.isEmpty ? curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)" : text
    }

    private func configure(_ request: HTTPRequest, _ options: HTTPOptions) {
        set(CURLOPT_ERRORBUFFER, pointer: words)
        set(CURLOPT_URL, request.uri)
        set(CURLOPT_USERAGENT, options.userAgent)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 1)
        set(CURLOPT_MAXREDIRS, options.maximumRedirects)
        set(CURLOPT_NOSIGNAL, 1)
        // A transfer that is given up does not wait for the name of its server to be found.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(options.connectTimeout.milliseconds))
        if let file = options.certificates { set(CURLOPT_CAINFO, file) }
        if let start = request.start { set(CURLOPT_RANGE, "\(start)-") }
        // Without it libcurl would take the first line of a Shoutcast server for HTTP/0.9.
        set(CURLOPT_HTTP200ALIASES, list: ["ICY 200 OK"])
        set(CURLOPT_HTTPHEADER, list: request.headers)
        let context = Unmanaged.passUnretained(self).toOpaque()
        set(CURLOPT_HEADERDATA, pointer: context)
        set(CURLOPT_WRITEDATA, pointer: context)
        _ = tutti_curl_set_callback(pointer, CURLOPT_HEADERFUNCTION, takeHeader)
        _ = tutti_curl_set_callback(pointer, CURLOPT_WRITEFUNCTION, takeBody)
    }

    /// Takes apart what comes compressed in any way that libcurl knows, piece by piece.
    func decode() { set(CURLOPT_ACCEPT_ENCODING, "") }

    func set(_ option: CURLoption, _ value: Int) { _ = tutti_curl_set_long(pointer, option, value) }

    private func set(_ option: CURLoption, _ value: String) { _ = tutti_curl_set_text(pointer, option, value) }

    private func set(_ option: CURLoption, pointer value: UnsafeMutableRawPointer) {
        _ = tutti_curl_set_pointer(pointer, option, value)
    }

    private func set(_ option: CURLoption, list values: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values { list = curl_slist_append(list, value) ?? list }
        guard let list else { return }
        lists.append(list)
        set(option, pointer: list)
    }
}

/// One question to a server.
struct HTTPRequest: Hashable {
    var uri: String
    /// The first byte that is wanted; nil: the whole, without asking for a part.
    var start: Int64?
    /// Further lines of the request.
    var headers: [String] = []
}

private func handle(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
    context.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
}

/// libcurl's callbacks: on the thread that performs the transfer.
private func takeHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
)
    -> Int
{
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return handle(context)?.took(header: line) == false ? 0 : line.count
}

private func takeBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
)
    -> Int
{
    guard let take = handle(context)?.onBody else { return size * count }
    switch take(UnsafeRawBufferPointer(start: bytes, count: size * count)) {
    case .all: return size * count
    case .later: return tutti_curl_write_pause
    case .stop: return 0
    }
}
