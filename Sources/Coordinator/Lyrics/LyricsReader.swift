package import AudioCore
package import LyricsCore
package import PlaybackCore
package import RPC
private import Synchronization

/// What a zone has to say to the one who reads lyrics.
package protocol LyricsPort: Sendable {
    /// Reads the lyrics of an item's track, unless that comes over a network: its opening brings them. The answer comes
    /// to `inbox`. Does not block.
    func request(_ item: ItemID, uri: String, for inbox: ZoneInbox)
    /// As the other, of a text that is at hand.
    func request(_ item: ItemID, text: LyricsText, for inbox: ZoneInbox)
    /// - Returns: nil where there are none.
    /// - Throws: where the track cannot be read.
    func lyrics(uri: String) async throws(RPCError) -> Lyrics?
}

/// Where nobody reads lyrics.
package struct NoLyrics: LyricsPort {
    package init() {}
    package func request(_ item: ItemID, uri: String, for inbox: ZoneInbox) {}
    package func request(_ item: ItemID, text: LyricsText, for inbox: ZoneInbox) {}
    package func lyrics(uri: String) async throws(RPCError) -> Lyrics? { nil }
}

/// Reads tags and sidecars on an executor of its own because disks block.
package actor LyricsDesk {
    private let executor: ThreadExecutor
    private let describing: any TrackDescribing
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(executor: ThreadExecutor, describing: any TrackDescribing) {
        self.executor = executor
        self.describing = describing
    }

    package func lyrics(uri: String) throws(AudioError) -> Lyrics? {
        try describing.describe(uri: uri).lyrics.flatMap { Lyrics($0) }
    }

    fileprivate func lyrics(_ place: LyricsReader.Place) throws(AudioError) -> Lyrics? {
        switch place {
        case .track(let uri): try lyrics(uri: uri)
        case .found(let text): Lyrics(text)
        }
    }
}

/// Reads the lyrics that zones will need, one after the other. At most `bound` requests wait; beyond that the oldest is
/// dropped: it is read when somebody asks for it.
package final class LyricsReader: LyricsPort {
    fileprivate enum Place: Sendable {
        case track(String)
        case found(LyricsText)
    }

    private struct Request: Sendable {
        var item: ItemID
        var place: Place
        var inbox: ZoneInbox
    }

    package static let bound = 64

    private let desk: LyricsDesk
    private let network: NetworkLyrics
    private let requests: AsyncStream<Request>
    private let continuation: AsyncStream<Request>.Continuation
    private let stopping = Atomic<Bool>(false)

    package init(desk: LyricsDesk, network: NetworkLyrics) {
        self.desk = desk
        self.network = network
        (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.bound))
    }

    package func request(_ item: ItemID, uri: String, for inbox: ZoneInbox) {
        guard !TrackURI.isElsewhere(uri) else { return }
        continuation.yield(Request(item: item, place: .track(uri), inbox: inbox))
    }

    package func request(_ item: ItemID, text: LyricsText, for inbox: ZoneInbox) {
        continuation.yield(Request(item: item, place: .found(text), inbox: inbox))
    }

    package func lyrics(uri: String) async throws(RPCError) -> Lyrics? {
        if TrackURI.isElsewhere(uri) { return try await network.lyrics(uri: uri) }
        do throws(AudioError) {
            return try await desk.lyrics(uri: uri)
        } catch {
            throw RPCError(error)
        }
    }

    /// Serves until `beginGracefulShutdown` or cancellation.
    package func run() async {
        for await request in requests {
            if stopping.load(ordering: .relaxed) { return }
            // What cannot be read has no lyrics to follow; why, is told when it is played or asked for.
            let lyrics = try? await desk.lyrics(request.place)
            request.inbox.send(.lyrics(request.item, lyrics ?? nil))
        }
    }

    /// What waits is not read any more.
    package func beginGracefulShutdown() {
        stopping.store(true, ordering: .relaxed)
        continuation.finish()
    }
}
