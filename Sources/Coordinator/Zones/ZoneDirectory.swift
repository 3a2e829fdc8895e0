import LinuxSystem
import PlaybackCore
package import RPC
package import WireFormat

/// Makes, deletes and renames zones while the others play.
package actor ZoneDirectory {
    /// Binds the audio port of one more zone.
    package typealias OpenAudio = @Sendable () throws(RPCError) -> AudioOutlet

    private let table: ZoneTable
    private let factory: ZoneFactory
    private let openAudio: OpenAudio
    private let rooms: RoomDirectory
    private let probe: MetadataProbe
    /// The next zone's, if it is free.
    private var serial: Int
    /// Zones that are not in the table any more, and not gone yet: their ids and serials are still taken.
    private var leaving: [ZoneUnit] = []
    /// Zones that were there from the start on.
    private let first: [ZoneUnit]
    /// Zones that are being stored and not in the table yet: their ids and serials are taken.
    private var coming: [ZoneUnit] = []
    /// Zones that `run` has to start.
    private nonisolated let begun: AsyncStream<ZoneUnit>
    private nonisolated let beginning: AsyncStream<ZoneUnit>.Continuation

    /// - Parameter serial: the first that is free.
    init(
        table: ZoneTable,
        factory: ZoneFactory,
        openAudio: @escaping OpenAudio,
        rooms: RoomDirectory,
        probe: MetadataProbe,
        serial: Int
    ) {
        self.table = table
        self.factory = factory
        self.openAudio = openAudio
        self.rooms = rooms
        self.probe = probe
        self.serial = serial
        first = table.all
        (begun, beginning) = AsyncStream.makeStream()
        for unit in table.all { beginning.yield(unit) }
    }

    /// Serves all zones until `beginGracefulShutdown` or cancellation.
    /// - Throws: what ended a zone before its time that was there at the start; the others are ended then.
    package nonisolated func run() async throws {
        // Discarding: zones come and go for months.
        try await withThrowingDiscardingTaskGroup { group in
            for await unit in begun {
                group.addTask { [self] in
                    do {
                        try await unit.run()
                    } catch {
                        if await giveUp(unit, error) { return }
                        beginGracefulShutdown()
                        throw error
                    }
                }
            }
        }
    }

    /// A zone that was made later and cannot be served, for want of a thread, is gone, and leaves the others alone.
    /// - Returns: false where it was there at the start.
    private func giveUp(_ unit: ZoneUnit, _ error: any Error) async -> Bool {
        guard !first.contains(where: { $0 === unit }) else { return false }
        Log.error("the zone \(unit.name) cannot be served, and is deleted: \(error)")
        table.remove(unit)
        announce()
        try? await rooms.moveAll(from: unit, to: table.defaultUnit)
        try? await factory.keeper.removeZone(unit.id)
        return true
    }

    package nonisolated func beginGracefulShutdown() {
        beginning.finish()
        for unit in table.all { unit.beginGracefulShutdown() }
    }

    package var list: [Wire.Zone] {
        get async {
            var zones: [Wire.Zone] = []
            for unit in table.all { zones.append(await describe(unit)) }
            return zones
        }
    }

    /// Nobody is told of it before it is stored, or has been found not to be storable now.
    /// - Throws: `invalidArgument`, `alreadyExists`, `resourceExhausted`, `unavailable`, `dataLoss`.
    package func create(_ text: String) async throws(RPCError) -> Wire.Zone {
        let name = try freeName(text)
        let unit = try make(name)
        coming.append(unit)
        var failure: RPCError?
        do throws(RPCError) { try await unit.coordinator.storeAll() } catch { failure = error }
        coming.removeAll { $0 === unit }
        try table.insert(unit)
        beginning.yield(unit)
        announce()
        Log.info("zone \(name) is made; it publishes on port \(unit.audioPort)")
        if let failure { throw failure }
        return await describe(unit)
    }

    /// - Throws: `invalidArgument`, `alreadyExists`.
    private func freeName(_ text: String, except: ZoneUnit? = nil) throws(RPCError) -> String {
        let name = try table.freeName(text, except: except)
        if coming.contains(where: { $0.id.lowercased() == name.lowercased() }) {
            throw RPCError(.alreadyExists, "there is a zone ‘\(name)’ already: give another name")
        }
        return name
    }

    /// - Throws: `alreadyExists`, `resourceExhausted`, `unavailable`.
    private func make(_ name: String) throws(RPCError) -> ZoneUnit {
        guard !leaving.contains(where: { $0.id.lowercased() == name.lowercased() }) else {
            throw RPCError(.alreadyExists, "cannot make the zone ‘\(name)’: it is just being deleted; try again")
        }
        let present = table.all + coming
        guard present.count < ZoneTable.maximumZones,
            let serial = ZoneFactory.freeSerial(from: serial, taken: Set((present + leaving).map(\.serial)))
        else { throw ZoneTable.tooMany }
        var generator = SystemRandomNumberGenerator()
        // The first name is the id for good: people who never rename a zone meet one word only.
        let stored = StoredZone(id: name, name: name, seed: generator.next())
        let outlet = try openAudio()
        do {
            let unit = try factory.make(stored, outlet: outlet, serial: serial)
            self.serial = serial + 1
            return unit
        } catch {
            outlet.publisher.close()
            throw RPCError(.unavailable, "cannot make the zone \(name): \(error)", cause: error)
        }
    }

    /// - Throws: `notFound`, `failedPrecondition` for the default zone, `dataLoss`.
    package func delete(_ text: String) async throws(RPCError) {
        let unit = try table.unit(text)
        guard unit !== table.defaultUnit else {
            throw RPCError(
                .failedPrecondition,
                "cannot delete the zone ‘\(unit.name)’: it is the one that is always there; delete others, or rename it"
            )
        }
        table.remove(unit)
        leaving.append(unit)
        defer { leaving.removeAll { $0 === unit } }
        announce()
        // The rooms first: a crash in between leaves an empty zone, and never a room without one.
        var failure: RPCError?
        do throws(RPCError) {
            try await rooms.moveAll(from: unit, to: table.defaultUnit)
        } catch {
            // It ends all the same: a room of a zone that is gone comes to the default zone in the next start.
            failure = error
        }
        unit.beginGracefulShutdown()
        await unit.waitUntilEnded()
        probe.forget(unit.coordinator.inbox)
        Log.info("zone \(unit.name) is deleted")
        try await factory.keeper.store("that the zone \(unit.name) is deleted") { (keeper) throws(StoreError) in
            try await keeper.removeZone(unit.id)
        }
        if let failure { throw failure }
    }

    /// - Throws: `notFound`, `invalidArgument`, `alreadyExists`, `dataLoss`.
    package func rename(_ text: String, to newName: String) async throws(RPCError) -> Wire.Zone {
        let unit = try table.unit(text)
        let name = try freeName(newName, except: unit)
        unit.rename(name)
        announce()
        try await unit.coordinator.rename(name)
        return await describe(unit)
    }

    private func announce() { factory.events.post(Wire.Event(kind: .zonesChanged)) }

    private func describe(_ unit: ZoneUnit) async -> Wire.Zone {
        let counts = await rooms.counts(zone: unit.id)
        let now = await unit.coordinator.nowPlaying().nowPlaying
        return Wire.Zone(
            id: unit.id,
            name: unit.name,
            state: unit.board.state,
            volumePercent: now?.volumePercent ?? 0,
            roomsKnown: UInt32(clamping: counts.known),
            roomsConnected: UInt32(clamping: counts.connected),
            queueLength: now?.queueLength ?? 0,
            isDefault: unit === table.defaultUnit
        )
    }
}
