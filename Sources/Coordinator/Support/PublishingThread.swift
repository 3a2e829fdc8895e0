package import LinuxSystem
package import RPC
private import Synchronization

/// Publishes messages on a thread of its own, in order: a publisher writes to every subscriber on the calling thread.
package final class PublishingThread: Sendable {
    /// What may wait; beyond that the oldest goes. A burst of 10 s of audio is 40 messages.
    package static let bound = 256

    private let thread: WorkerThread
    private let publisher: any MessagePublisher
    private let queue = Mutex<[[UInt8]]>([])
    private let droppedCount = Atomic<Int>(0)

    package init(name: String, publisher: any MessagePublisher) throws(SystemError) {
        thread = try WorkerThread(name: name)
        self.publisher = publisher
    }

    /// Messages that were thrown away because publishing took too long.
    package var dropped: Int { droppedCount.load(ordering: .relaxed) }

    package func publish(_ message: [UInt8]) {
        let hasDropped = queue.withLock { queue in
            queue.append(message)
            guard queue.count > Self.bound else { return false }
            queue.removeFirst()
            return true
        }
        if hasDropped { droppedCount.add(1, ordering: .relaxed) }
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
        let messages = queue.withLock { queue in
            defer { queue.removeAll(keepingCapacity: true) }
            return queue
        }
        for message in messages {
            do throws(RPCError) {
                try publisher.publish(message)
            } catch {
                Log.debug("cannot publish: \(error)")
            }
        }
    }
}
