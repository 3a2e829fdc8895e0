import AudioCore
import PlaybackCore
package import RPC
import WireFormat

/// `tutti.v1.PlayerService`: transport of a zone and what it plays now.
package struct PlayerService: Sendable {
    private let zones: ZoneTable
    private let rooms: RoomDirectory

    package init(zones: ZoneTable, rooms: RoomDirectory) {
        self.zones = zones
        self.rooms = rooms
    }

    package func register(on router: inout Router) {
        registerTransport(on: &router)
        registerSound(zones, on: &router)
        router.serve(Wire.PlayerService.play) { (request, _) async throws(RPCError) in
            try await zones[request.zone].transport(Self.command(request))
        }
        router.serve(Wire.PlayerService.seek) { (request, _) async throws(RPCError) in
            let position = try Self.milliseconds(request.positionMs)
            return try await zones[request.zone].transport(request.relative ? .seekBy(position) : .seek(position))
        }
        router.serve(Wire.PlayerService.setMode) { (request, _) async throws(RPCError) in
            guard let mode = request.mode.value else {
                throw RPCError(.invalidArgument, "cannot set the mode: none was given; use off, loop, shuffle or one")
            }
            return try await zones[request.zone].transport(.mode(mode))
        }
        router.serve(Wire.PlayerService.setVolume) { (request, _) async throws(RPCError) in
            let zone = try zones[request.zone]
            return try await zone.setVolume(Int(request.volumePercent)) { volume in
                await rooms.zoneVolumeChanged(zone.zone, volume)
            }
        }
        router.serve(Wire.PlayerService.setSwitches) { (request, _) async throws(RPCError) in
            try await zones[request.zone].transport(
                .switches(
                    consume: request.hasConsume ? request.consume : nil,
                    stopAfterCurrent: request.hasStopAfterCurrent ? request.stopAfterCurrent : nil
                )
            )
        }
        router.serve(Wire.PlayerService.getNowPlaying) { (request, _) async throws(RPCError) in
            await (try zones[request.zone]).nowPlaying()
        }
    }

    private func registerTransport(on router: inout Router) {
        router.serve(Wire.PlayerService.pause) { (request, _) async throws(RPCError) in
            try await zones[request.zone].transport(.pause)
        }
        router.serve(Wire.PlayerService.toggle) { (request, _) async throws(RPCError) in
            try await zones[request.zone].transport(.toggle)
        }
        router.serve(Wire.PlayerService.stop) { (request, _) async throws(RPCError) in
            try await zones[request.zone].transport(.stop)
        }
        router.serve(Wire.PlayerService.next) { (request, _) async throws(RPCError) in
            try await zones[request.zone].transport(.next)
        }
        router.serve(Wire.PlayerService.previous) { (request, _) async throws(RPCError) in
            try await zones[request.zone].transport(.previous)
        }
    }

    private static func command(_ request: Wire.PlayRequest) -> PlaybackCoordinator.Transport {
        if request.itemId != 0 { return .playItem(ItemID(request.itemId)) }
        if request.hasIndex { return .playIndex(Int(request.index)) }
        return .play
    }

    private static func milliseconds(_ value: Int64) throws(RPCError) -> Interval {
        guard value.magnitude <= UInt64(Interval.longestTrack.milliseconds) else {
            throw RPCError(.outOfRange, "cannot seek by \(value) ms: that is longer than any track")
        }
        return .milliseconds(value)
    }
}
