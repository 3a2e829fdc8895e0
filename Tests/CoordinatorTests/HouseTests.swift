import AudioCore
import ControlClient
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// The services of a whole house, called as rooms and remotes call them.
@Suite struct HouseTests {
    private static let facts = HouseFacts(
        session: 77,
        version: "1.2.3",
        zone: StoredZone.defaultID,
        ports: HouseFacts.Ports(first: 7_700),
        lead: .seconds(2),
        bitrate: 128_000,
        stateDirectory: "/var/lib/tutti",
        started: Instant(nanoseconds: 0)
    )

    /// Runs `body` against a house that is served meanwhile.
    private func withHouse(
        _ stored: StoredState = StoredState(),
        _ body: @escaping @Sendable (ControlClient) async throws -> Void
    ) async throws {
        let listener = InProcessRequestListener()
        let clock = ManualClock()
        let house = try House(
            facts: Self.facts,
            adapters: House.Adapters(
                clock: clock.reading,
                opener: TaggedOpener([48_000, 96_000]),
                makeEncoder: { ShortEncoder() },
                control: listener,
                events: InProcessPublisher(),
                audio: InProcessPublisher()
            ),
            stored: stored,
            store: NoStore()
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await house.run() }
            group.addTask {
                defer { house.beginGracefulShutdown() }
                try await body(ControlClient(InProcessRequestTransport(listener)))
            }
            try await group.waitForAll()
        }
    }

    private static func code<Response: WireMessage>(
        _ client: ControlClient,
        _ call: ControlCall<Response>
    ) async -> StatusCode {
        do throws(RPCError) {
            _ = try await client(call)
            return .ok
        } catch {
            return error.code
        }
    }

    @Test func everyMethodIsServed() async throws {
        try await withHouse { client in
            #expect(await Self.code(client, .nowPlaying()) == .ok)
            #expect(await Self.code(client, .pause()) == .ok)
            #expect(await Self.code(client, .stop()) == .ok)
            #expect(await Self.code(client, .setMode(.loop)) == .ok)
            #expect(await Self.code(client, .rooms) == .ok)
            #expect(await Self.code(client, .clear()) == .ok)
            #expect(await Self.code(client, .play()) == .failedPrecondition)
            #expect(await Self.code(client, .play(zone: "attic")) == .notFound)
            #expect(await Self.code(client, .remove([5])) == .notFound)
            #expect(await Self.code(client, .move(5, to: 1)) == .notFound)
            #expect(await Self.code(client, .setMode(.unspecified)) == .invalidArgument)
            #expect(await Self.code(client, .add([])) == .invalidArgument)
            #expect(await Self.code(client, .seek(.absolute(.max))) == .outOfRange)
        }
    }

    @Test func theStatusTellsTheHouse() async throws {
        try await withHouse { client in
            let status = try await client(.status)
            #expect(status.version == "1.2.3")
            #expect(status.sessionId == 77)
            #expect(status.eventsPort == 7_701)
            #expect(status.leadNs == 2_000_000_000)
            #expect(status.warnings.isEmpty)
        }
    }

    @Test func aRoomRegistersReportsAndLeaves() async throws {
        try await withHouse { client in
            let request = Wire.RegisterRequest(roomId: "k", name: "Kitchen", version: "9", protocolVersion: 1)
            let registered = try await client(ControlCall(Wire.RoomService.register, request))
            #expect(registered.sessionId == 77)
            #expect(registered.clockPort == 7_702)
            #expect(registered.audioPort == 7_703)
            #expect(registered.settings?.name == "Kitchen")
            let updated = try await client(
                .update(Wire.UpdateRoomRequest(room: "kitchen", hasMuted: true, muted: true))
            )
            #expect(updated.room?.muted == true)
            let report = Wire.ReportRequest(
                roomId: "k",
                sessionId: 77,
                state: .playing,
                settingsRevision: registered.settings?.revision ?? 0
            )
            let answer = try await client(ControlCall(Wire.RoomService.report, report))
            #expect(answer.settings?.muted == true)
            #expect(try await client(.rooms).rooms.map(\.connected) == [true])
            let leave = Wire.LeaveRequest(roomId: "k", sessionId: 77)
            _ = try await client(ControlCall(Wire.RoomService.leave, leave))
            #expect(try await client(.rooms).rooms.map(\.connected) == [false])
            _ = try await client(.forget(room: "Kitchen"))
            #expect(try await client(.rooms).rooms.isEmpty)
        }
    }

    @Test func aRoomsSoundAndItsZonesVolumeReachTheRoom() async throws {
        try await withHouse { client in
            let request = Wire.RegisterRequest(roomId: "k", name: "Kitchen", protocolVersion: 1)
            let registered = try await client(ControlCall(Wire.RoomService.register, request))
            #expect(registered.settings?.hasSoundSettings == true)
            #expect(registered.settings?.ceilingPercent == 100)
            #expect(registered.settings?.zoneVolumePercent == 100)
            var change = Wire.UpdateRoomRequest(room: "k", hasBalance: true, balance: -30, channels: .mono)
            change.hasCeiling = true
            change.ceilingPercent = 55
            change.hasPauseOnUnplug = true
            change.pauseOnUnplug = true
            let room = try await client(.update(change)).room
            #expect(room?.balance == -30)
            #expect(room?.channels == .mono)
            #expect(room?.ceilingPercent == 55)
            #expect(room?.pauseOnUnplug == true)
            #expect(try await client(.setVolume(40)).nowPlaying?.volumePercent == 40)
            #expect(await Self.code(client, .setVolume(101)) == .outOfRange)
            let report = Wire.ReportRequest(roomId: "k", sessionId: 77, settingsRevision: 1)
            let settings = try await client(ControlCall(Wire.RoomService.report, report)).settings
            #expect(settings?.zoneVolumePercent == 40)
            #expect(settings?.ceilingPercent == 55)
            #expect(settings?.balance == -30)
            #expect(settings?.effectiveTimeNs ?? 0 > 0)
            #expect(await Self.code(client, .update(.init(room: "k", hasBalance: true, balance: 101))) == .outOfRange)
        }
    }

    @Test func roomsOfAnotherSessionOrProtocolAreTold() async throws {
        try await withHouse { client in
            let report = Wire.ReportRequest(roomId: "k", sessionId: 76)
            #expect(await Self.code(client, ControlCall(Wire.RoomService.report, report)) == .notFound)
            let fetch = Wire.FetchPacketsRequest(roomId: "k", sessionId: 3, generation: 1)
            #expect(await Self.code(client, ControlCall(Wire.RoomService.fetchPackets, fetch)) == .notFound)
            let register = Wire.RegisterRequest(roomId: "k", protocolVersion: 99)
            #expect(await Self.code(client, ControlCall(Wire.RoomService.register, register)) == .failedPrecondition)
        }
    }

    @Test func packetsThatWereNeverMadeAreNoError() async throws {
        try await withHouse { client in
            let request = Wire.FetchPacketsRequest(sessionId: 77, generation: 5, firstSequence: 9, count: 4_000_000_000)
            let answer = try await client(ControlCall(Wire.RoomService.fetchPackets, request))
            #expect(answer.payloads.isEmpty)
        }
    }

    @Test func aRestoredHouseShowsWhatWasStored() async throws {
        var zone = StoredZone(seed: 1)
        zone.items = [QueueItem(id: ItemID(3), uri: "track:1", title: "One")]
        zone.order.current = ItemID(3)
        zone.transport = .playing
        zone.position = .milliseconds(700)
        let room = StoredRoom(id: "b", settings: RoomSettings(name: "Bath", volume: 12))
        try await withHouse(StoredState(zones: [zone], rooms: [room])) { client in
            let shown = try await client(.nowPlaying()).nowPlaying
            #expect(shown?.state == .paused)
            #expect(shown?.positionMs == 700)
            #expect(try await client(.rooms).rooms.map(\.volumePercent) == [12])
            #expect(try await client.wholeQueue().items.map(\.title) == ["One"])
        }
    }
}

/// Packets of two bytes.
private final class ShortEncoder: PacketEncoder {
    let lookahead: FrameCount = 312
    func encode(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) -> [UInt8] { [1, 2] }
    func reset() throws(AudioError) {}
}

private final class NoStore: QueueStore {
    func load() throws(StoreError) -> StoredState { StoredState() }
    func saveZone(_ zone: StoredZone) throws(StoreError) {}
    func removeZone(_ id: String) throws(StoreError) {}
    func save(_ edits: [ZoneEdit], zone: String) throws(StoreError) {}
    func savePosition(_ position: Interval, transport: TransportState, zone: String) throws(StoreError) {}
    func saveRoom(_ room: StoredRoom) throws(StoreError) {}
    func removeRoom(_ id: String) throws(StoreError) {}
    func saveSetting(_ name: String, _ value: String?) throws(StoreError) {}
}
