package import AudioCore

/// The name of a queue item: given when it is added, never given again in the same zone, also after a restart.
@frozen
package struct ItemID: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
    package var rawValue: UInt64

    @inlinable
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    package var description: String { "\(rawValue)" }
}

/// What is known of an item's data.
package enum ItemStatus: Hashable, Sendable {
    /// Nobody has tried to read it yet.
    case unknown
    /// It is being opened or buffered.
    case loading
    /// It has been opened: it plays.
    case ready
    /// It could not be read, for this reason. Automatic moves pass over it; see `PlayQueue`.
    case failed(String)

    package var isFailed: Bool {
        switch self {
        case .failed: true
        case .unknown, .loading, .ready: false
        }
    }
}

/// What a caller adds to a queue.
package struct NewItem: Hashable, Sendable {
    package var uri: String
    package var title: String?
    package var artist: String?
    package var album: String?
    package var duration: Interval?
    /// True where `duration` is rounded or a guess.
    package var durationEstimated: Bool
    /// Where in the item playback starts each time; nil is its beginning.
    package var startPosition: Interval?
    /// False: when playback arrives here by itself it pauses at the item's start.
    package var autoplay: Bool
    /// True: playback of it starts where it was left.
    package var keepPosition: Bool
    /// A picture for where its tags and folder have none: a path or an address.
    package var cover: String?
    /// Why it cannot be played, where that is known already: it is marked as failed from the start.
    package var problem: String?

    package init(
        uri: String,
        title: String? = nil,
        artist: String? = nil,
        album: String? = nil,
        duration: Interval? = nil,
        durationEstimated: Bool = false,
        startPosition: Interval? = nil,
        autoplay: Bool = true,
        keepPosition: Bool = false,
        cover: String? = nil,
        problem: String? = nil
    ) {
        self.uri = uri
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.durationEstimated = durationEstimated
        self.startPosition = startPosition
        self.autoplay = autoplay
        self.keepPosition = keepPosition
        self.cover = cover
        self.problem = problem
    }
}

/// One entry of a queue.
package struct QueueItem: Hashable, Sendable {
    package var id: ItemID
    package var uri: String
    package var title: String?
    package var artist: String?
    package var album: String?
    package var duration: Interval?
    /// True where `duration` is a guess from the bit rate.
    package var durationEstimated: Bool
    /// Not stored: after a restart every item is `.unknown`.
    package var status: ItemStatus
    /// Where in the item playback starts each time; nil is its beginning.
    package var startPosition: Interval?
    /// False: when playback arrives here by itself it pauses at the item's start.
    package var autoplay: Bool
    /// True: playback of it starts where it was left.
    package var keepPosition: Bool
    /// Where it was left, if it keeps its position. Nil while it plays or is paused: the playhead says it then.
    package var resumePosition: Interval?
    /// A picture for where its tags and folder have none: a path or an address.
    package var cover: String?
    /// Whether there is a cover of its own. Not stored: found out again when the item is read.
    package var hasCover = false

    package init(
        id: ItemID,
        uri: String,
        title: String? = nil,
        artist: String? = nil,
        album: String? = nil,
        duration: Interval? = nil,
        durationEstimated: Bool = false,
        status: ItemStatus = .unknown,
        startPosition: Interval? = nil,
        autoplay: Bool = true,
        keepPosition: Bool = false,
        resumePosition: Interval? = nil,
        cover: String? = nil
    ) {
        self.id = id
        self.uri = uri
        self.title = title?.cut()
        self.artist = artist?.cut()
        self.album = album?.cut()
        self.duration = duration
        self.durationEstimated = durationEstimated
        self.status = status
        self.startPosition = startPosition
        self.autoplay = autoplay
        self.keepPosition = keepPosition
        self.resumePosition = resumePosition
        self.cover = cover
    }

    init(id: ItemID, _ new: NewItem) {
        self.init(
            id: id,
            uri: new.uri,
            title: new.title,
            artist: new.artist,
            album: new.album,
            duration: new.duration,
            durationEstimated: new.durationEstimated,
            status: new.problem.map { .failed($0) } ?? .unknown,
            startPosition: new.startPosition.map { max($0, .zero) },
            autoplay: new.autoplay,
            keepPosition: new.keepPosition,
            cover: new.cover
        )
    }

    /// Where playback of the item starts.
    package var start: Interval { resumePosition ?? beginning }

    /// Where it starts when it was not left in the middle.
    package var beginning: Interval { startPosition ?? .zero }
}
