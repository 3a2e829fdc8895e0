package import LinuxSystem
private import Synchronization

/// Runs the jobs of actors on one thread of its own, in the order in which they come: for actors whose work blocks.
/// Jobs that come before `run` wait for it.
package final class ThreadExecutor: SerialExecutor {
    private let thread: WorkerThread
    private let jobs = Mutex<[UnownedJob]>([])

    package init(name: String) throws(SystemError) { thread = try WorkerThread(name: name) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        thread.wake()
    }

    /// As `run`, for one that nobody waits for.
    package func start() throws(SystemError) { try thread.start(serve) }

    /// Serves until `beginGracefulShutdown`, and then what has been given before.
    package func run() async throws(SystemError) {
        try await thread.run(serve)
    }

    private func serve(_ thread: WorkerThread) {
        while !thread.isStopping {
            runJobs()
            thread.wait(timeout: nil)
        }
        runJobs()
    }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    private func runJobs() {
        while true {
            let pending = jobs.withLock { jobs in
                defer { jobs.removeAll(keepingCapacity: true) }
                return jobs
            }
            if pending.isEmpty { return }
            for job in pending { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
