import Glibc
import NNGMessaging
import RPC
import TestSupport
import Testing

@Suite struct NNGLookTests {
    @Test func aServerOfCallsGreets() async throws {
        let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
        async let run: Void = server.run { request, _ in request }
        let found = await onThread { NNGLook.reachability(of: server.endpoint, timeout: .seconds(20)) }
        #expect(found == .greets)
        let named = Endpoint(host: "localhost", port: server.endpoint.port)
        #expect(await onThread { NNGLook.reachability(of: named, timeout: .seconds(20)) } == .greets)
        server.beginGracefulShutdown()
        await run
    }

    @Test func anotherKindOfSocketDoesNot() async throws {
        let publisher = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
        let found = await onThread { NNGLook.reachability(of: publisher.endpoint, timeout: .seconds(20)) }
        #expect(found == .silent)
        publisher.close()
    }

    @Test func nobodyDoesNot() async throws {
        let endpoint = try NNGMessagingTests.freePort()
        #expect(await onThread { NNGLook.reachability(of: endpoint, timeout: .seconds(20)) } == .silent)
    }

    /// The kernel takes the connection for a process that is stopped.
    @Test func whoTakesConnectionsAndSaysNothingDoesNot() async throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        #expect(listen(listener, 1) == 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutableBytes(of: &address) { raw in
            raw.withMemoryRebound(to: sockaddr.self) { getsockname(listener, $0.baseAddress!, &length) }
        }
        let endpoint = Endpoint(host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))
        #expect(await onThread { NNGLook.reachability(of: endpoint, timeout: .milliseconds(50)) } == .silent)
    }

    @Test func aNameWithoutAnAddressIsSaidToBeOne() async throws {
        let found = await onThread {
            NNGLook.reachability(of: Endpoint(host: "nowhere.invalid", port: 1), timeout: .seconds(20))
        }
        guard case .unresolved(let reason) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(!reason.isEmpty)
    }
}
