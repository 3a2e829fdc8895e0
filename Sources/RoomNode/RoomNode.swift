import AudioCore
package import LinuxSystem
import RPC
import Synchronization

/// A room: receives a zone's stream and plays it on one device, at the time the coordinator says.
///
/// Four threads of its own, no Swift concurrency: control (register, report), fetch (missing packets), engine (stream,
/// clock, decoding) and audio. Documentation/threads.md says what each may do.
package final class RoomNode: Sendable {
    private let audio: AudioLoop
    private let engine: Engine
    private let link: CoordinatorLink
    private let fetcher: FetchQueue
    private let transport: any BlockingRequestTransport
    private let stopping: EventSignal
    /// How long a call that is under way, the goodbye, and then each thread may hold up the end.
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
            ending: stopping,
            transport: transport
        )
    }

    /// Why a room has ended.
    package enum End: Hashable, Sendable {
        case asked
        /// It cannot connect any more; the log says so. Remedy: start another process.
        case brokenDown
    }

    /// Runs until `beginGracefulShutdown`; blocks the calling thread.
    /// - Throws: where a thread cannot be started; those that were are ended.
    package func run() throws(SystemError) -> End {
        var workers: [Worker] = []
        do throws(SystemError) {
            try start(&workers)
        } catch {
            end(workers)
            throw error
        }
        // Not before all threads are there: the stack of one that is made meanwhile would be filled to its 8 MB.
        Machine.keepInMemory()
        while Poll.wait(for: [stopping.fileDescriptor], timeout: nil) == 0 {}
        end(workers)
        return link.hasGivenUp.load(ordering: .relaxed) ? .brokenDown : .asked
    }

    private func start(_ workers: inout [Worker]) throws(SystemError) {
        let (audio, engine, link, fetcher) = (self.audio, self.engine, self.link, self.fetcher)
        workers.append(try Worker(name: "control") { _ in link.run() })
        workers.append(try Worker(name: "fetch") { _ in fetcher.run { link.fetch($0) } })
        workers.append(try Worker(name: "engine", priority: .realtime(40)) { _ in engine.run() })
        workers.append(try Worker(name: "audio", priority: .realtime(60)) { audio.run(realtime: $0) })
    }

    private func end(_ workers: [Worker]) {
        audio.stop()
        link.stop()
        // Closing ends a call to a coordinator that does not answer.
        if let control = workers.first { _ = control.hasEnded(within: Self.grace) }
        transport.close()
        fetcher.stop()
        engine.inbox.put(.stop)
        for worker in workers { worker.end(within: Self.grace) }
    }

    /// May be called from any thread, once or more.
    package func beginGracefulShutdown() { stopping.signal() }
}
