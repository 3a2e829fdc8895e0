// Made from Protos/tutti/v1/events.proto by dev/generate.sh. Do not edit.

import CProtobufC
import CProtos

extension Wire {
    package enum EventKind: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        /// State, item, mode or rate changed: now_playing.
        case nowPlaying = 1
        /// The time in the item, each second while playing: now_playing.
        case progress = 2
        /// The list changed: queue_version and queue_length; ask for the rest.
        case queueChanged = 3
        /// A room came, went, or was changed: room.
        case roomChanged = 4
        /// An item could not be played, or not to its end: item. No ITEM_FINISHED follows.
        case itemFailed = 5
        /// An item was heard to its end: item.
        case itemFinished = 6
        /// An item began to be heard: item. Once for each playing, whatever pauses and seeks there are in it.
        case itemStarted = 7
        /// Nothing happened; sent so that a watcher can tell silence from loss.
        case heartbeat = 8
        /// The zone waits for data, or has more of it: now_playing.
        case buffering = 9
        /// The zone's volume changed: now_playing.
        case volumeChanged = 10
        /// Another line of lyrics is sung: lyric_... .
        case lyricLine = 11
        /// A zone was made, deleted or renamed: ask for the zones.
        case zonesChanged = 12
    }

    package struct Event: WireMessage {
        package static let wireName = "tutti.v1.Event"

        /// Rises by one with each event of a session (a heartbeat repeats the last one's), so a watcher sees a loss and
        /// asks again.
        package var revision: UInt64
        package var sessionId: UInt64
        package var kind: EventKind
        package var zone: String
        /// When it was heard or happened.
        package var timeNs: Int64
        package var nowPlaying: NowPlaying?
        package var item: Item?
        package var room: Room?
        package var queueVersion: UInt64
        package var queueLength: UInt32
        /// 0-based place of the line; -1 before the first one.
        package var lyricIndex: Int32
        package var lyricPrevious: LyricLine?
        package var lyricCurrent: LyricLine?
        package var lyricNext: LyricLine?

        package init(
            revision: UInt64 = 0,
            sessionId: UInt64 = 0,
            kind: EventKind = .unspecified,
            zone: String = "",
            timeNs: Int64 = 0,
            nowPlaying: NowPlaying? = nil,
            item: Item? = nil,
            room: Room? = nil,
            queueVersion: UInt64 = 0,
            queueLength: UInt32 = 0,
            lyricIndex: Int32 = 0,
            lyricPrevious: LyricLine? = nil,
            lyricCurrent: LyricLine? = nil,
            lyricNext: LyricLine? = nil
        ) {
            self.revision = revision
            self.sessionId = sessionId
            self.kind = kind
            self.zone = zone
            self.timeNs = timeNs
            self.nowPlaying = nowPlaying
            self.item = item
            self.room = room
            self.queueVersion = queueVersion
            self.queueLength = queueLength
            self.lyricIndex = lyricIndex
            self.lyricPrevious = lyricPrevious
            self.lyricCurrent = lyricCurrent
            self.lyricNext = lyricNext
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }
}

extension Wire.Event: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__Event>) {
        tutti__v1__event__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__Event>? {
        tutti__v1__event__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__Event>, _ arena: Arena) {
        c.pointee.revision = revision
        c.pointee.session_id = sessionId
        c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: kind.rawValue))
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.time_ns = timeNs
        c.pointee.now_playing = arena.message(nowPlaying)
        c.pointee.item = arena.message(item)
        c.pointee.room = arena.message(room)
        c.pointee.queue_version = queueVersion
        c.pointee.queue_length = queueLength
        c.pointee.lyric_index = lyricIndex
        c.pointee.lyric_previous = arena.message(lyricPrevious)
        c.pointee.lyric_current = arena.message(lyricCurrent)
        c.pointee.lyric_next = arena.message(lyricNext)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__Event>) throws(WireFormatError) {
        revision = c.pointee.revision
        sessionId = c.pointee.session_id
        kind = Wire.EventKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue)) ?? .unspecified
        zone = try CReading.string(c.pointee.zone, "tutti.v1.Event.zone")
        timeNs = c.pointee.time_ns
        nowPlaying = try CReading.message(c.pointee.now_playing)
        item = try CReading.message(c.pointee.item)
        room = try CReading.message(c.pointee.room)
        queueVersion = c.pointee.queue_version
        queueLength = c.pointee.queue_length
        lyricIndex = c.pointee.lyric_index
        lyricPrevious = try CReading.message(c.pointee.lyric_previous)
        lyricCurrent = try CReading.message(c.pointee.lyric_current)
        lyricNext = try CReading.message(c.pointee.lyric_next)
    }
}
