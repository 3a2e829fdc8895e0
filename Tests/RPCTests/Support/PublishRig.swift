import AudioCore
import LinuxSystem
import NNGMessaging
import RPC
import TestSupport

/// A publisher and the means to subscribe to it.
struct PublishRig: Sendable {
    let publisher: any MessagePublisher
    let subscribe: @Sendable (_ queue: Int) throws -> any PollableSubscriber

    static func make(_ wire: Wire) throws -> PublishRig {
        switch wire {
        case .inProcess:
            let publisher = InProcessPublisher()
            return PublishRig(publisher: publisher, subscribe: { try publisher.subscribe(bound: $0) })
        case .nng:
            let publisher = try NNGPublisher(listeningOn: Wire.loopback, security: .clear())
            let endpoint = publisher.endpoint
            return PublishRig(
                publisher: publisher,
                subscribe: {
                    try NNGPollableSubscriber(
                        dialing: endpoint,
                        security: .clear(),
                        limits: SubscriberLimits(queue: $0, message: 4_096)
                    )
                }
            )
        }
    }

    /// Subscribes, and returns once the publisher knows.
    func connected(queue: Int = 128) async throws -> any PollableSubscriber {
        let before = publisher.subscriberCount
        let subscriber = try subscribe(queue)
        while publisher.subscriberCount == before { await Task.yield() }
        return subscriber
    }
}

extension PollableSubscriber {
    /// Waits for the next message as programs do, on a thread that polls.
    func next(timeout: Duration = Wire.patience) async throws(RPCError) -> [UInt8] {
        try await onThread { () throws(RPCError) in
            while true {
                if let message = try receive() { return message }
                guard isReadable(within: .milliseconds(timeout.wholeMilliseconds)) else {
                    throw RPCError(.deadlineExceeded, "nothing came")
                }
            }
        }
    }

    func text() async throws(RPCError) -> String { String(decoding: try await next(), as: UTF8.self) }

    func isReadable(within timeout: Interval = .milliseconds(0)) -> Bool {
        Poll.wait(for: [fileDescriptor], timeout: timeout) != 0
    }
}

extension MessagePublisher {
    func publish(_ text: String) throws { try publish(Array(text.utf8)) }
}
