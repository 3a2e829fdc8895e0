import AudioCore

/// What to ask a server for, and what to make of its answers: how a resource is read through cuts, stalls and lies.
/// Pure; one for each resource. Offsets are bytes of the resource (of a station: bytes of music since the start).
struct TransferPlan {
    enum Kind: Hashable {
        case unknown
        /// It has an end, whether its size is known or not.
        case finite
        /// A station: it is asked for ever, and what comes is the present.
        case live
    }

    /// What to do with the body of an answer.
    enum Answer: Hashable {
        /// Take it, without its first bytes.
        case accept(skip: Int64)
        /// Take it, if it begins with the bytes that the first answer began with, without what is there already; it is
        /// a stream's present otherwise. The server tells neither length nor parts.
        case compare
        /// There is nothing behind the offset that was asked for.
        case end
        case fail(TransferFailure)
    }

    /// What to do after a transfer.
    enum Next: Hashable {
        case finished
        case again(after: Interval)
        case fail(TransferFailure)
    }

    let uri: String
    private let options: HTTPOptions
    private(set) var kind = Kind.unknown
    private(set) var size: Int64?
    /// Whether the server sends parts; nil until it has been asked for one that is not the whole.
    private(set) var sendsParts: Bool?
    /// It says so.
    private var promisesParts = false
    /// The end of a connection is its end, although libcurl believes in the length that was told.
    private var endsUntold = false
    private(set) var validator: String?
    /// The offset of the byte that is wanted next.
    private(set) var next: Int64
    /// Transfers in a row that brought nothing.
    private var failures = 0
    private var hasReceived = false

    init(uri: String, options: HTTPOptions, start: Int64 = 0) {
        self.uri = uri
        next = start
        self.options = options
    }

    var isSeekable: Bool { kind == .finite && (sendsParts ?? promisesParts) && size != nil }

    /// The original address again, whatever it redirected to before.
    var request: HTTPRequest {
        var request = HTTPRequest(uri: HTTPAddress.plain(uri), headers: ["Icy-MetaData: 1", "Accept: */*"])
        switch kind {
        case .live: break
        case .unknown: request.start = sendsParts == false ? nil : next
        case .finite:
            guard sendsParts ?? (next > 0 && size != nil) else { break }
            request.start = next
            // A changed resource comes whole, and is told by that.
            if next > 0, let validator { request.headers.append("If-Range: \(validator)") }
        }
        return request
    }

    /// The decoder wants to go on at `offset`, or a transfer was ended for another reason than trouble.
    mutating func move(to offset: Int64) {
        next = offset
        failures = 0
    }

    /// `count` bytes have come that were not there.
    mutating func received(_ count: Int) {
        next += Int64(count)
        if count > 0 {
            failures = 0
            hasReceived = true
        }
    }

    mutating func answered(_ head: ResponseHead) -> Answer {
        if head.status == 416 { return unsatisfiable(head) }
        if head.status == 204 || head.status == 205 {
            return hasReceived ? .end : .fail(Self.nothing(" (status \(head.status))"))
        }
        if let failure = TransferFailure(status: head.status, retryAfter: head.retryAfter) { return .fail(failure) }
        if kind == .live { return .accept(skip: 0) }
        if kind == .unknown { return first(head) }
        if let validator, let new = head.validator, new != validator { return .fail(Self.changed) }
        if head.status == 206 { return part(head) }
        if let size, let new = head.contentLength, new != size { return .fail(Self.changed) }
        if next == 0 { return .accept(skip: 0) }
        // It was asked for a part.
        if size != nil, sendsParts == nil { sendsParts = false }
        return size == nil && validator == nil ? .compare : .accept(skip: next)
    }

    private mutating func first(_ head: ResponseHead) -> Answer {
        if let refusal = Self.refusal(head) { return .fail(refusal) }
        validator = head.validator
        let isPart = head.status == 206
        // Some stations promise a length, or send "parts", too.
        let told = head.metadataInterval == nil ? (isPart ? head.contentRange?.total : head.contentLength) : nil
        kind = head.isStation && told == nil ? .live : .finite
        if isPart, kind == .finite { return part(head) }
        if head.acceptsParts == false { sendsParts = false }
        promisesParts = head.acceptsParts == true
        endsUntold = head.hasAbsurdLength
        size = told
        return .accept(skip: next)
    }

    private mutating func part(_ head: ResponseHead) -> Answer {
        let range = head.contentRange
        let start = range?.start ?? next
        if let total = range?.total {
            if let size, size != total { return .fail(Self.changed) }
            size = total
        }
        // What it calls parts cannot be used: it has to be asked for the whole.
        sendsParts = start <= next
        if start > next { return .fail(.passing("its server sent another part than it was asked for")) }
        return .accept(skip: next - start)
    }

    private mutating func unsatisfiable(_ head: ResponseHead) -> Answer {
        let total = head.contentRange?.total ?? size
        // It takes back what it promised.
        if let total, total == next { size = total }
        if total.map({ $0 > next }) ?? (next == 0) {
            // It has more, or does not say, and does not give it: it has to be asked for the whole.
            sendsParts = false
            return .fail(.passing("its server refuses to send the rest (status 416)"))
        }
        return .end
    }

    /// A body that had to be like the first one is another: the server sends a stream's present.
    mutating func isLive() { kind = .live }

    /// A transfer has ended.
    /// - Parameter failure: nil where the server ended it in good order.
    mutating func ended(_ failure: TransferFailure?) -> Next {
        switch failure {
        case nil:
            if kind == .live { return hasReceived ? retry() : retryFinite(Self.nothing()) }
            guard kind == .finite, let size, next < size else {
                return hasReceived || next > 0 ? .finished : .fail(Self.nothing())
            }
            return retryFinite(.passing("its server sent \(next) of \(size) bytes and no more; play it again"))
        case .lasting(_, _)?:
            return kind == .live && hasReceived ? retry() : .fail(failure ?? Self.changed)
        case .passing(_)?, .busy(_, _)?, .silent(_)?:
            return kind == .live && hasReceived ? retry(after: failure) : retryFinite(failure ?? Self.changed)
        }
    }

    private mutating func retryFinite(_ failure: TransferFailure) -> Next {
        guard failures >= retries(after: failure) else { return retry(after: failure) }
        return endsUntold && hasReceived ? .finished : .fail(failure)
    }

    private func retries(after failure: TransferFailure) -> Int {
        if hasReceived { return options.retries }
        return switch failure {
        case .silent: 0
        case .busy: options.retriesWhenBusy
        case .passing, .lasting: options.retriesAtFirst
        }
    }

    private mutating func retry(after failure: TransferFailure? = nil) -> Next {
        let doubled = options.firstPause.nanoseconds << min(failures, 20)
        failures += 1
        let pause = min(Interval(nanoseconds: doubled), options.longestPause)
        guard case .busy(_, let wanted?) = failure else { return .again(after: pause) }
        return .again(after: max(pause, min(wanted, options.longestBusyPause)))
    }

    private static func nothing(_ detail: String = "") -> TransferFailure {
        .lasting(.unavailable, "its server sent nothing\(detail); check the address")
    }

    private static let changed = TransferFailure.lasting(.unavailable, "it has changed on its server; play it again")

    /// What is certainly no music to be played. "text/html" may be: some servers call what they do not know so.
    private static func refusal(_ head: ResponseHead) -> TransferFailure? {
        switch head.mediaType {
        case "application/vnd.apple.mpegurl": .lasting(.unsupported, RefusedContent.hls)
        case "audio/aac", "audio/aacp", "audio/x-aac", "audio/ogg", "application/ogg", "audio/opus", "audio/flac":
            .lasting(.unsupported, RefusedContent.other(head.mediaType))
        default: nil
        }
    }
}

/// Words for what is behind an address instead of music.
enum RefusedContent {
    static let hls = "it is an HLS stream (segments with a playlist), which is not played; look for an MP3 address"
    static let webPage = "it is a web page, not music; look for the address of the stream itself"
    /// Nothing in such a stream would ever say that it is no MP3.
    static func other(_ type: String) -> String { "it is \(type), and only MP3 is played; look for its MP3 address" }
    static let compressed = "its server sends it compressed (gzip), which was not asked for; look for another address"
    static let playlist =
        "it is a playlist, not music; add it again to have its entries, or, where its address ends like music (.mp3), "
        + "save it under a playlist's name (.m3u, .pls, .xspf) and add that file"

    /// What the first bytes say; nil where they may be music.
    static func reason(_ bytes: [UInt8]) -> String? {
        let text = StreamText.text(of: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
        let start = text.trimmed
        if start.hasPrefix("#EXTM3U") { return text.contains("#EXT-X-") ? hls : playlist }
        let lower = start.prefix(1_024).lowercased()
        // A simple M3U is nothing but addresses.
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return playlist }
        if lower.hasPrefix("[playlist]") || lower.hasPrefix("<?xml") && start.contains("<playlist") { return playlist }
        if bytes.starts(with: [0x1F, 0x8B]) { return compressed }
        return lower.hasPrefix("<") && ["<!doctype html", "<html", "<head", "<body"].contains(where: lower.contains)
            ? webPage : nil
    }
}
