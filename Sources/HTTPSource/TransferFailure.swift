import AudioCore
import CCurl

/// Why a transfer ended before its time, sorted by what helps.
enum TransferFailure: Error, Hashable {
    /// Trying again may help: the network, or a server that has trouble.
    case passing(String)
    /// The same, and the server may have said when.
    case busy(String, pause: Interval?)
    /// The same, but nobody answered, and another try would take as long again.
    case silent(String)
    /// It will be the same next time.
    case lasting(AudioError.Code, String)

    /// What libcurl says of a transfer that did not end well.
    init(_ code: CURLcode, _ handle: CurlHandle) {
        let words = handle.words(for: code)
        switch code {
        case CURLE_TOO_MANY_REDIRECTS:
            self = .lasting(.unavailable, "it redirects in a circle, or too often; check the address")
        case CURLE_UNSUPPORTED_PROTOCOL where words.contains("HTTP/0.9"):
            self = .lasting(.unsupported, Self.notHTTP)
        case CURLE_UNSUPPORTED_PROTOCOL:
            self = .lasting(.unsupported, "it leads to an address that is neither http: nor https:")
        case CURLE_URL_MALFORMAT:
            self = .lasting(.unsupported, "it is not a valid address; check it")
        case CURLE_PEER_FAILED_VERIFICATION:
            self = .lasting(.unavailable, Self.certificate(handle.verifyResult, words))
        case CURLE_SSL_CACERT_BADFILE:
            self = .lasting(.unavailable, "the certificates to check the server with cannot be read: \(words)")
        case CURLE_SSL_CONNECT_ERROR:
            self = .lasting(.unavailable, "TLS does not work with this server: \(words)")
        case CURLE_COULDNT_RESOLVE_HOST:
            self = .passing("the name of its server is unknown; check the address and the network")
        case CURLE_COULDNT_CONNECT:
            self = .passing("its server cannot be reached (\(words)); check the address and the network")
        case CURLE_OPERATION_TIMEDOUT:
            self = .silent(Self.noAnswer)
        case CURLE_WRITE_ERROR where handle.hasLongHead:
            self = .lasting(.unsupported, "its server answers with a head that does not end; check the address")
        case CURLE_WEIRD_SERVER_REPLY:
            self = .lasting(.unsupported, Self.notHTTP)
        default:
            self = .passing("the transfer broke off (\(words))")
        }
    }

    /// A connection that does not come about, or is not answered.
    static let noAnswer = "its server did not answer in time; check the address and the network"
    private static let notHTTP = "its server does not speak HTTP; check the address"

    private static let otherHost = "the server's certificate is for another host than the one in the address"

    /// Says which check of the certificate failed. Codes: OpenSSL's X509_V_ERR_... of x509_vfy.h.
    private static func certificate(_ result: Int, _ words: String) -> String {
        // libcurl compares names itself.
        if words.contains("subject name") { return otherHost }
        return switch result {
        case 9: "the server's certificate is not valid yet; check this machine's date"
        case 10: "the server's certificate has expired; its owner has to renew it"
        case 18, 19:
            "the server's certificate is signed by itself, and no authority that is trusted here vouches for it"
        case 2, 20, 21: "the server's certificate comes from an issuer that is unknown here"
        case 23: "the server's certificate has been revoked"
        case 62, 64: otherHost
        default: "the server's certificate was refused: \(words)"
        }
    }

    /// What a status says, for the requests that nothing can be done with.
    init?(status: Int, retryAfter: Interval? = nil) {
        switch status {
        case 200..<300: return nil
        case 401, 407: self = .lasting(.permissionDenied, "its server asks for a password (status \(status))")
        case 403: self = .lasting(.permissionDenied, "its server forbids it (status 403)")
        case 404, 410: self = .lasting(.notFound, "its server does not have it (status \(status)); check the address")
        case 408, 425: self = .passing("its server is busy (status \(status))")
        case 429, 502, 503, 504: self = .busy("its server is busy (status \(status))", pause: retryAfter)
        case 300..<400: self = .lasting(.unavailable, "its server redirects to nowhere (status \(status))")
        case 500...: self = .passing("its server has trouble (status \(status))")
        default: self = .lasting(.unavailable, "its server refuses the request (status \(status))")
        }
    }

    var reason: String {
        switch self {
        case .passing(let reason), .busy(let reason, _), .silent(let reason), .lasting(_, let reason): reason
        }
    }

    /// - Parameter task: what could not be done: "play", "fetch".
    func error(_ task: String, _ uri: String) -> AudioError {
        switch self {
        case .passing(let reason), .busy(let reason, _), .silent(let reason):
            AudioError(.unavailable, "cannot \(task) \(uri): \(reason)")
        case .lasting(let code, let reason): AudioError(code, "cannot \(task) \(uri): \(reason)")
        }
    }
}
