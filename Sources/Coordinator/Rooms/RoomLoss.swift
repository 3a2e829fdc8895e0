package import AudioCore
import PlaybackCore
import WireFormat

/// A room's device or headphones were unplugged, and its zone has to pause for it.
package struct RoomLoss: Hashable, Sendable {
    package var reason: String
    /// When the room's zone was heard last in it, by the zone's timeline; nil where the room does not know.
    package var heard: Instant<CoordinatorClock>?
}

extension RoomBook {
    /// What a report means for the room's zone: it pauses where the room is marked so, and where it was the last one
    /// with a device. Nil: it plays on.
    package func loss(from before: Entry, to after: Entry) -> RoomLoss? {
        guard let old = before.device, let new = after.device else { return nil }
        // Plugged in again before the report, it is still a loss.
        let isNewLoss = new.lostTimeNs != 0 && new.lostTimeNs != old.lostTimeNs
        let isGone = old.open && (!new.open || (isNewLoss && !new.unplugged))
        let isPulled = !old.unplugged && new.unplugged && isNewLoss
        guard isGone || isPulled else { return nil }
        let name = after.settings.name
        let heard = isNewLoss ? Instant<CoordinatorClock>(nanoseconds: new.lostTimeNs) - after.settings.delay : nil
        if after.settings.pauseOnUnplug {
            return RoomLoss(
                reason: "\(isPulled ? "the jack" : "the sound device") of \(name) was unplugged",
                heard: heard
            )
        }
        guard isGone, !new.open, !hasOtherDevice(than: after) else { return nil }
        return RoomLoss(reason: "\(name) lost its sound device, and no other room plays", heard: heard)
    }

    private func hasOtherDevice(than entry: Entry) -> Bool {
        rooms.values.contains { other in
            other.id != entry.id && other.zone == entry.zone && other.isConnected && other.device?.open == true
        }
    }
}
