import AudioCore
import Glibc
import Testing

@testable import HTTPSource

/// Certificates that are refused, each for its own reason, by a server of OpenSSL's.
@Suite(.enabled(if: TLSServer.isPossible)) struct TLSTests {
    enum Fault: CaseIterable, Sendable {
        case unknownIssuer
        case otherHost
        case expired
    }

    @Test(arguments: Fault.allCases) func theMessageSaysWhichCheckFailed(fault: Fault) throws {
        let server = try TLSServer(
            host: fault == .otherHost ? "other.invalid" : "localhost",
            isExpired: fault == .expired
        )
        defer { server.stop() }
        var options = quickOptions
        if fault != .unknownIssuer { options.certificates = server.certificate }
        let error = #expect(throws: AudioError.self) {
            try HTTPOpener(options: options).open(uri: server.url, monitor: TestMonitor())
        }
        let words =
            switch fault {
            case .unknownIssuer: "no authority that is trusted here"
            case .otherHost: "for another host"
            case .expired: "has expired"
            }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.code == .unavailable)
    }

    @Test func aTrustedServerIsRead() throws {
        let server = try TLSServer(host: "localhost", isExpired: false)
        defer { server.stop() }
        var options = quickOptions
        options.certificates = server.certificate
        let source = try HTTPOpener(options: options).open(uri: server.url, monitor: TestMonitor())
        #expect(try readAll(source) == Array("not really music".utf8))
    }
}

/// `openssl s_server` with a certificate of its own, which serves one file.
private final class TLSServer {
    static var isPossible: Bool { access("/usr/bin/openssl", X_OK) == 0 }

    let url: String
    let certificate: String
    private let folder: String
    private let output: UnsafeMutablePointer<FILE>
    private let process: pid_t

    private struct Problem: Error {}

    init(host: String, isExpired: Bool) throws {
        var name = Array("/tmp/tutti-tls-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Problem() }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        certificate = folder + "/cert.pem"
        let script = """
            cd \(folder) || exit 1
            printf 'not really music' >a.mp3
            printf 'subjectAltName=DNS:\(host)\\n' >names
            openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj '/CN=\(host)' 2>/dev/null
            openssl x509 -req -in request.pem -signkey key.pem -days \(isExpired ? -1 : 30) -extfile names \
                -out cert.pem 2>/dev/null
            echo $$
            exec openssl s_server -accept 0 -cert cert.pem -key key.pem -WWW 2>&1
            """
        guard let output = popen(script, "r") else { throw Problem() }
        self.output = output
        var line = [CChar](repeating: 0, count: 1_000)
        var (process, port): (pid_t?, String?) = (nil, nil)
        while port == nil, fgets(&line, Int32(line.count), output) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
            process = process ?? pid_t(text)
            if text.hasPrefix("ACCEPT"), let colon = text.lastIndex(of: ":") {
                port = String(text[text.index(after: colon)...])
            }
        }
        guard let process, let port else { throw Problem() }
        self.process = process
        url = "https://localhost:\(port)/a.mp3"
    }

    func stop() {
        kill(process, SIGTERM)
        pclose(output)
        for file in ["a.mp3", "names", "key.pem", "request.pem", "cert.pem"] { unlink(folder + "/" + file) }
        rmdir(folder)
    }
}
