import AudioCore
package import RPC
import WireFormat

/// `tutti.v1.RoomService`: what room nodes ask.
package struct RoomService: Sendable {
    private let rooms: RoomDirectory
    private let zones: ZoneTable
    private let house: HouseFacts

    package init(rooms: RoomDirectory, zones: ZoneTable, house: HouseFacts) {
        self.rooms = rooms
        self.zones = zones
        self.house = house
    }

    package func register(on router: inout Router) {
        router.serve(Wire.RoomService.register) { (request, context) async throws(RPCError) in
            try await register(request, context)
        }
        router.serve(Wire.RoomService.report) { (request, context) async throws(RPCError) in
            try check(request.sessionId, request.roomId)
            let answer = try await rooms.report(request, peer: context.peer)
            let board = answer.unit.board
            return Wire.ReportResponse(
                timeline: request.timelineRevision < board.revision ? board.current : nil,
                settings: answer.settings,
                reportIntervalNs: answer.reportInterval.nanoseconds,
                zone: answer.unit.id,
                audioPort: UInt32(answer.unit.audioPort)
            )
        }
        router.serve(Wire.RoomService.fetchPackets) { (request, _) async throws(RPCError) in try fetch(request) }
        router.serve(Wire.RoomService.leave) { (request, _) async throws(RPCError) in
            try check(request.sessionId, request.roomId)
            await rooms.leave(request.roomId)
            return Wire.LeaveResponse()
        }
    }

    private func register(
        _ request: Wire.RegisterRequest,
        _ context: CallContext
    ) async throws(RPCError) -> Wire.RegisterResponse {
        guard request.protocolVersion == WireProtocol.version || request.protocolVersion == 0 else {
            throw RPCError(
                .failedPrecondition,
                "this coordinator speaks version \(WireProtocol.version) of the protocol and the room "
                    + "\(request.protocolVersion): update the older of the two"
            )
        }
        let registered = try await rooms.register(request, peer: context.peer)
        return Wire.RegisterResponse(
            sessionId: house.session,
            version: house.version,
            protocolVersion: WireProtocol.version,
            capabilities: house.capabilities,
            zone: registered.unit.id,
            clockPort: UInt32(house.ports.clock),
            audioPort: UInt32(registered.unit.audioPort),
            timeline: registered.unit.board.current,
            settings: registered.settings,
            reportIntervalNs: registered.reportInterval.nanoseconds
        )
    }

    private func fetch(_ request: Wire.FetchPacketsRequest) throws(RPCError) -> Wire.FetchPacketsResponse {
        try check(request.sessionId, request.roomId)
        let count = min(Int(request.count), Wire.FetchPacketsResponse.maximumPackets)
        let generation = Generation(request.generation)
        guard let run = zones.packets(of: generation, from: request.firstSequence, count: count) else {
            return Wire.FetchPacketsResponse(generation: request.generation, firstSequence: request.firstSequence)
        }
        return Wire.FetchPacketsResponse(
            generation: request.generation,
            firstSequence: run.firstSequence,
            payloads: run.payloads,
            nextSequence: run.nextSequence
        )
    }

    private func check(_ session: UInt64, _ room: String) throws(RPCError) {
        guard session == house.session else {
            throw RPCError(.notFound, "room \(room) is of another session of the coordinator: register again")
        }
    }
}
