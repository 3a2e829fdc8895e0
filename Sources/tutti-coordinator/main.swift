import ArtworkRendering
import AudioCore
import ClockChannel
import Coordinator
import Glibc
import LinuxSystem
import NNGMessaging
import OptionParsing
import OpusCodec
import PlaybackCore
import RPC
import SQLiteStore
import Synchronization
import TempoStretch

// The composition root: makes the adapters, and a house of them. The signals come first, before any thread exists.

private func end(_ code: ExitCode, _ line: String) -> Never {
    if code == .done {
        _ = FileWriting.write(line + "\n", to: STDOUT_FILENO)
    } else {
        _ = FileWriting.write(LogFormat.current.failure(line) + "\n", to: STDERR_FILENO)
    }
    exit(code.rawValue)
}

/// As the other, once there is a log: waits for nobody who reads it.
private func end(_ code: ExitCode, _ line: String, _ log: LogWriter) -> Never {
    log.finish(with: LogFormat.current.failure(line))
    exit(code.rawValue)
}

private func parseCommandLine() -> CoordinatorOptions {
    do {
        switch try CoordinatorOptions.specification.parse(Array(CommandLine.arguments.dropFirst())) {
        case .show(let text): end(.done, String(text.dropLast()))
        case .run(let arguments): return try CoordinatorOptions(arguments)
        }
    } catch {
        end(.usage, error.description)
    }
}

/// The house and what runs beside it.
private struct Composition: Sendable {
    let house: House
    let clock: ClockResponder

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { house.beginGracefulShutdown() }
                try await clock.run()
            }
            group.addTask {
                defer { clock.beginGracefulShutdown() }
                try await house.run()
            }
            try await group.waitForAll()
        }
    }
}

/// Serves until a signal comes, on the calling thread: the main thread may not be given to the concurrency runtime,
/// which would unblock the signals in it.
private func serve(_ composition: Composition, until termination: TerminationSignals, _ log: LogWriter) throws {
    let ended = try EventSignal()
    let outcome = Outcome()
    Task.detached {
        do {
            try await composition.run()
            outcome.set(nil)
        } catch {
            outcome.set("\(error)")
        }
        ended.signal()
    }
    while Poll.wait(for: [ended.fileDescriptor, termination.fileDescriptor], timeout: nil) & 1 == 0 {
        guard termination.next() != nil else { continue }
        composition.house.beginGracefulShutdown()
        if Poll.wait(for: [ended.fileDescriptor], timeout: grace) != 0 { break }
        end(.failed, "tutti-coordinator: the shutdown took too long: ending without it", log)
    }
    if let problem = outcome.value { end(.failed, "tutti-coordinator: \(problem)", log) }
}

/// How long a shutdown may take before the process ends all the same.
private let grace = Interval.milliseconds(1_800)

/// Why the composition ended.
private final class Outcome: Sendable {
    private let problem = Mutex<String?>(nil)

    var value: String? { problem.withLock { $0 } }
    func set(_ text: String?) { problem.withLock { $0 = text } }
}

/// One of the ports after the four first ones, in their order, or any where all of them are taken.
private func openAudio(
    _ options: CoordinatorOptions,
    _ ports: HouseFacts.Ports,
    _ limit: ConnectionLimit
) throws(RPCError) -> AudioOutlet {
    func publisher(_ port: UInt16) throws(RPCError) -> NNGPublisher {
        try NNGPublisher(listeningOn: options.endpoint.with(port: port), security: options.security, limit: limit)
    }
    for port in ports.furtherAudio {
        if let publisher = try? publisher(port) { return AudioOutlet(publisher: publisher, port: port) }
    }
    let publisher = try publisher(0)
    Log.warning("the ports \(ports.furtherAudio) are taken: a zone publishes on \(publisher.endpoint.port)")
    return AudioOutlet(publisher: publisher, port: publisher.endpoint.port)
}

/// All that the house needs of the outside. What listens comes first: where a port is taken, nothing else is touched.
private func adapters(
    _ options: CoordinatorOptions,
    _ ports: HouseFacts.Ports,
    clock: @escaping ClockReading
) throws -> House.Adapters {
    let (endpoint, security, bitrate) = (options.endpoint, options.security, options.bitrate)
    let limit = Crowd().limit(descriptors: OpenFiles.raiseLimit())
    let control = try NNGRequestListener(
        listeningOn: endpoint,
        security: security,
        inFlight: House.callsAtATime,
        limit: limit
    )
    let events = try NNGPublisher(listeningOn: endpoint.with(port: ports.events), security: security, limit: limit)
    let audio = try NNGPublisher(listeningOn: endpoint.with(port: ports.audio), security: security, limit: limit)
    let readers = Readers()
    return House.Adapters(
        clock: clock,
        opener: readers.opener,
        makeEncoder: { () throws(AudioError) in try OpusPacketEncoder(bitrate: bitrate) },
        control: control,
        events: events,
        audio: audio,
        openAudio: { () throws(RPCError) in try openAudio(options, ports, limit) },
        stretcher: TempoStretcher(),
        describing: readers.describing,
        drawing: ArtworkRenderer(),
        playlists: readers.playlists,
        text: readers.text
    )
}

private func compose(_ options: CoordinatorOptions) throws -> Composition {
    var generator = SystemRandomNumberGenerator()
    let ports = HouseFacts.Ports(first: options.endpoint.port)
    let clock: ClockReading = { MonotonicClock<CoordinatorClock>.now() }
    try options.security.check(listeningOn: options.endpoint)
    let adapters = try adapters(options, ports, clock: clock)
    let opened = try SQLiteStore.open(folder: options.stateFolder)
    for line in opened.warnings { Log.warning(line) }
    let facts = HouseFacts(
        session: generator.next() | 1,
        version: TuttiVersion.text,
        zone: StoredZone.defaultID,
        ports: ports,
        lead: options.lead,
        bitrate: options.bitrate,
        stateDirectory: options.stateFolder,
        started: clock(),
        warnings: opened.warnings
    )
    let house = try House(facts: facts, adapters: adapters, stored: opened.state, store: opened.store)
    let revisions = house.revisions
    let responder = try ClockResponder(host: options.endpoint.host, port: ports.clock, session: facts.session) {
        revisions.revision(port: $0)
    }
    return Composition(house: house, clock: responder)
}

do {
    StandardDescriptors.fill()
    ProcessMemory.returnLargeBlocks()
    let options = parseCommandLine()
    let termination = try TerminationSignals()
    Log.setLevel(options.logLevel)
    // A log that nobody reads must not hold up the actors, nor the end.
    let lines = try LogQueue(limit: 1_000)
    let log = try LogWriter(lines)
    Log.send(to: lines)
    defer { log.finish() }
    let composition = try compose(options)
    Log.info(
        "tutti-coordinator \(TuttiVersion.text) listens on \(options.endpoint) "
            + "(and the next 3 ports; further zones take up to 31 more), state in \(options.stateFolder)"
    )
    try serve(composition, until: termination, log)
    Log.info("stopped")
} catch {
    end(.failed, "tutti-coordinator: \(error)")
}
