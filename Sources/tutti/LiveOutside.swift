import AudioCore
import CommandLineTool
import Glibc
import LinuxSystem
import NNGMessaging
import RPC

/// The world as it is: environment, terminal, nng.
enum LiveOutside {
    /// How long a coordinator that neither answers nor refuses is tried.
    private static let connectTimeout = Duration.milliseconds(1_900)

    static func make() -> Outside {
        let stop = CaughtSignals()
        let output = StandardOutput(stop: stop)
        let waiter = Waiter(stop, watching: output.tellsItsEnd ? STDOUT_FILENO : nil)
        return Outside(
            variable: { getenv($0).map { String(cString: $0) } },
            workingFolder: workingFolder,
            output: output,
            complain: { _ = FileWriting.write($0 + "\n", to: STDERR_FILENO) },
            connect: { (endpoint, security) throws(RPCError) in
                try NNGBlockingRequestTransport.connect(to: endpoint, security: security, timeout: connectTimeout)
            },
            subscribe: { (endpoint, security) throws(RPCError) in
                try NNGPollableSubscriber(dialing: endpoint, security: security, limits: .events)
            },
            save: { (bytes, path) throws(CommandFailure) in try FileWriting.save(bytes, as: path) },
            now: { MonotonicClock<NodeClock>.now() },
            catchSignals: { () throws(CommandFailure) in try stop.begin() },
            wait: { waiter.wait($0, $1) },
            busy: { text in
                let line = BusyLine(text)
                return { line?.end() }
            }
        )
    }

    /// As the shell names it (`$PWD`, symbolic links kept) where that is this folder, else as the kernel does.
    private static func workingFolder() -> String? {
        var here = stat()
        var named = stat()
        if let text = getenv("PWD"), text.pointee == 0x2F, stat(".", &here) == 0, stat(text, &named) == 0,
            here.st_ino == named.st_ino, here.st_dev == named.st_dev
        {
            return ProcessArguments.text(of: text)
        }
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return ProcessArguments.text(of: path)
    }
}

/// The signals that end what follows something, once they are caught; on the main thread.
final class CaughtSignals {
    private var signals: TerminationSignals?

    /// Can be read when one has come; nil before `begin`: a signal ends the process then.
    var fileDescriptor: Int32? { signals?.fileDescriptor }

    /// Before any library has made a thread: the signals are blocked in all threads made afterwards.
    func begin() throws(CommandFailure) {
        guard signals == nil else { return }
        do throws(SystemError) {
            signals = try TerminationSignals()
        } catch {
            throw .failed(error.description)
        }
    }
}

/// Waits for messages, signals and the end of the output's reader, on the main thread.
private final class Waiter {
    private let stop: CaughtSignals
    private let output: Int32?

    init(_ stop: CaughtSignals, watching output: Int32?) {
        self.stop = stop
        self.output = output
    }

    func wait(_ descriptor: Int32?, _ timeout: Interval) -> WaitOutcome {
        let ends = [stop.fileDescriptor, output].compactMap { $0 }
        let ready = Poll.wait(for: ends + (descriptor.map { [$0] } ?? []), timeout: timeout)
        let endMask = (UInt32(1) << UInt32(ends.count)) - 1
        if ready & endMask != 0 { return .stop }
        return ready == 0 ? .timedOut : .ready
    }
}
