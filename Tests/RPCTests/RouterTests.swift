import Testing

@testable import RPC

private struct Renaming: ServerInterceptor {
    let suffix: String

    func intercept(
        _ payload: [UInt8],
        _ context: CallContext,
        next: CallHandler
    ) async throws(RPCError) -> [UInt8] {
        try await next(payload + Array(suffix.utf8), context)
    }
}

@Suite struct RouterTests {
    static let echo = MethodDescriptor(service: "test.Echo", method: "Echo")

    static func answer(
        _ router: Router,
        _ method: MethodDescriptor = echo,
        payload: [UInt8] = Array("hello".utf8),
        timeout: UInt32 = 0
    ) async throws -> ResponseEnvelope {
        let request = RequestEnvelope(method: method, timeoutMilliseconds: timeout, payload: payload)
        return try ResponseEnvelope(decoding: await router.handle(try request.encoded(), peer: "test"))
    }

    static func echoRouter() -> Router {
        var router = Router()
        router.register(echo) { (payload, _) async throws(RPCError) -> [UInt8] in payload }
        return router
    }

    @Test func handlerAnswers() async throws {
        #expect(try await Self.answer(Self.echoRouter()).success() == Array("hello".utf8))
    }

    @Test func unknownMethodIsUnimplemented() async throws {
        let method = MethodDescriptor(service: "test.Echo", method: "Shout")
        let answer = try await Self.answer(Self.echoRouter(), method)
        #expect(answer.status == .unimplemented)
        #expect(answer.message.contains("test.Echo/Shout"))
    }

    @Test func garbageIsAnswered() async throws {
        for bytes in [[], [1, 2, 3], Array("GET / HTTP/1.1\r\n\r\n".utf8)] as [[UInt8]] {
            let answer = try ResponseEnvelope(decoding: await Self.echoRouter().handle(bytes, peer: "test"))
            #expect(answer.status == .invalidArgument)
        }
    }

    @Test(arguments: StatusCode.allCases.filter { $0 != .ok })
    func errorTravels(code: StatusCode) async throws {
        var router = Router()
        router.register(Self.echo) { (_, _) async throws(RPCError) -> [UInt8] in throw RPCError(code, "because") }
        let answer = try await Self.answer(router)
        #expect(answer.status == code)
        #expect(answer.message == "because")
    }

    @Test func handlerIsCancelledAtTheDeadline() async throws {
        var router = Router(sleep: { duration in #expect(duration == .milliseconds(250)) })
        router.register(Self.echo) { (_, _) async throws(RPCError) -> [UInt8] in
            do {
                try await Task.sleep(for: .seconds(3_600))
            } catch {
                throw RPCError(.cancelled, "stopped")
            }
            return []
        }
        #expect(try await Self.answer(router, timeout: 250).status == .deadlineExceeded)
    }

    @Test func timeoutIsBounded() async throws {
        var router = Router()
        router.register(Self.echo) { (_, context) async throws(RPCError) -> [UInt8] in
            Array("\(context.timeout == Router.longestTimeout)".utf8)
        }
        for timeout in [0, UInt32.max] {
            #expect(try await Self.answer(router, timeout: timeout).payload == Array("true".utf8))
        }
    }

    @Test func interceptorsRunInOrder() async throws {
        var router = Self.echoRouter()
        router.add(Renaming(suffix: " a"))
        router.add(Renaming(suffix: " b"))
        #expect(try await Self.answer(router).payload == Array("hello a b".utf8))
    }

    @Test func roleIsChecked() async throws {
        for (role, status) in [(CallerRole.admin, StatusCode.ok), (.listener, .permissionDenied)] {
            var router = Router(roleOf: { _, _ in role })
            router.register(Self.echo) { (payload, _) async throws(RPCError) -> [UInt8] in payload }
            router.add(RoleCheck { _ in [.admin, .controller] })
            #expect(try await Self.answer(router).status == status)
        }
    }
}
