import ControlClient
import OptionParsing
import RPC
import WireFormat

/// One run of one command: its connection, and where its output goes. Used on one thread.
final class Session {
    let outside: Outside
    let options: GlobalOptions
    private var client: BlockingControlClient?
    private var transport: (any BlockingRequestTransport)?

    init(outside: Outside, options: GlobalOptions) {
        self.outside = outside
        self.options = options
    }

    /// Connects where needed and calls.
    func call<Response>(_ call: ControlCall<Response>) throws(CommandFailure) -> Response {
        do throws(RPCError) {
            return try connected()(call)
        } catch {
            throw CommandFailure(error)
        }
    }

    func wholeQueue() throws(CommandFailure) -> Wire.ListResponse {
        do throws(RPCError) {
            return try connected().wholeQueue()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// - Parameter port: on the coordinator's host.
    func subscribe(port: UInt16) throws(CommandFailure) -> any PollableSubscriber {
        let endpoint = options.endpoint.with(port: port)
        do throws(RPCError) {
            try options.security.check(dialing: endpoint)
            return try outside.subscribe(endpoint, options.security)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The next call makes a new connection.
    func disconnect() {
        transport?.close()
        transport = nil
        client = nil
    }

    /// Prints an object as one line of JSON, or else the text.
    func show(_ json: @autoclosure () -> JSONValue, text: () -> String) throws(CommandFailure) {
        let line = options.json ? json().text : text()
        try outside.output.write(line.hasSuffix("\n") || line.isEmpty ? line : line + "\n")
    }

    var palette: Palette { Palette(outside) }

    private func connected() throws(RPCError) -> BlockingControlClient {
        if let client { return client }
        try options.security.check(dialing: options.endpoint)
        let transport = try outside.connect(options.endpoint, options.security)
        let client = BlockingControlClient(transport, metadata: ["client": "tutti/\(TuttiVersion.text)"])
        self.transport = transport
        self.client = client
        return client
    }
}
