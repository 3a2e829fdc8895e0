import RPC

/// A service of three methods for tests of transports.
enum EchoService {
    static let echo = MethodDescriptor(service: "test.Echo", method: "Echo")
    static let wait = MethodDescriptor(service: "test.Echo", method: "Wait")
    static let fail = MethodDescriptor(service: "test.Echo", method: "Fail")

    /// Waits until it is cancelled.
    static func waitForCancellation(_ begun: Signal, _ ended: Signal) -> CallHandler {
        { (_, _) async throws(RPCError) -> [UInt8] in
            begun.raise()
            await Signal().wait()
            ended.raise()
            throw RPCError(.cancelled, "stopped")
        }
    }

    static func router(begun: Signal = Signal(), ended: Signal = Signal()) -> Router {
        var router = Router()
        router.register(echo) { (payload, _) async throws(RPCError) -> [UInt8] in payload }
        router.register(wait, handler: waitForCancellation(begun, ended))
        router.register(fail) { (payload, _) async throws(RPCError) -> [UInt8] in
            throw RPCError(StatusCode(rawValue: UInt32(payload[0])) ?? .unknown, "failed on purpose: Küche")
        }
        return router
    }
}
