import AudioCore
package import RPC
import SyncCore
import WireFormat

/// `tutti.v1.HouseService`: the rooms as people see them, and the coordinator itself.
package struct HouseService: Sendable {
    private let rooms: RoomDirectory
    private let zones: ZoneTable
    private let directory: ZoneDirectory
    private let house: HouseFacts
    private let clock: ClockReading

    package init(
        rooms: RoomDirectory,
        zones: ZoneTable,
        directory: ZoneDirectory,
        house: HouseFacts,
        clock: @escaping ClockReading
    ) {
        self.rooms = rooms
        self.zones = zones
        self.directory = directory
        self.house = house
        self.clock = clock
    }

    package func register(on router: inout Router) {
        router.serve(Wire.HouseService.listRooms) { (_, _) async throws(RPCError) in
            Wire.ListRoomsResponse(rooms: await rooms.list).fitting
        }
        router.serve(Wire.HouseService.updateRoom) { (request, _) async throws(RPCError) in
            try await rooms.update(request.room, Self.change(request))
        }
        router.serve(Wire.HouseService.forgetRoom) { (request, _) async throws(RPCError) in
            try await rooms.forget(request.room)
            return Wire.ForgetRoomResponse()
        }
        registerZones(on: &router)
        router.serve(Wire.HouseService.getStatus) { (_, _) async throws(RPCError) in try await status() }
    }

    private func registerZones(on router: inout Router) {
        router.serve(Wire.HouseService.listZones) { (_, _) async throws(RPCError) in
            Wire.ListZonesResponse(zones: await directory.list)
        }
        router.serve(Wire.HouseService.createZone) { (request, _) async throws(RPCError) in
            Wire.CreateZoneResponse(zone: try await directory.create(request.name))
        }
        router.serve(Wire.HouseService.deleteZone) { (request, _) async throws(RPCError) in
            try await directory.delete(Self.named(request.zone))
            return Wire.DeleteZoneResponse()
        }
        router.serve(Wire.HouseService.renameZone) { (request, _) async throws(RPCError) in
            Wire.RenameZoneResponse(zone: try await directory.rename(Self.named(request.zone), to: request.name))
        }
    }

    private static func named(_ zone: String) throws(RPCError) -> String {
        guard zone.isEmpty else { return zone }
        throw RPCError(.invalidArgument, "no zone was named: `tutti zones` lists them")
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
        if request.hasZone { change.zone = request.zone }
        if request.hasPauseOnUnplug { change.pauseOnUnplug = request.pauseOnUnplug }
        return change
    }

    private func status() async throws(RPCError) -> Wire.GetStatusResponse {
        let counts = await rooms.counts
        var storeWarnings: [String] = []
        for unit in zones.all {
            let warning = await unit.coordinator.storeWarning
            if !warning.isEmpty { storeWarnings.append("zone \(unit.name): \(warning)") }
        }
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
            commandLeadNs: zones.defaultUnit.commandLead.value.nanoseconds,
            bitrateBps: UInt32(clamping: house.bitrate),
            stateDirectory: house.stateDirectory,
            warnings: house.warnings + storeWarnings,
            presentLeadNs: zones.all.map(\.publishLead.value.nanoseconds).max() ?? house.lead.nanoseconds,
            maximumLeadNs: (house.lead + AdaptiveLead.maximumExtra).nanoseconds
        )
    }
}
