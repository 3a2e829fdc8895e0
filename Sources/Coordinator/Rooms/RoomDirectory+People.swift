import AudioCore
import LinuxSystem
import PlaybackCore
package import RPC
package import WireFormat

/// What people ask and change.
extension RoomDirectory {
    package var list: [Wire.Room] { book.sorted.map { wireRoom($0) } }

    package var counts: (known: Int, connected: Int) { (book.rooms.count, book.connectedCount) }

    package func counts(zone: String) -> (known: Int, connected: Int) { book.counts(zone: zone) }

    package func update(
        _ room: String,
        _ change: RoomBook.Change
    ) async throws(RPCError) -> Wire.UpdateRoomResponse {
        var change = change
        if let zone = change.zone { change.zone = try ports.zones.unit(zone).id }
        let before: RoomBook.Entry
        let entry: RoomBook.Entry
        do throws(PlaybackError) {
            before = try book.find(room)
            let effective = ports.clock() + unit(before).commandLead.value
            entry = try book.update(before.id, change, effective: effective)
        } catch {
            throw RPCError(error)
        }
        // A room that moves listens to the zone that it leaves.
        unit(before).stream.publish(wireSettings(entry))
        if before.zone != entry.zone { moved(entry, from: before.zone) }
        changed(entry)
        try await save(entry)
        return Wire.UpdateRoomResponse(room: wireRoom(entry), effectiveTimeNs: entry.effectiveTime.nanoseconds)
    }

    /// Moves every room of a zone that is about to end.
    /// - Throws: `dataLoss`.
    func moveAll(from old: ZoneUnit, to new: ZoneUnit) async throws(RPCError) {
        var failure: RPCError?
        var change = RoomBook.Change()
        change.zone = new.id
        // Looked up each time: while one is stored, others are moved or forgotten.
        while let room = book.sorted.first(where: { $0.zone == old.id }) {
            let effective = ports.clock() + old.commandLead.value
            guard let entry = try? book.update(room.id, change, effective: effective) else { break }
            old.stream.publish(wireSettings(entry))
            changed(entry)
            do throws(RPCError) { try await save(entry) } catch { failure = error }
        }
        volumes[old.id] = nil
        if let failure { throw failure }
    }

    private func moved(_ entry: RoomBook.Entry, from old: String) {
        Log.info("room \(entry.settings.name) (\(entry.id)) moves from zone \(old) to \(entry.zone)")
        updateCommandLead(old)
    }

    package func forget(_ room: String) async throws(RPCError) {
        let entry: RoomBook.Entry
        do throws(PlaybackError) {
            entry = try book.forget(room)
        } catch {
            throw RPCError(error)
        }
        try await dropped(entry)
    }

    /// A room that is not in the book any more.
    func dropped(_ entry: RoomBook.Entry) async throws(RPCError) {
        changed(entry)
        try await ports.keeper.store("that the room \(entry.id) is forgotten") { (keeper) throws(StoreError) in
            try await keeper.removeRoom(entry.id)
        }
    }
}
