package import AudioCore
import PlaybackCore
package import RPC
package import WireFormat

/// A zone's volume in force from an instant on. Serials rise: an older one is out of date.
package struct ZoneVolume: Hashable, Sendable {
    package var percent: Int
    package var serial: UInt64
    package var effective: Instant<CoordinatorClock>
}

extension PlaybackCoordinator {
    /// The volume that scales those of the zone's rooms, in percent.
    package var volume: Int { base.volume }

    /// Stores the zone's new name.
    /// - Throws: `dataLoss`; `notFound` where the zone has ended.
    func rename(_ name: String) async throws(RPCError) {
        try checkServed()
        base.name = name
        unsaved.append(.renamed(name))
        try await store()
    }

    /// Changes the zone's volume in all its rooms at one instant.
    /// - Parameter tell: tells the rooms; awaited before the volume is stored.
    /// - Throws: `outOfRange`; `notFound` where the zone has ended; `dataLoss` where it was done and cannot be stored.
    package func setVolume(
        _ percent: Int,
        tell: @Sendable (ZoneVolume) async -> Void
    ) async throws(RPCError) -> Wire.TransportResponse {
        try checkServed()
        let now = ports.clock()
        tick(now)
        do throws(PlaybackError) {
            base.volume = try RoomSettings.validVolume(percent)
        } catch {
            throw RPCError(error)
        }
        revision += 1
        let volume = ZoneVolume(percent: percent, serial: revision, effective: now + ports.commandLead.value)
        let shown = nowPlaying(now)
        ports.events.post(Wire.Event(kind: .volumeChanged, zone: zone, nowPlaying: shown))
        let answer = Wire.TransportResponse(nowPlaying: shown, effectiveTimeNs: volume.effective.nanoseconds)
        announced = shown.withoutProgress
        await tell(volume)
        try checkServed()
        // Now, so that no other caller takes it along meanwhile; a later command may have changed it again.
        unsaved.append(.volume(base.volume))
        try await store()
        return answer
    }
}
