import ControlClient
import RPC
import TestSupport
import WireFormat

/// The product's client, for tests that are tasks: each call blocks a thread of its own.
struct HouseClient: Sendable {
    private let client: BlockingControlClient

    init(_ listener: InProcessRequestListener) {
        // Never reached where all is well, though a whole test run keeps tasks waiting for minutes.
        client = BlockingControlClient(InProcessRequestTransport { listener }, timeout: .seconds(600))
    }

    func callAsFunction<Response>(_ call: ControlCall<Response>) async throws(RPCError) -> Response {
        try await onThread { [client] () throws(RPCError) in try client(call) }
    }

    func wholeQueue(zone: String = "") async throws(RPCError) -> Wire.ListResponse {
        try await onThread { [client] () throws(RPCError) in try client.wholeQueue(zone: zone) }
    }

    func call(_ method: MethodDescriptor, payload: [UInt8]) async throws(RPCError) -> [UInt8] {
        try await onThread { [client] () throws(RPCError) in try client.client.call(method, payload: payload) }
    }
}
