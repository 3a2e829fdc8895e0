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
    /// The id of the zone that is meant, once the coordinator has told it.
    private var zoneID = ""

    init(outside: Outside, options: GlobalOptions) {
        self.outside = outside
        self.options = options
    }

    /// Connects where needed and calls.
    func call<Response>(_ call: ControlCall<Response>) throws(CommandFailure) -> Response {
        do throws(RPCError) {
            let response = try connected()(call.inZone(options.zone))
            if let now = (response as? Wire.GetNowPlayingResponse)?.nowPlaying { zoneID = now.zone }
            return response
        } catch {
            throw CommandFailure(error)
        }
    }

    func wholeQueue() throws(CommandFailure) -> Wire.ListResponse {
        do throws(RPCError) {
            return try connected().wholeQueue(zone: options.zone)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Whether an event is of another zone than the one that is meant. Known once what plays has been asked for.
    func isElsewhere(_ event: Wire.Event) -> Bool {
        !event.zone.isEmpty && !zoneID.isEmpty && event.zone != zoneID
    }

    /// None where the coordinator is older than zones.
    func zones() throws(CommandFailure) -> [Wire.Zone] {
        do throws(RPCError) {
            return try connected()(.zones).zones
        } catch {
            guard error.code == .unimplemented else { throw CommandFailure(error) }
            return []
        }
    }

    /// The zones' names by their ids.
    func zoneNames() throws(CommandFailure) -> [String: String] {
        Dictionary(try zones().map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// The rooms, of the zone that was named if one was, with the names of their zones in the place of the ids.
    func rooms() throws(CommandFailure) -> Wire.ListRoomsResponse {
        var response = try call(.rooms)
        let names = try zoneNames()
        let wanted = options.zone.lowercased()
        if !wanted.isEmpty, !names.contains(where: { $0.key.lowercased() == wanted || $0.value.lowercased() == wanted })
        {
            // No such zone: the refusal is that of every other command.
            _ = try call(.nowPlaying())
        }
        response.rooms = response.rooms.compactMap { room in
            var room = room
            let id = room.zone
            room.zone = names[id] ?? id
            let isWanted = wanted.isEmpty || id.lowercased() == wanted || room.zone.lowercased() == wanted
            return isWanted ? room : nil
        }
        return response
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
