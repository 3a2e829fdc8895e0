package import AudioCore
package import RPC

/// What the command line tool needs of the world; a test gives its own.
package struct Outside {
    /// An environment variable; nil where it is not set.
    package var variable: (String) -> String?
    /// An absolute path, as `ByteText`; nil where the folder is gone.
    package var workingFolder: () -> String?
    package var output: any TextOutput
    /// Writes one line (without its newline) to standard error.
    package var complain: (String) -> Void
    package var connect: (Endpoint, TransportSecurity) throws(RPCError) -> any BlockingRequestTransport
    package var subscribe: (Endpoint, TransportSecurity) throws(RPCError) -> any PollableSubscriber
    /// Writes a file whole, over one that is there; a relative path starts from the working folder.
    /// The path is a `ByteText`.
    package var save: (_ bytes: [UInt8], _ path: String) throws(CommandFailure) -> Void
    package var now: () -> Instant<NodeClock>
    /// Called before the first wait: from then on signals end the waiting, not the process.
    package var catchSignals: () throws(CommandFailure) -> Void
    /// Waits until the descriptor can be read, at most for the time given.
    package var wait: (_ descriptor: Int32?, _ timeout: Interval) -> WaitOutcome

    /// Shows a person what is being done if that takes longer than a second, until the result is called.
    package var busy: (String) -> () -> Void

    package init(
        variable: @escaping (String) -> String?,
        workingFolder: @escaping () -> String?,
        output: any TextOutput,
        complain: @escaping (String) -> Void,
        connect: @escaping (Endpoint, TransportSecurity) throws(RPCError) -> any BlockingRequestTransport,
        subscribe: @escaping (Endpoint, TransportSecurity) throws(RPCError) -> any PollableSubscriber,
        save: @escaping (_ bytes: [UInt8], _ path: String) throws(CommandFailure) -> Void,
        now: @escaping () -> Instant<NodeClock>,
        catchSignals: @escaping () throws(CommandFailure) -> Void,
        wait: @escaping (_ descriptor: Int32?, _ timeout: Interval) -> WaitOutcome,
        busy: @escaping (String) -> () -> Void = { _ in {} }
    ) {
        self.variable = variable
        self.workingFolder = workingFolder
        self.output = output
        self.complain = complain
        self.connect = connect
        self.subscribe = subscribe
        self.save = save
        self.now = now
        self.catchSignals = catchSignals
        self.wait = wait
        self.busy = busy
    }
}

package enum WaitOutcome: Hashable, Sendable {
    case ready
    case timedOut
    /// The user wants the end (SIGINT, SIGTERM), or nobody reads the output any more.
    case stop
}

/// Standard output.
package protocol TextOutput {
    var isTerminal: Bool { get }
    /// Of the terminal; 80 x 24 where there is none.
    var size: (columns: Int, rows: Int) { get }
    /// Writes all of it at once.
    /// - Throws: `CommandFailure.outputClosed` where nobody reads it any more.
    func write(_ text: String) throws(CommandFailure)
    /// As `write`, for what is no text.
    func write(bytes: [UInt8]) throws(CommandFailure)
}
