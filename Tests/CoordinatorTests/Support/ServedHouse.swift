import AudioCore
import ControlClient
import LinuxSystem
import LyricsCore
import PlaybackCore
import RPC
import Synchronization
import TestSupport
import WireFormat

@testable import Coordinator

/// A whole house in this process, called as rooms and remotes call it.
enum ServedHouse {
    static let facts = HouseFacts(
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
    static func with(
        _ stored: StoredState = StoredState(),
        _ body: @escaping @Sendable (HouseClient) async throws -> Void
    ) async throws {
        try await with(HouseStore(stored)) { client, _ in try await body(client) }
    }

    /// As the other, with a store that outlives the house, and the house.
    static func with(
        _ store: HouseStore,
        drawing: (any ArtworkDrawing)? = nil,
        makeEncoder: @escaping @Sendable () throws(AudioError) -> any PacketEncoder = { ShortEncoder() },
        _ body: @escaping @Sendable (HouseClient, House) async throws -> Void
    ) async throws {
        let listener = InProcessRequestListener()
        let clock = ManualClock()
        let outlets = Outlets()
        let house = try House(
            facts: facts,
            adapters: House.Adapters(
                clock: clock.reading,
                opener: TaggedOpener([48_000, 96_000]),
                makeEncoder: makeEncoder,
                control: listener,
                events: InProcessPublisher(),
                audio: InProcessPublisher(),
                openAudio: outlets.open,
                drawing: drawing
            ),
            stored: store.kept,
            store: store
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await house.run() }
            group.addTask {
                defer { house.beginGracefulShutdown() }
                try await body(HouseClient(listener), house)
            }
            try await group.waitForAll()
        }
    }

    static func code<Response: WireMessage>(
        _ client: HouseClient,
        _ call: ControlCall<Response>
    ) async -> StatusCode {
        do throws(RPCError) {
            _ = try await client(call)
            return .ok
        } catch {
            return error.code
        }
    }
}

/// Ports that nobody listens to, from 7,704 on.
private final class Outlets: Sendable {
    private let next = Mutex<UInt16>(7_704)

    var open: ZoneDirectory.OpenAudio {
        { () throws(RPCError) in
            let port = self.next.withLock { next in
                defer { next += 1 }
                return next
            }
            return AudioOutlet(publisher: InProcessPublisher(), port: port)
        }
    }
}

/// Packets of two bytes.
final class ShortEncoder: PacketEncoder {
    let lookahead: FrameCount = 312
    func encode(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) -> [UInt8] { [1, 2] }
    func reset() throws(AudioError) {}
}

/// Keeps whole zones and rooms in memory; edits of a zone but its name and volume are forgotten.
final class HouseStore: QueueStore, @unchecked Sendable {
    // Unchecked: the state is behind a mutex.
    private let state = Mutex(StoredState())
    var kept: StoredState { state.withLock { $0 } }
    private let faults = Mutex(
        (failsRooms: false, failsZones: false, removing: { @Sendable in }, saving: { @Sendable in })
    )
    var failsRooms: Bool {
        get { faults.withLock { $0.failsRooms } }
        set { faults.withLock { $0.failsRooms = newValue } }
    }

    var failsZones: Bool {
        get { faults.withLock { $0.failsZones } }
        set { faults.withLock { $0.failsZones = newValue } }
    }

    /// Before a zone is removed the disk stands still until `gate` is raised; `entered` tells that it does.
    func holdRemovals() throws -> (entered: AsyncStream<Void>, gate: EventSignal) {
        let (entered, gate, wait) = try Self.makeGate()
        faults.withLock { $0.removing = wait }
        return (entered, gate)
    }

    /// The same before a zone is stored.
    func holdZones() throws -> (entered: AsyncStream<Void>, gate: EventSignal) {
        let (entered, gate, wait) = try Self.makeGate()
        faults.withLock { $0.saving = wait }
        return (entered, gate)
    }

    private static func makeGate() throws -> (AsyncStream<Void>, EventSignal, @Sendable () -> Void) {
        let gate = try EventSignal()
        let (entered, continuation) = AsyncStream.makeStream(of: Void.self)
        let wait: @Sendable () -> Void = {
            continuation.yield()
            while Poll.wait(for: [gate.fileDescriptor], timeout: nil) == 0 {}
        }
        return (entered, gate, wait)
    }

    init(_ stored: StoredState = StoredState()) { state.withLock { $0 = stored } }

    func saveZone(_ zone: StoredZone) throws(StoreError) {
        faults.withLock { $0.saving }()
        if failsZones { throw StoreError(.unavailable, "the disk is full") }
        state.withLock { state in
            state.zones.removeAll { $0.id == zone.id }
            state.zones.append(zone)
        }
    }

    func removeZone(_ id: String) throws(StoreError) {
        faults.withLock { $0.removing }()
        state.withLock { $0.zones.removeAll { $0.id == id } }
    }

    func save(_ edits: [ZoneEdit], zone: String) throws(StoreError) {
        let isThere = state.withLock { state in
            guard let index = state.zones.firstIndex(where: { $0.id == zone }) else { return false }
            for edit in edits {
                if case .volume(let volume) = edit { state.zones[index].volume = volume }
                if case .renamed(let name) = edit { state.zones[index].name = name }
            }
            return true
        }
        guard isThere else { throw StoreError(.notFound, "zone \(zone) is not stored") }
    }

    func savePosition(_ position: Interval, transport: TransportState, zone: String) throws(StoreError) {}

    func saveRoom(_ room: StoredRoom) throws(StoreError) {
        if failsRooms { throw StoreError(.unavailable, "the disk is full") }
        state.withLock { state in
            state.rooms.removeAll { $0.id == room.id }
            state.rooms.append(room)
        }
    }

    func removeRoom(_ id: String) throws(StoreError) { state.withLock { $0.rooms.removeAll { $0.id == id } } }
}
