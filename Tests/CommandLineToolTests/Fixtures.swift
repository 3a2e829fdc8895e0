import AudioCore
import CommandLineTool
import OptionParsing
import RPC
import Synchronization
import TestSupport
import WireFormat

let silence = Wire.Item(
    id: 7,
    index: 2,
    uri: "/music/Two Rooms/03 Silence.mp3",
    title: "Silence",
    artist: "Nobody",
    album: "Two Rooms",
    durationMs: 225_000,
    status: .ready
)

let playing = Wire.NowPlaying(
    state: .playing,
    item: silence,
    positionMs: 62_500,
    queueLength: 12,
    mode: .loop,
    revision: 5,
    ratePermille: 1_000,
    sessionId: 9,
    bufferingPercent: 100,
    aheadMs: -1,
    volumePercent: 80,
    zone: "default"
)

let kitchen = Wire.Room(
    id: "k1",
    name: "Kitchen",
    connected: true,
    state: .playing,
    volumePercent: 40,
    delayNs: -2_500_000,
    device: Wire.DeviceReport(
        name: "hw:0",
        open: true,
        sampleRateHz: 48_000,
        channels: 2,
        format: "S16_LE",
        periodFrames: 480,
        bufferFrames: 1_920,
        granularityFrames: 1,
        realtime: true
    ),
    sync: Wire.SyncReport(
        offsetNs: 1_234_567,
        uncertaintyNs: 3_210,
        driftPpb: -12_345,
        playoutErrorNs: 1_500,
        playoutErrorP50Ns: 700,
        playoutErrorP99Ns: 4_200,
        ratePpb: 40_123,
        bufferNs: 1_980_000_000,
        arrivalTailNs: 4_500_000,
        roundTripNs: 800_000,
        state: .inSync,
        countingNs: 12_345_678_000_000
    ),
    version: "0.1.0",
    address: "192.168.1.20:50312"
)

let status = Wire.GetStatusResponse(
    version: "0.1.0",
    protocolVersion: 1,
    sessionId: 9,
    uptimeMs: 12_345_678,
    eventsPort: 7_702,
    roomsKnown: 1,
    roomsConnected: 1,
    leadNs: 2_000_000_000,
    commandLeadNs: 60_000_000,
    bitrateBps: 128_000,
    stateDirectory: "/var/lib/tutti",
    presentLeadNs: 2_000_000_000,
    maximumLeadNs: 5_000_000_000
)

/// Keeps what is written.
final class Recorder: TextOutput {
    private let storage = Mutex("")
    let isTerminal: Bool
    let size: (columns: Int, rows: Int)

    init(isTerminal: Bool = false, columns: Int = 80) {
        self.isTerminal = isTerminal
        size = (columns, 24)
    }

    var text: String { storage.withLock { $0 } }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    func write(_ text: String) { storage.withLock { $0 += text } }
    func write(bytes: [UInt8]) { storage.withLock { $0 += "\(bytes)" } }
}

/// A coordinator in this process that answers from closures and remembers what it was asked.
final class FakeCoordinator: Sendable {
    typealias Answer = @Sendable ([UInt8]) throws -> any WireMessage

    private struct State {
        var answers: [String: Answer] = [:]
        var calls: [(method: String, payload: [UInt8])] = []
    }

    private let state = Mutex(State())

    init() {
        on(Wire.HouseService.getStatus) { _ in status }
        on(Wire.HouseService.listRooms) { _ in Wire.ListRoomsResponse(rooms: [kitchen]) }
        on(Wire.PlayerService.getNowPlaying) { _ in Wire.GetNowPlayingResponse(nowPlaying: playing) }
    }

    func on<Request, Response>(
        _ method: WireMethod<Request, Response>,
        _ answer: @escaping @Sendable (Request) throws -> Response
    ) {
        state.withLock { $0.answers[method.name] = { try answer(Request(decoding: $0)) } }
    }

    /// The requests of one method that came so far.
    func requests<Request, Response>(_ method: WireMethod<Request, Response>) throws -> [Request] {
        try state.withLock { $0.calls }.filter { $0.method == method.name }.map { try Request(decoding: $0.payload) }
    }

    func transport() -> ClosureTransport {
        ClosureTransport { (bytes, _) throws(RPCError) in self.handle(bytes).encoded() }
    }

    private func handle(_ bytes: [UInt8]) -> ResponseEnvelope {
        do {
            let request = try RequestEnvelope(decoding: bytes)
            let name = request.method.fullName
            let answer = state.withLock { state in
                state.calls.append((name, request.payload))
                return state.answers[name]
            }
            guard let answer else { throw RPCError(.unimplemented, "the fake has no \(name)") }
            return ResponseEnvelope(payload: try answer(request.payload).encoded())
        } catch let error as RPCError {
            return ResponseEnvelope(error: error)
        } catch {
            return ResponseEnvelope(error: RPCError(.internal, "\(error)"))
        }
    }
}

/// Events that are handed out one by one.
final class FakeSubscriber: PollableSubscriber {
    private let events: Mutex<[Wire.Event]>
    let fileDescriptor: Int32 = 0

    init(_ events: [Wire.Event]) { self.events = Mutex(events) }

    func receive() throws(RPCError) -> [UInt8]? {
        events.withLock { $0.isEmpty ? nil : $0.removeFirst().encoded() }
    }

    func reconnect() {}
    func close() {}
}

/// One run of the tool in a made-up world.
struct ToolRun {
    let code: Int32
    let output: Recorder
    let complaints: [String]
    let files: [String: [UInt8]]

    /// - Parameters:
    ///   - batches: events of each subscription; after the last one the user presses Ctrl-C.
    ///   - wait: called before each wait.
    init(
        _ arguments: [String],
        _ coordinator: FakeCoordinator? = FakeCoordinator(),
        output: Recorder = Recorder(),
        environment: [String: String] = [:],
        batches: [[Wire.Event]] = [[]],
        wait: @escaping (_ count: Int) -> Void = { _ in }
    ) {
        var complaints = [String]()
        var files: [String: [UInt8]] = [:]
        var time: Int64 = 0
        var waits = 0
        var remaining = batches
        let outside = Outside(
            variable: { environment[$0] },
            workingFolder: { "/srv/ada/music" },
            output: output,
            complain: { complaints.append($0) },
            connect: { (endpoint, _) throws(RPCError) in
                guard let coordinator else {
                    throw RPCError(.unavailable, "cannot connect to \(endpoint): nobody there")
                }
                return coordinator.transport()
            },
            subscribe: { (_, _) throws(RPCError) in
                FakeSubscriber(remaining.isEmpty ? [] : remaining.removeFirst())
            },
            save: { (bytes, path) throws(CommandFailure) in
                if path.hasPrefix("/root/") { throw .failed("cannot write \(path): Permission denied") }
                files[path] = bytes
            },
            now: { Instant(nanoseconds: time) },
            catchSignals: { () throws(CommandFailure) in },
            wait: { _, timeout in
                waits += 1
                wait(waits)
                time += timeout.nanoseconds
                return remaining.isEmpty ? .stop : .timedOut
            }
        )
        code = Tool.run(arguments, outside: outside).rawValue
        self.output = output
        self.complaints = complaints
        self.files = files
    }
}
