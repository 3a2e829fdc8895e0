import Glibc
package import RPC

/// The in-process twin of a subscriber that a thread polls: an `InProcessSubscriber` with a pipe that is readable while
/// messages wait.
package final class InProcessPollableSubscriber: PollableSubscriber {
    package let fileDescriptor: Int32
    private let writeEnd: Int32
    private let subscriber: InProcessSubscriber

    package init(_ publisher: InProcessPublisher, bound: Int = 128) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("no pipe for a test: out of descriptors") }
        for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
        let writeEnd = ends[1]
        fileDescriptor = ends[0]
        self.writeEnd = writeEnd
        subscriber = publisher.subscribe(bound: bound)
        subscriber.onArrival { Self.wake(writeEnd) }
    }

    deinit {
        subscriber.close()
        Glibc.close(fileDescriptor)
        Glibc.close(writeEnd)
    }

    package func receive() throws(RPCError) -> [UInt8]? {
        if let message = try subscriber.poll() { return message }
        var sink = [UInt8](repeating: 0, count: 4_096)
        while read(fileDescriptor, &sink, sink.count) == sink.count {}
        // A message that came before the pipe was emptied has lost its mark.
        return try subscriber.poll()
    }

    package func reconnect() {}

    package func close() {
        subscriber.close()
        Self.wake(writeEnd)
    }

    private static func wake(_ descriptor: Int32) {
        var mark: UInt8 = 1
        _ = write(descriptor, &mark, 1)
    }
}
