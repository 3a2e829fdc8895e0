package import LinuxSystem
package import RPC
private import Synchronization

/// Publishes messages on a thread of its own, in order: a publisher writes to every subscriber on the calling thread.
package final class PublishingThread: Sendable {
    /// What may wait; beyond that the oldest goes. A burst of 10 s of audio is 40 messages.
    package static let bound = 256

    private let name: String
    private let thread: WorkerThread
    private let publisher: any MessagePublisher
    private let queue = Mutex((messages: [[UInt8]](), dropped: 0))

    package init(name: String, publisher: any MessagePublisher) throws(SystemError) {
        self.name = name
        thread = try WorkerThread(name: name)
        self.publisher = publisher
    }

    package func publish(_ message: [UInt8]) {
        queue.withLock { queue in
            queue.messages.append(message)
            guard queue.messages.count > Self.bound else { return }
            queue.messages.removeFirst()
            queue.dropped += 1
        }
        thread.wake()
    }

    /// Publishes until `beginGracefulShutdown`, and then what has been given before.
    package func run() async throws(SystemError) {
        try await thread.run { [self] thread in
            while !thread.isStopping {
                flush()
                thread.wait(timeout: nil)
            }
            flush()
        }
    }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    private func flush() {
        let waiting = queue.withLock { queue in
            defer { queue = ([], 0) }
            return queue
        }
        if waiting.dropped > 0 {
            Log.warning(
                "\(name): sending took so long that \(waiting.dropped) messages were dropped; the network is too slow"
            )
        }
        for message in waiting.messages {
            do throws(RPCError) {
                try publisher.publish(message)
            } catch {
                Log.debug("cannot publish: \(error)")
            }
        }
    }
}
