import AudioCore
package import RPC
import WireFormat

/// `tutti.v1.HouseService`: the rooms as people see them, and the coordinator itself.
package struct HouseService: Sendable {
    private let rooms: RoomDirectory
    private let zones: ZoneTable
    private let commandLead: CommandLead
    private let house: HouseFacts
    private let clock: ClockReading

    package init(
        rooms: RoomDirectory,
        zones: ZoneTable,
        commandLead: CommandLead,
        house: HouseFacts,
        clock: @escaping ClockReading
    ) {
        self.rooms = rooms
        self.zones = zones
        self.commandLead = commandLead
        self.house = house
        self.clock = clock
    }

    package func register(on router: inout Router) {
        router.serve(Wire.HouseService.listRooms) { (_, _) async throws(RPCError) in
            Wire.ListRoomsResponse(rooms: await rooms.list)
        }
        router.serve(Wire.HouseService.updateRoom) { (request, _) async throws(RPCError) in
            try await rooms.update(request.room, Self.change(request))
        }
        router.serve(Wire.HouseService.forgetRoom) { (request, _) async throws(RPCError) in
            try await rooms.forget(request.room)
            return Wire.ForgetRoomResponse()
        }
        router.serve(Wire.HouseService.getStatus) { (_, _) async throws(RPCError) in try await status() }
    }

    private static func change(_ request: Wire.UpdateRoomRequest) -> RoomBook.Change {
        var change = RoomBook.Change(
            volume: request.hasVolume ? Int(request.volumePercent) : nil,
            muted: request.hasMuted ? request.muted : nil,
            delay: request.hasDelay ? Interval(nanoseconds: request.delayNs) : nil,
            name: request.hasName ? request.name : nil
        )
        if request.hasBalance { change.balance = Int(request.balance) }
        change.channels = request.channels.value
        if request.hasCeiling { change.ceiling = Int(request.ceilingPercent) }
        if request.hasPauseOnUnplug { change.pauseOnUnplug = request.pauseOnUnplug }
        return change
    }

    private func status() async throws(RPCError) -> Wire.GetStatusResponse {
        let counts = await rooms.counts
        let storeWarning = await (try zones[house.zone]).storeWarning
        return Wire.GetStatusResponse(
            version: house.version,
            protocolVersion: WireProtocol.version,
            capabilities: house.capabilities,
            sessionId: house.session,
            uptimeMs: (clock() - house.started).milliseconds,
            eventsPort: UInt32(house.ports.events),
            roomsKnown: UInt32(clamping: counts.known),
            roomsConnected: UInt32(clamping: counts.connected),
            leadNs: house.lead.nanoseconds,
            commandLeadNs: commandLead.value.nanoseconds,
            bitrateBps: UInt32(clamping: house.bitrate),
            stateDirectory: house.stateDirectory,
            warnings: house.warnings + (storeWarning.isEmpty ? [] : [storeWarning])
        )
    }
}
