import NNGMessaging
import RPC
import Synchronization
import TestSupport
import Testing

/// The transports that one behaviour suite runs over.
enum Wire: CaseIterable, Sendable {
    case inProcess
    case nng

    static let loopback = Endpoint(host: "127.0.0.1", port: 0)
    /// Never reached where all is well, though a whole test run keeps tasks waiting for minutes.
    static let patience = Duration.seconds(600)
}

/// A server and a client of it.
struct CallRig: Sendable {
    let server: any RequestListener
    let transport: any BlockingRequestTransport
    /// Starts another server in the place of one that has stopped.
    let replace: @Sendable () throws -> any RequestListener

    var client: TaskClient { TaskClient(transport) }

    static func make(_ wire: Wire) async throws -> CallRig {
        switch wire {
        case .inProcess:
            let place = Place(InProcessRequestListener())
            return CallRig(
                server: place.listener,
                transport: InProcessRequestTransport { place.listener },
                replace: {
                    place.listener = InProcessRequestListener()
                    return place.listener
                }
            )
        case .nng:
            let server = try NNGRequestListener(listeningOn: Wire.loopback, security: .clear())
            let transport = try await onThread { () throws(RPCError) in
                try NNGBlockingRequestTransport.connect(
                    to: server.endpoint,
                    security: .clear(),
                    timeout: Wire.patience
                )
            }
            return CallRig(
                server: server,
                transport: transport,
                replace: { try NNGRequestListener(listeningOn: server.endpoint, security: .clear()) }
            )
        }
    }

    private final class Place: Sendable {
        private let storage: Mutex<InProcessRequestListener>

        init(_ listener: InProcessRequestListener) { storage = Mutex(listener) }

        var listener: InProcessRequestListener {
            get { storage.withLock { $0 } }
            set { storage.withLock { $0 = newValue } }
        }
    }
}

/// The product's client, for tests that are tasks: each call blocks a thread of its own.
struct TaskClient: Sendable {
    var client: BlockingRPCClient
    var transport: any BlockingRequestTransport { client.transport }

    init(_ transport: any BlockingRequestTransport) {
        client = BlockingRPCClient(transport: transport, timeout: Wire.patience)
    }

    func call(
        _ method: MethodDescriptor,
        payload: [UInt8],
        timeout: Duration? = nil
    ) async throws(RPCError) -> [UInt8] {
        let client = client
        return try await onThread { () throws(RPCError) in
            try client.call(method, payload: payload, timeout: timeout)
        }
    }

    /// Any bytes, not a call's.
    func roundTrip(_ bytes: [UInt8], timeout: Duration = Wire.patience) async throws(RPCError) -> [UInt8] {
        let transport = transport
        return try await onThread { () throws(RPCError) in try transport.roundTrip(bytes, timeout: timeout) }
    }
}

/// Serves `router` while `body` makes calls, and ends both.
func serving(
    _ wire: Wire,
    _ router: Router,
    _ body: @Sendable (TaskClient, CallRig) async throws -> Void
) async throws {
    let rig = try await CallRig.make(wire)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await rig.server.run { await router.handle($0, peer: $1) } }
        defer { rig.server.beginGracefulShutdown() }
        try await body(rig.client, rig)
        rig.transport.close()
    }
}

/// What a call failed with; nil where it did not.
func failure<Value>(_ body: () async throws(RPCError) -> Value) async -> RPCError? {
    do throws(RPCError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
