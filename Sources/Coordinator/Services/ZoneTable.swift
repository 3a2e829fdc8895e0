import PlaybackCore
import RPC

/// The zones by name; an empty name is the default zone.
package struct ZoneTable: Sendable {
    private let zones: [String: PlaybackCoordinator]

    package init(_ zones: [PlaybackCoordinator]) {
        self.zones = Dictionary(zones.map { ($0.zone, $0) }) { first, _ in first }
    }

    package subscript(name: String) -> PlaybackCoordinator {
        get throws(RPCError) {
            guard let zone = zones[name.isEmpty ? StoredZone.defaultID : name] else {
                throw RPCError(.notFound, "there is no zone \"\(name)\": leave it out for the default zone")
            }
            return zone
        }
    }
}
