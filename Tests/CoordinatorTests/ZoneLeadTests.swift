import AudioCore
import PlaybackCore
import RPC
import TestSupport
import Testing
import WireFormat

@testable import Coordinator

/// How far ahead zones publish, as their rooms' networks need it.
@Suite struct ZoneLeadTests {
    private let clock = ManualClock()
    private let factory: ZoneFactory
    private let table: ZoneTable
    private let directory: RoomDirectory

    init() throws {
        let clock = clock.reading
        let adapters = House.Adapters(
            clock: clock,
            opener: TaggedOpener([48_000]),
            makeEncoder: { TaggedEncoder() },
            control: InProcessRequestListener(),
            events: InProcessPublisher(),
            audio: InProcessPublisher(),
            openAudio: { AudioOutlet(publisher: InProcessPublisher(), port: 7_704) }
        )
        factory = ZoneFactory(
            facts: ServedHouse.facts,
            adapters: adapters,
            events: EventFeed(session: 9, clock: clock) { _ in },
            alarms: ManualAlarms(),
            keeper: MemoryKeeper(),
            lyrics: NoLyrics(),
            revisions: TimelineRevisions(),
            startPosition: 0
        )
        table = ZoneTable(defaultUnit: try Self.zone(StoredZone.defaultID, factory, serial: 0))
        try table.insert(Self.zone("Attic", factory, serial: 1))
        let room = StoredRoom(id: "loft", settings: RoomSettings(name: "Loft"), zone: "Attic")
        directory = RoomDirectory(
            stored: StoredState(rooms: [room]),
            ports: RoomDirectory.Ports(
                clock: clock,
                zones: table,
                events: factory.events,
                alarms: factory.alarms,
                keeper: factory.keeper
            )
        )
    }

    private static func zone(_ id: String, _ factory: ZoneFactory, serial: Int) throws -> ZoneUnit {
        let outlet = AudioOutlet(publisher: InProcessPublisher(), port: 7_702 + UInt16(serial))
        return try factory.make(StoredZone(id: id, name: id, seed: 1), outlet: outlet, serial: serial)
    }

    @Test func aZoneThatIsMadeAnewUnderItsIDRaisesItsOwnLead() async throws {
        _ = try await directory.register(Wire.RegisterRequest(roomId: "loft", name: "Loft"), peer: "")
        let sync = Wire.SyncReport(arrivalTailNs: 2_000_000_000)
        _ = try await directory.report(Wire.ReportRequest(roomId: "loft", sync: sync), peer: "192.0.2.1")
        await directory.adaptLeads(clock.now)
        let old = try table.unit("Attic")
        #expect(old.publishLead.value == .milliseconds(4_500))

        table.remove(old)
        let new = try Self.zone("Attic", factory, serial: 2)
        try table.insert(new)
        await directory.adaptLeads(clock.now)
        #expect(new.publishLead.value == .milliseconds(4_500))
    }
}
