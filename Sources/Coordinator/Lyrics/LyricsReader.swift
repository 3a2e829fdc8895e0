package import AudioCore
package import LyricsCore
package import PlaybackCore
private import Synchronization

/// What a zone has to say to the one who reads lyrics.
package protocol LyricsPort: Sendable {
    /// Reads the lyrics of an item; the answer comes to `inbox`. Does not block.
    func request(_ item: ItemID, uri: String, for inbox: ZoneInbox)
    /// - Returns: nil where there are none.
    /// - Throws: `AudioError` where the track cannot be read.
    func lyrics(uri: String) async throws(AudioError) -> Lyrics?
}

/// Where nobody reads lyrics.
package struct NoLyrics: LyricsPort {
    package init() {}
    package func request(_ item: ItemID, uri: String, for inbox: ZoneInbox) {}
    package func lyrics(uri: String) async throws(AudioError) -> Lyrics? { nil }
}

/// Reads tags and sidecars on an executor of its own because disks and networks block.
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
}

/// Reads the lyrics that zones will need, one after the other. At most `bound` requests wait; beyond that the oldest is
/// dropped: it is read when somebody asks for it.
package final class LyricsReader: LyricsPort {
    private struct Request: Sendable {
        var item: ItemID
        var uri: String
        var inbox: ZoneInbox
    }

    package static let bound = 64

    private let desk: LyricsDesk
    private let requests: AsyncStream<Request>
    private let continuation: AsyncStream<Request>.Continuation
    private let stopping = Atomic<Bool>(false)

    package init(desk: LyricsDesk) {
        self.desk = desk
        (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.bound))
    }

    package func request(_ item: ItemID, uri: String, for inbox: ZoneInbox) {
        continuation.yield(Request(item: item, uri: uri, inbox: inbox))
    }

    package func lyrics(uri: String) async throws(AudioError) -> Lyrics? { try await desk.lyrics(uri: uri) }

    /// Serves until `beginGracefulShutdown` or cancellation.
    package func run() async {
        for await request in requests {
            if stopping.load(ordering: .relaxed) { return }
            // What cannot be read has no lyrics to follow; why, is told when it is played or asked for.
            let lyrics = try? await desk.lyrics(uri: request.uri)
            request.inbox.send(.lyrics(request.item, lyrics ?? nil))
        }
    }

    /// What waits is not read any more.
    package func beginGracefulShutdown() {
        stopping.store(true, ordering: .relaxed)
        continuation.finish()
    }
}
