import AudioCore
import SyncCore

/// What the rooms mean for their zones, and the zones for their rooms.
extension RoomDirectory {
    /// Publishes further ahead while a room's network needs it. Rooms learn of it with the next timeline, at once.
    func adaptLeads(_ now: Instant<CoordinatorClock>) {
        let units = ports.zones.all
        leads = leads.filter { serial, _ in units.contains { $0.serial == serial } }
        for unit in units {
            var lead = leads[unit.serial] ?? AdaptiveLead(base: unit.publishLead.value)
            let isChanged = lead.update(tail: book.worstArrivalTail(zone: unit.id), at: now)
            leads[unit.serial] = lead
            guard isChanged else { continue }
            unit.publishLead.set(lead.value)
            unit.board.setLead(lead.value)
            unit.stream.publish(unit.board.current)
        }
    }

    func updateCommandLead(_ zone: String) {
        ports.zones.unit(id: zone).commandLead.set(book.commandLead(zone: zone))
    }

    /// Lets every room of a zone obey the zone's new volume, all at one instant.
    package func zoneVolumeChanged(_ zone: String, _ volume: ZoneVolume) {
        guard volume.serial > volumes[zone]?.serial ?? 0, ports.zones.all.contains(where: { $0.id == zone }) else {
            return
        }
        volumes[zone] = volume
        for entry in book.touch(zone: zone, effective: volume.effective) where entry.isConnected {
            unit(entry).stream.publish(wireSettings(entry))
        }
    }
}
