import RPC
import WireFormat

/// What a room is registered with: one start of a coordinator, and the ports that it named.
struct Registration: Hashable, Sendable {
    var session: UInt64
    var clockPort: UInt16
    /// Of the zone that the room listens to.
    var audioPort: UInt16

    /// What has to be connected anew.
    enum Change: Hashable, Sendable {
        /// Nothing: only the report was lost.
        case none
        /// The stream: another zone of the same start of the coordinator.
        case zone
        /// All.
        case session
    }

    func change(from known: Registration?) -> Change {
        guard let known, known.session == session, known.clockPort == clockPort else { return .session }
        return known.audioPort == audioPort ? .none : .zone
    }
}

extension Registration {
    /// - Throws: `internal` where it names ports that do not exist.
    init(_ response: Wire.RegisterResponse) throws(RPCError) {
        guard let clockPort = UInt16(exactly: response.clockPort), let audioPort = UInt16(exactly: response.audioPort)
        else {
            throw RPCError(
                .internal,
                "the coordinator named the ports \(response.clockPort) and \(response.audioPort), which do not exist"
            )
        }
        self.init(session: response.sessionId, clockPort: clockPort, audioPort: audioPort)
    }
}
