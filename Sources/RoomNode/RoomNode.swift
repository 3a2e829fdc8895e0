import AudioCore
package import LinuxSystem
import RPC
import Synchronization

/// A room: receives a zone's stream and plays it on one device, at the time the coordinator says.
///
/// Four threads of its own, no Swift concurrency: control (register, report), fetch (missing packets), engine (stream, clock,
/// decoding) and audio. Documentation/threads.md says what each may do.
package final class RoomNode: Sendable {
    private let audio: AudioLoop
    private let engine: Engine
    private let link: CoordinatorLink
    private let fetcher: FetchQueue
    private let transport: any BlockingRequestTransport
    private let stopping: EventSignal
    /// How long a call that is under way, and the goodbye, may hold up the end.
    private static let grace = Interval.milliseconds(500)

    /// Connects nothing yet but the control socket, which does so in its own time.
    package init(configuration: RoomConfiguration, ports: RoomPorts) throws {
        let decks = DeckSet()
        audio = AudioLoop(decks: decks, device: configuration.device, open: ports.device)
        let lanes = try DecodeLanes(decks: decks, makeDecoder: ports.decoder)
        fetcher = try FetchQueue()
        stopping = try EventSignal()
        let nudge = try EventSignal()
        audio.onLoss = nudge
        let inbox = try Inbox(roomID: configuration.id)
        engine = Engine(audio: audio, lanes: lanes, inbox: inbox, fetcher: fetcher, nudge: nudge)
        transport = try ports.control(configuration.coordinator)
        let transport = self.transport
        fetcher.whenReconnecting { transport.reconnect() }
        link = CoordinatorLink(
            configuration: configuration,
            ports: ports,
            engine: engine,
            audio: audio,
            nudge: nudge,
            transport: transport
        )
    }

    /// Runs until `beginGracefulShutdown`; blocks the calling thread.
    package func run() throws(SystemError) {
        let (audio, engine, link, fetcher) = (self.audio, self.engine, self.link, self.fetcher)
        let audioThread = try SystemThread(name: "audio", priority: .realtime(60)) { audio.run(realtime: $0) }
        let engineThread = try SystemThread(name: "engine", priority: .realtime(40)) { _ in engine.run() }
        let fetchThread = try SystemThread(name: "fetch") { _ in fetcher.run { link.fetch($0) } }
        let ended = try EventSignal()
        let controlThread = try SystemThread(name: "control") { _ in
            link.run()
            ended.signal()
        }
        // Not before all threads are there: the stack of one that is made meanwhile would be filled to its 8 MB.
        Machine.keepInMemory()
        while Poll.wait(for: [stopping.fileDescriptor], timeout: nil) == 0 {}
        audio.stop()
        link.stop()
        // Closing ends a call to a coordinator that does not answer.
        if Poll.wait(for: [ended.fileDescriptor], timeout: Self.grace) == 0 { transport.close() }
        controlThread.join()
        fetcher.stop()
        engine.inbox.put(.stop)
        transport.close()
        fetchThread.join()
        engineThread.join()
        audioThread.join()
    }

    /// May be called from any thread, once or more.
    package func beginGracefulShutdown() { stopping.signal() }
}
