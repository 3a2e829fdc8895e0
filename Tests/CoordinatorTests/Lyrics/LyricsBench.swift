import AudioCore
import LyricsCore
import PlaybackCore
import RPC
import Synchronization

@testable import Coordinator

/// Lyrics by track; those that were asked for are handed over when the test says so.
final class ManualLyrics: LyricsPort {
    private let texts: [String: LyricsText]
    private let requests = Mutex<[(item: ItemID, uri: String)]>([])
    private let found = Mutex<[(item: ItemID, text: LyricsText)]>([])

    init(_ texts: [String: LyricsText]) { self.texts = texts }

    var waiting: [ItemID] { requests.withLock { $0.map(\.item) } }

    func request(_ item: ItemID, uri: String, for inbox: ZoneInbox) {
        requests.withLock { $0.append((item, uri)) }
    }

    func request(_ item: ItemID, text: LyricsText, for inbox: ZoneInbox) { found.withLock { $0.append((item, text)) } }

    func lyrics(uri: String) async throws(RPCError) -> Lyrics? {
        if uri == "track:9" { throw RPCError(.notFound, "cannot open track:9: it is gone") }
        return texts[uri].flatMap { Lyrics($0) }
    }

    /// Gives the zone what it asked for since the last time.
    func deliver(to zone: PlaybackCoordinator) async {
        let all = requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
        for (item, uri) in all { await zone.take(.lyrics(item, texts[uri].flatMap { Lyrics($0) })) }
    }

    /// Gives the zone what its tracks brought with them.
    func deliverFound(to zone: PlaybackCoordinator) async {
        let all = found.withLock { found in
            defer { found = [] }
            return found
        }
        for (item, text) in all { await zone.take(.lyrics(item, Lyrics(text))) }
    }
}
