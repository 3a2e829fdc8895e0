import AudioCore
import PlaybackCore
import Synchronization
import WireFormat

@testable import Coordinator

/// A clock that only the test moves.
final class ManualClock: Sendable {
    private let value = Mutex(Instant<CoordinatorClock>(nanoseconds: 5_000_000_000))

    var now: Instant<CoordinatorClock> {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }

    var reading: ClockReading { { self.now } }
}

/// Alarms that remember when they are set to; the test fires them.
final class ManualAlarms: AlarmMaking {
    final class ManualAlarm: Alarm {
        private let instant = Mutex<Instant<CoordinatorClock>?>(nil)
        let fire: @Sendable () -> Void

        init(_ fire: @escaping @Sendable () -> Void) { self.fire = fire }

        var isSetTo: Instant<CoordinatorClock>? { instant.withLock { $0 } }
        func set(_ value: Instant<CoordinatorClock>?) { instant.withLock { $0 = value } }
    }

    private let made = Mutex<[ManualAlarm]>([])
    var alarms: [ManualAlarm] { made.withLock { $0 } }

    func makeAlarm(_ fire: @escaping @Sendable () -> Void) -> any Alarm {
        let alarm = ManualAlarm(fire)
        made.withLock { $0.append(alarm) }
        return alarm
    }
}

/// Holds commands until the test gives them to an engine.
final class CommandQueue: PipelinePort {
    private let commands = Mutex<[PipelineCommand]>([])

    func send(_ command: PipelineCommand) { commands.withLock { $0.append(command) } }

    func take() -> [PipelineCommand] {
        commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }
}

/// What the rooms have received.
final class ReceivedStream: StreamPublishing {
    private let state = Mutex((decoder: TaggedDecoder(), timelines: [Wire.Timeline](), settings: [Wire.RoomSettings]()))

    var decoder: TaggedDecoder { state.withLock { $0.decoder } }
    var timelines: [Wire.Timeline] { state.withLock { $0.timelines } }
    var settings: [Wire.RoomSettings] { state.withLock { $0.settings } }

    func publish(_ packets: [AudioPacket]) {
        state.withLock { state in
            for packet in packets { state.decoder.take(packet) }
        }
    }

    func publish(_ timeline: Wire.Timeline) { state.withLock { $0.timelines.append(timeline) } }
    func publish(_ settings: Wire.RoomSettings) { state.withLock { $0.settings.append(settings) } }

    /// The newest timeline, as a room reads it.
    var timeline: AudioCore.Timeline {
        let newest = state.withLock { $0.timelines.max { $0.revision < $1.revision } }
        return newest.flatMap { try? AudioCore.Timeline($0) } ?? AudioCore.Timeline()
    }

    /// What is heard at `time` as far as is known: silence where the timeline says so, nil where a packet is missing.
    func heard(at time: Instant<CoordinatorClock>) -> TaggedFrame? {
        guard let (generation, position) = timeline.heard(at: time) else { return .silence }
        return state.withLock { $0.decoder.frame(generation, position) }
    }
}

/// Lets those who come wait until the test lets them go on.
final class Gate: Sendable {
    let arrivals: AsyncStream<CheckedContinuation<Void, Never>>
    private let arriving: AsyncStream<CheckedContinuation<Void, Never>>.Continuation

    init() { (arrivals, arriving) = AsyncStream.makeStream() }

    func pass() async { await withCheckedContinuation { arriving.yield($0) } }
}

/// Keeps in memory what would be stored.
final class MemoryKeeper: StateKeeping {
    let places = CallPlaces(for: "the store")
    struct Kept: Sendable {
        var edits: [ZoneEdit] = []
        var position = Interval.zero
        var transport = TransportState.stopped
        var rooms: [String: StoredRoom] = [:]
        var whole: StoredZone?
        var fails = false
        /// How often something was to be stored of a zone.
        var tries = 0
    }

    private let state = Mutex(Kept())
    private let gate = Mutex<Gate?>(nil)
    var kept: Kept { state.withLock { $0 } }
    var fails: Bool {
        get { kept.fails }
        set { state.withLock { $0.fails = newValue } }
    }

    /// Lets every save of a zone wait in `gate`.
    func hold(in gate: Gate?) { self.gate.withLock { $0 = gate } }

    func save(_ edits: [ZoneEdit], zone: String) async throws(StoreError) {
        await gate.withLock { $0 }?.pass()
        state.withLock { $0.tries += 1 }
        try check()
        state.withLock { kept in
            kept.edits += edits
            for case .transport(let transport, let position) in edits {
                kept.transport = transport
                kept.position = position ?? kept.position
            }
        }
    }

    func save(_ zone: StoredZone) async throws(StoreError) {
        await gate.withLock { $0 }?.pass()
        state.withLock { $0.tries += 1 }
        try check()
        state.withLock { $0.whole = zone }
    }

    func removeZone(_ id: String) async throws(StoreError) { try check() }

    func savePosition(_ position: Interval, transport: TransportState, zone: String) async throws(StoreError) {
        try check()
        state.withLock { kept in
            kept.position = position
            kept.transport = transport
        }
    }

    func saveRoom(_ room: StoredRoom) async throws(StoreError) {
        try check()
        state.withLock { $0.rooms[room.id] = room }
    }

    func removeRoom(_ id: String) async throws(StoreError) {
        try check()
        state.withLock { $0.rooms[id] = nil }
    }

    private func check() throws(StoreError) {
        if fails { throw StoreError(.unavailable, "the disk is full") }
    }
}

/// The events that were published.
final class EventLog: Sendable {
    private let encoded = Mutex<[[UInt8]]>([])

    var all: [Wire.Event] { encoded.withLock { $0 }.compactMap { try? Wire.Event(decoding: $0) } }
    func add(_ event: [UInt8]) { encoded.withLock { $0.append(event) } }
}
