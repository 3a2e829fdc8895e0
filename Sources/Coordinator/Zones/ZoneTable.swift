import AudioCore
import PlaybackCore
package import RPC
private import Synchronization

/// The zones that are served now. Callable from any thread.
package final class ZoneTable: Sendable {
    /// With the default zone.
    package static let maximumZones = 32

    /// The zone of requests that name none; it is always there.
    package let defaultUnit: ZoneUnit
    private let units: Mutex<[ZoneUnit]>

    init(defaultUnit: ZoneUnit) {
        self.defaultUnit = defaultUnit
        units = Mutex([defaultUnit])
    }

    /// The default zone first, then by age.
    package var all: [ZoneUnit] { units.withLock { $0 } }

    /// - Throws: `notFound`.
    package subscript(name: String) -> PlaybackCoordinator {
        get throws(RPCError) { try unit(name).coordinator }
    }

    /// A zone by its id, or by its name without regard to case; the default zone for an empty text.
    /// - Throws: `notFound`.
    package func unit(_ text: String) throws(RPCError) -> ZoneUnit {
        guard !text.isEmpty else { return defaultUnit }
        guard let unit = Self.find(text, in: all) else {
            throw RPCError(.notFound, "there is no zone ‘\(text)’: `tutti zones` lists them")
        }
        return unit
    }

    /// The default zone where there is none of this id.
    package func unit(id: String) -> ZoneUnit { all.first { $0.id == id } ?? defaultUnit }

    /// Packets of a generation, whichever zone made it.
    func packets(of generation: Generation, from first: UInt32, count: Int) -> PacketRing.Run? {
        for unit in all {
            if let run = unit.ring.packets(of: generation, from: first, count: count) { return run }
        }
        return nil
    }

    /// Checks a name for a zone.
    /// - Parameter except: the zone that may have it already.
    /// - Returns: the name without white space around it.
    /// - Throws: `invalidArgument`, `alreadyExists`.
    func freeName(_ name: String, except: ZoneUnit? = nil) throws(RPCError) -> String {
        let valid: String
        do throws(PlaybackError) { valid = try RoomSettings.validName(name) } catch { throw RPCError(error) }
        if let other = Self.find(valid, in: all), other !== except {
            let also = other.name.lowercased() == valid.lowercased() ? "" : " (it is the id of ‘\(other.name)’)"
            throw RPCError(.alreadyExists, "there is a zone ‘\(valid)’ already\(also): give another name")
        }
        return valid
    }

    /// - Throws: `resourceExhausted`.
    func insert(_ unit: ZoneUnit) throws(RPCError) {
        let isIn = units.withLock { units in
            guard units.count < Self.maximumZones else { return false }
            units.append(unit)
            return true
        }
        guard !isIn else { return }
        throw Self.tooMany
    }

    static let tooMany = RPCError(
        .resourceExhausted,
        "there are \(maximumZones) zones, which is as many as there can be: delete one first"
    )

    func remove(_ unit: ZoneUnit) { units.withLock { $0.removeAll { $0 === unit } } }

    private static func find(_ text: String, in units: [ZoneUnit]) -> ZoneUnit? {
        let lowered = text.lowercased()
        return units.first { $0.id == text } ?? units.first { $0.name.lowercased() == lowered }
            ?? units.first { $0.id.lowercased() == lowered }
    }
}
