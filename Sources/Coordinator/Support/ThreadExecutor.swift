package import LinuxSystem
private import Synchronization

/// Runs the jobs of actors on one thread of its own, in the order in which they come: for actors whose work blocks.
/// Jobs that come before `run` wait for it. Those that come when there is no thread any more, or could be none, are run
/// where they come from: nobody waits for ever, and a shutdown ends.
package final class ThreadExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        /// There is no thread, and somebody has to run what comes.
        var isAlone = false
        /// Somebody does.
        var isDraining = false
    }

    private let thread: WorkerThread
    private let state = Mutex(State())

    package init(name: String) throws(SystemError) { thread = try WorkerThread(name: name) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isAlone = state.withLock { state in
            state.jobs.append(job)
            return state.isAlone
        }
        if isAlone { runAlone() } else { thread.wake() }
    }

    /// As `run`, for one that nobody waits for.
    package func start() throws(SystemError) { try thread.start(serve) }

    /// Serves until `beginGracefulShutdown`, and then what has been given before.
    /// - Throws: where there is no thread to be had.
    package func run() async throws(SystemError) {
        do throws(SystemError) {
            try await thread.run(serve)
        } catch {
            endOfThread()
            throw error
        }
    }

    private func serve(_ thread: WorkerThread) {
        while !thread.isStopping {
            runJobs()
            thread.wait(timeout: nil)
        }
        endOfThread()
    }

    package func beginGracefulShutdown() { thread.beginGracefulShutdown() }

    /// Runs what is left, and from now on what comes.
    func endOfThread() {
        state.withLock { $0.isAlone = true }
        runAlone()
    }

    /// Runs jobs unless another thread, or a job further up this one's stack, is doing so: it takes these as well.
    private func runAlone() {
        let isFirst = state.withLock { state in
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if isFirst { runJobs() }
    }

    private func runJobs() {
        while true {
            let pending = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                if state.jobs.isEmpty { state.isDraining = false }
                return state.jobs
            }
            if pending.isEmpty { return }
            for job in pending { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
