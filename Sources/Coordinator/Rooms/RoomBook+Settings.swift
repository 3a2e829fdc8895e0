package import AudioCore
package import PlaybackCore
import RPC

/// What people ask of rooms, and change.
extension RoomBook {
    /// Finds a room by its id, or by its name without regard to case.
    /// - Throws: `notFound`, `failedPrecondition` where several rooms have the name.
    package func find(_ text: String) throws(PlaybackError) -> Entry {
        if let entry = rooms[text] { return entry }
        let name = text.lowercased()
        let matches = rooms.values.filter { $0.settings.name.lowercased() == name }.sorted { $0.id < $1.id }
        guard let first = matches.first else {
            throw PlaybackError(.notFound, "there is no room ‘\(text)’: `tutti rooms` lists them")
        }
        guard matches.count == 1 else {
            let ids = matches.prefix(5).map(\.id).joined(separator: ", ")
            throw PlaybackError(
                .failedPrecondition,
                "\(matches.count) rooms are called ‘\(text)’: use an id (\(ids))"
            )
        }
        return first
    }

    /// - Throws: as `find`, `outOfRange` or `invalidArgument` for the values, and `alreadyExists` for another room's
    ///   name.
    package mutating func update(
        _ text: String,
        _ change: Change,
        effective: Instant<CoordinatorClock>
    ) throws(PlaybackError) -> Entry {
        var entry = try find(text)
        change.apply(to: &entry.settings)
        entry.settings = try entry.settings.validated(isNamed: change.name != nil)
        if change.name != nil { try checkFree(entry.settings.name, for: entry.id) }
        if let zone = change.zone { entry.zone = zone }
        entry.settingsRevision = nextRevision()
        entry.effectiveTime = effective
        keep(entry)
        return entry
    }

    /// A name has to find its room. Nodes bring theirs with them, so that two may be called the same until one is
    /// renamed.
    private func checkFree(_ name: String, for id: String) throws(PlaybackError) {
        let wanted = name.lowercased()
        let other = rooms.values.first {
            $0.id != id && ($0.settings.name.lowercased() == wanted || $0.id.lowercased() == wanted)
        }
        guard let other else { return }
        let also = other.settings.name.lowercased() == wanted ? "" : " (it is the id of ‘\(other.settings.name)’)"
        throw PlaybackError(.alreadyExists, "there is a room ‘\(name)’ already\(also): give another name")
    }

    /// The settings of every room of `zone` change from `effective` on, by something that the zone keeps.
    package mutating func touch(zone: String, effective: Instant<CoordinatorClock>) -> [Entry] {
        var touched: [Entry] = []
        for var entry in rooms.values where entry.zone == zone {
            entry.settingsRevision = nextRevision()
            entry.effectiveTime = effective
            keep(entry)
            touched.append(entry)
        }
        return touched
    }

    /// - Throws: as `find`, and `failedPrecondition` for a connected room.
    package mutating func forget(_ text: String) throws(PlaybackError) -> Entry {
        let entry = try find(text)
        guard !entry.isConnected else {
            let host = (try? Endpoint(parsing: entry.address, defaultPort: 1)).map { " at \($0.host)" } ?? ""
            throw PlaybackError(
                .failedPrecondition,
                "cannot forget room ‘\(entry.settings.name)’: it is connected; end its tutti-room\(host) for good first "
                    + "(systemctl disable --now tutti-room), or it comes again as a new room"
            )
        }
        remove(entry.id)
        return entry
    }
}
