import Glibc
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
    /// Never reached where all is well.
    static let patience = Duration.seconds(20)
}

/// A server and a client of it.
struct CallRig: Sendable {
    let server: any RequestListener
    let transport: any RequestTransport
    /// Starts another server in the place of one that has stopped.
    let replace: @Sendable () throws -> any RequestListener

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
            let transport = try await NNGRequestTransport.connect(to: server.endpoint, security: .clear())
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

/// Serves `router` while `body` makes calls, and ends both.
func serving(
    _ wire: Wire,
    _ router: Router,
    _ body: @Sendable (RPCClient, CallRig) async throws -> Void
) async throws {
    let rig = try await CallRig.make(wire)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await rig.server.run { await router.handle($0, peer: $1) } }
        defer { rig.server.beginGracefulShutdown() }
        try await body(RPCClient(transport: rig.transport, timeout: Wire.patience), rig)
        rig.transport.close()
    }
}

/// A publisher and the means to subscribe to it.
struct PublishRig: Sendable {
    let publisher: any MessagePublisher
    let subscribe: @Sendable (_ queue: Int) throws -> any MessageSubscriber
    let pollable: @Sendable () throws -> any PollableSubscriber

    static func make(_ wire: Wire) throws -> PublishRig {
        switch wire {
        case .inProcess:
            let publisher = InProcessPublisher()
            return PublishRig(
                publisher: publisher,
                subscribe: { publisher.subscribe(bound: $0) },
                pollable: { InProcessPollableSubscriber(publisher) }
            )
        case .nng:
            let publisher = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
            let endpoint = publisher.endpoint
            return PublishRig(
                publisher: publisher,
                subscribe: { queue in
                    let limits = SubscriberLimits(queue: queue, message: 4_096)
                    return try NNGSubscriber(dialing: endpoint, security: .clear(), limits: limits)
                },
                pollable: { try NNGPollableSubscriber(dialing: endpoint, security: .clear()) }
            )
        }
    }

    /// Subscribes, and returns once the publisher knows.
    func connected(queue: Int = 128) async throws -> any MessageSubscriber {
        let before = publisher.subscriberCount
        let subscriber = try subscribe(queue)
        while publisher.subscriberCount == before { await Task.yield() }
        return subscriber
    }
}

extension MessageSubscriber {
    func text() async throws -> String { String(decoding: try await receive(timeout: Wire.patience), as: UTF8.self) }
}

extension MessagePublisher {
    func publish(_ text: String) throws { try publish(Array(text.utf8)) }
}

/// Runs what blocks on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
        let job = ThreadJob { continuation.resume(returning: body()) }
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, threadMain, Unmanaged.passRetained(job).toOpaque())
        precondition(code == 0, "no thread for a test")
        pthread_detach(thread)
    }
}

private final class ThreadJob: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ThreadJob>.fromOpaque(context).takeRetainedValue().run()
    return nil
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
