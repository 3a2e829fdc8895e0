import AudioCore
import ClockChannel
import Glibc
import LinuxSystem
import NNGMessaging
import RPC

/// Many rooms in one process, to see what they cost the coordinator. Each does all that a room does towards it: it
/// registers, reports, asks for the time and receives the stream, over connections of its own; it decodes and plays
/// nothing.
enum Crowd {
    private static let usage = "usage: tutti-bench crowd HOST:PORT ROOMS SECONDS"

    static func run(_ arguments: [String]) -> Bool {
        guard arguments.count == 3, let endpoint = endpoint(arguments[0]), let count = Int(arguments[1]),
            let seconds = Double(arguments[2]), (1...1_000).contains(count), seconds > 0
        else {
            print(usage)
            return false
        }
        do throws(RPCError) {
            try stay(endpoint, count: count, seconds: seconds)
            return true
        } catch {
            print("tutti-bench: cannot keep \(count) rooms at \(arguments[0]): \(error.message)")
            return false
        }
    }

    static func endpoint(_ text: String) -> Endpoint? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
        return Endpoint(host: String(parts[0]), port: port)
    }

    static func client(
        _ endpoint: Endpoint,
        _ security: TransportSecurity
    ) throws(RPCError) -> BlockingRPCClient {
        let transport = try NNGBlockingRequestTransport(dialing: endpoint, security: security)
        return BlockingRPCClient(transport: transport, timeout: .seconds(5))
    }

    private static func stay(_ endpoint: Endpoint, count: Int, seconds: Double) throws(RPCError) {
        let security = TransportSecurity.clear(allowInsecure: true)
        // Reports are short; one connection carries those of all rooms, as the coordinator's work is the same.
        let client = try client(endpoint, security)
        var rooms: [LightRoom] = []
        for number in 0..<count { rooms.append(try LightRoom(number, client, endpoint, security)) }
        print("\(count) rooms registered")
        fflush(nil)
        let end = MonotonicClock<NodeClock>.now() + .seconds(seconds)
        while MonotonicClock<NodeClock>.now() < end {
            for room in rooms { try room.turn(client) }
            usleep(10_000)
        }
        let received = rooms.map(\.packets)
        let missed = rooms.map(\.missed).reduce(0, +)
        print("packets of a room: \(received.min() ?? 0) to \(received.max() ?? 0); missed by all together: \(missed)")
        for room in rooms { try room.leave(client) }
    }
}
