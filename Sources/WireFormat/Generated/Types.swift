// Made from Protos/tutti/v1/types.proto by dev/generate.sh. Do not edit.

import CProtobufC
import CProtos

extension Wire {
    package enum PlaybackState: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        case stopped = 1
        case playing = 2
        case paused = 3
        case buffering = 4
    }

    package enum PlayMode: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        case off = 1
        case loop = 2
        case shuffle = 3
        case one = 4
    }

    package enum ReplayGainMode: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        case off = 1
        /// Every track as loud as every other.
        case track = 2
        /// Albums as loud as each other, with their own differences.
        case album = 3
    }

    /// What of the two channels a room plays.
    package enum ChannelMode: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        case stereo = 1
        /// The mean of both, on both.
        case mono = 2
        /// The left one on both: the left half of a stereo pair of rooms.
        case left = 3
        case right = 4
        case swapped = 5
    }

    package enum ItemStatus: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        case unknown = 1
        case loading = 2
        case ready = 3
        case failed = 4
    }

    /// One word for how a room is doing.
    package enum SyncState: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        case inSync = 1
        case syncing = 2
        case noDevice = 3
        case late = 4
        case offline = 5
    }

    /// One entry of a zone's queue.
    package struct Item: WireMessage {
        package static let wireName = "tutti.v1.Item"

        /// Never reused, also not after a restart.
        package var id: UInt64
        /// 0-based place in the list.
        package var index: UInt32
        package var uri: String
        /// Empty where unknown.
        package var title: String
        package var artist: String
        package var album: String
        /// 0 where unknown.
        package var durationMs: Int64
        package var durationEstimated: Bool
        package var status: ItemStatus
        /// Why it failed; empty otherwise.
        package var error: String
        /// Where playback of it starts.
        package var startPositionMs: Int64
        /// Playback that arrives here by itself pauses at the item's start.
        package var noAutoplay: Bool
        /// Playback of it resumes where it was left.
        package var keepPosition: Bool
        /// A stream without an end: its duration is unknown and seeking does not work.
        package var isLive: Bool
        package var hasCover: Bool
        package var hasLyrics: Bool

        package init(
            id: UInt64 = 0,
            index: UInt32 = 0,
            uri: String = "",
            title: String = "",
            artist: String = "",
            album: String = "",
            durationMs: Int64 = 0,
            durationEstimated: Bool = false,
            status: ItemStatus = .unspecified,
            error: String = "",
            startPositionMs: Int64 = 0,
            noAutoplay: Bool = false,
            keepPosition: Bool = false,
            isLive: Bool = false,
            hasCover: Bool = false,
            hasLyrics: Bool = false
        ) {
            self.id = id
            self.index = index
            self.uri = uri
            self.title = title
            self.artist = artist
            self.album = album
            self.durationMs = durationMs
            self.durationEstimated = durationEstimated
            self.status = status
            self.error = error
            self.startPositionMs = startPositionMs
            self.noAutoplay = noAutoplay
            self.keepPosition = keepPosition
            self.isLive = isLive
            self.hasCover = hasCover
            self.hasLyrics = hasLyrics
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// One playlist entry, track or stream in full: what `info` shows.
    package struct TrackDetails: WireMessage {
        package static let wireName = "tutti.v1.TrackDetails"

        package var uri: String
        package var title: String
        package var artist: String
        package var album: String
        package var albumArtist: String
        package var genre: String
        package var date: String
        package var comment: String
        /// As tagged, "3" or "3/12".
        package var trackNumber: String
        package var discNumber: String
        package var durationMs: Int64
        package var durationEstimated: Bool
        package var sampleRateHz: UInt32
        package var channels: UInt32
        /// 0 where it varies and is not told.
        package var bitrateBps: UInt32
        /// "MPEG-1 layer III" and the like.
        package var format: String
        package var pictures: [Picture]
        /// In millibels, hundredths of a decibel; has_... says whether the tag tells it.
        package var hasTrackGain: Bool
        package var trackGainMillibel: Int32
        package var hasAlbumGain: Bool
        package var albumGainMillibel: Int32
        /// Largest sample magnitude in millionths of full scale; 0 where not told.
        package var trackPeakMillionths: UInt32
        package var albumPeakMillionths: UInt32
        /// Lines of lyrics, and how many of them have times.
        package var lyricLines: UInt32
        package var lyricsSynchronized: Bool
        /// Kinds of tag that were found: "ID3v2.4", "ID3v1", "APEv2".
        package var tags: [String]
        /// Why it could not be read; empty otherwise.
        package var error: String
        package var isLive: Bool

        package init(
            uri: String = "",
            title: String = "",
            artist: String = "",
            album: String = "",
            albumArtist: String = "",
            genre: String = "",
            date: String = "",
            comment: String = "",
            trackNumber: String = "",
            discNumber: String = "",
            durationMs: Int64 = 0,
            durationEstimated: Bool = false,
            sampleRateHz: UInt32 = 0,
            channels: UInt32 = 0,
            bitrateBps: UInt32 = 0,
            format: String = "",
            pictures: [Picture] = [],
            hasTrackGain: Bool = false,
            trackGainMillibel: Int32 = 0,
            hasAlbumGain: Bool = false,
            albumGainMillibel: Int32 = 0,
            trackPeakMillionths: UInt32 = 0,
            albumPeakMillionths: UInt32 = 0,
            lyricLines: UInt32 = 0,
            lyricsSynchronized: Bool = false,
            tags: [String] = [],
            error: String = "",
            isLive: Bool = false
        ) {
            self.uri = uri
            self.title = title
            self.artist = artist
            self.album = album
            self.albumArtist = albumArtist
            self.genre = genre
            self.date = date
            self.comment = comment
            self.trackNumber = trackNumber
            self.discNumber = discNumber
            self.durationMs = durationMs
            self.durationEstimated = durationEstimated
            self.sampleRateHz = sampleRateHz
            self.channels = channels
            self.bitrateBps = bitrateBps
            self.format = format
            self.pictures = pictures
            self.hasTrackGain = hasTrackGain
            self.trackGainMillibel = trackGainMillibel
            self.hasAlbumGain = hasAlbumGain
            self.albumGainMillibel = albumGainMillibel
            self.trackPeakMillionths = trackPeakMillionths
            self.albumPeakMillionths = albumPeakMillionths
            self.lyricLines = lyricLines
            self.lyricsSynchronized = lyricsSynchronized
            self.tags = tags
            self.error = error
            self.isLive = isLive
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// A picture of a track, without its bytes.
    package struct Picture: WireMessage {
        package static let wireName = "tutti.v1.Picture"

        /// "image/jpeg", by content and not by what the tag says.
        package var mimeType: String
        /// "front cover", "artist" and so on, in words.
        package var kind: String
        package var sizeBytes: UInt32
        package var description: String

        package init(
            mimeType: String = "",
            kind: String = "",
            sizeBytes: UInt32 = 0,
            description: String = ""
        ) {
            self.mimeType = mimeType
            self.kind = kind
            self.sizeBytes = sizeBytes
            self.description = description
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// One line of lyrics.
    package struct LyricLine: WireMessage {
        package static let wireName = "tutti.v1.LyricLine"

        /// When it begins, in the track; -1 where the lyrics have no times.
        package var timeMs: Int64
        package var text: String

        package init(
            timeMs: Int64 = 0,
            text: String = ""
        ) {
            self.timeMs = timeMs
            self.text = text
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// A zone: one queue and the rooms that play it.
    package struct Zone: WireMessage {
        package static let wireName = "tutti.v1.Zone"

        /// Never changes.
        package var id: String
        package var name: String
        package var state: PlaybackState
        package var volumePercent: UInt32
        package var roomsKnown: UInt32
        package var roomsConnected: UInt32
        package var queueLength: UInt32
        /// The zone of requests that name none.
        package var isDefault: Bool

        package init(
            id: String = "",
            name: String = "",
            state: PlaybackState = .unspecified,
            volumePercent: UInt32 = 0,
            roomsKnown: UInt32 = 0,
            roomsConnected: UInt32 = 0,
            queueLength: UInt32 = 0,
            isDefault: Bool = false
        ) {
            self.id = id
            self.name = name
            self.state = state
            self.volumePercent = volumePercent
            self.roomsKnown = roomsKnown
            self.roomsConnected = roomsConnected
            self.queueLength = queueLength
            self.isDefault = isDefault
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// What is heard now.
    package struct NowPlaying: WireMessage {
        package static let wireName = "tutti.v1.NowPlaying"

        package var state: PlaybackState
        /// Absent when nothing is current.
        package var item: Item?
        /// Place in the item, as the rooms hear it.
        package var positionMs: Int64
        package var queueLength: UInt32
        package var mode: PlayMode
        /// Rises with every change of anything in this message but the position.
        package var revision: UInt64
        /// Playback rate in thousandths: 1000 is as recorded.
        package var ratePermille: UInt32
        /// Why the zone is not playing what it should; empty otherwise.
        package var error: String
        /// Identifies this start of the coordinator.
        package var sessionId: UInt64
        package var consume: Bool
        package var stopAfterCurrent: Bool
        /// How much is there of what is needed to go on (state BUFFERING), 0 to 100; 100 otherwise.
        package var bufferingPercent: UInt32
        /// Audio that has arrived and is not heard yet; -1 where it is all there.
        package var aheadMs: Int64
        /// The zone's volume, which scales that of its rooms.
        package var volumePercent: UInt32
        package var replayGain: ReplayGainMode
        /// What a radio station says it plays; empty otherwise.
        package var streamTitle: String
        /// Why the zone paused by itself; empty otherwise.
        package var pauseReason: String
        /// The id of the zone.
        package var zone: String
        /// True where position_ms is an estimate: nobody has counted up to the place that was sought.
        package var positionEstimated: Bool

        package init(
            state: PlaybackState = .unspecified,
            item: Item? = nil,
            positionMs: Int64 = 0,
            queueLength: UInt32 = 0,
            mode: PlayMode = .unspecified,
            revision: UInt64 = 0,
            ratePermille: UInt32 = 0,
            error: String = "",
            sessionId: UInt64 = 0,
            consume: Bool = false,
            stopAfterCurrent: Bool = false,
            bufferingPercent: UInt32 = 0,
            aheadMs: Int64 = 0,
            volumePercent: UInt32 = 0,
            replayGain: ReplayGainMode = .unspecified,
            streamTitle: String = "",
            pauseReason: String = "",
            zone: String = "",
            positionEstimated: Bool = false
        ) {
            self.state = state
            self.item = item
            self.positionMs = positionMs
            self.queueLength = queueLength
            self.mode = mode
            self.revision = revision
            self.ratePermille = ratePermille
            self.error = error
            self.sessionId = sessionId
            self.consume = consume
            self.stopAfterCurrent = stopAfterCurrent
            self.bufferingPercent = bufferingPercent
            self.aheadMs = aheadMs
            self.volumePercent = volumePercent
            self.replayGain = replayGain
            self.streamTitle = streamTitle
            self.pauseReason = pauseReason
            self.zone = zone
            self.positionEstimated = positionEstimated
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// One stretch of a timeline; see Documentation/timeline-and-sync.md.
    package struct TimelineSpan: WireMessage {
        package static let wireName = "tutti.v1.TimelineSpan"

        package var generation: UInt32
        /// Frames at 48 kHz since the start of the generation.
        package var startPositionFrames: Int64
        package var startTimeNs: Int64
        /// False: end_position_frames says nothing, the end is open.
        package var hasEnd: Bool
        package var endPositionFrames: Int64
        /// No ramp at the joint with the span before.
        package var continuesPrevious: Bool

        package init(
            generation: UInt32 = 0,
            startPositionFrames: Int64 = 0,
            startTimeNs: Int64 = 0,
            hasEnd: Bool = false,
            endPositionFrames: Int64 = 0,
            continuesPrevious: Bool = false
        ) {
            self.generation = generation
            self.startPositionFrames = startPositionFrames
            self.startTimeNs = startTimeNs
            self.hasEnd = hasEnd
            self.endPositionFrames = endPositionFrames
            self.continuesPrevious = continuesPrevious
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct Timeline: WireMessage {
        package static let wireName = "tutti.v1.Timeline"

        package var revision: UInt64
        package var spans: [TimelineSpan]
        /// How far ahead of their presentation time packets are published.
        package var leadNs: Int64

        package init(
            revision: UInt64 = 0,
            spans: [TimelineSpan] = [],
            leadNs: Int64 = 0
        ) {
            self.revision = revision
            self.spans = spans
            self.leadNs = leadNs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// What the coordinator keeps for a room and the room obeys.
    package struct RoomSettings: WireMessage {
        package static let wireName = "tutti.v1.RoomSettings"

        package var roomId: String
        /// Rises with each change; a room ignores older ones.
        package var revision: UInt64
        /// From when on they are in force; 0: at once.
        package var effectiveTimeNs: Int64
        package var volumePercent: UInt32
        package var muted: Bool
        /// Positive: this room sounds later.
        package var delayNs: Int64
        package var name: String
        /// -100: only the left channel; 100: only the right one.
        package var balance: Int32
        package var channels: ChannelMode
        /// The volume is never above it. 100 where not told by an older coordinator.
        package var ceilingPercent: UInt32
        /// Its zone pauses when this room's device or jack is unplugged.
        package var pauseOnUnplug: Bool
        /// The zone's volume; the room plays at volume * zone volume, both in per cent, and at most the ceiling.
        package var zoneVolumePercent: UInt32
        /// False: an older coordinator, which knows nothing of fields 8 to 12.
        package var hasSoundSettings: Bool
        /// The audio port of the room's zone; 0: not told. A room that listens to another one registers again and
        /// changes over, with these settings.
        package var audioPort: UInt32

        package init(
            roomId: String = "",
            revision: UInt64 = 0,
            effectiveTimeNs: Int64 = 0,
            volumePercent: UInt32 = 0,
            muted: Bool = false,
            delayNs: Int64 = 0,
            name: String = "",
            balance: Int32 = 0,
            channels: ChannelMode = .unspecified,
            ceilingPercent: UInt32 = 0,
            pauseOnUnplug: Bool = false,
            zoneVolumePercent: UInt32 = 0,
            hasSoundSettings: Bool = false,
            audioPort: UInt32 = 0
        ) {
            self.roomId = roomId
            self.revision = revision
            self.effectiveTimeNs = effectiveTimeNs
            self.volumePercent = volumePercent
            self.muted = muted
            self.delayNs = delayNs
            self.name = name
            self.balance = balance
            self.channels = channels
            self.ceilingPercent = ceilingPercent
            self.pauseOnUnplug = pauseOnUnplug
            self.zoneVolumePercent = zoneVolumePercent
            self.hasSoundSettings = hasSoundSettings
            self.audioPort = audioPort
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// How well a room is in time, measured by the room itself.
    package struct SyncReport: WireMessage {
        package static let wireName = "tutti.v1.SyncReport"

        /// Coordinator clock minus the room's clock.
        package var offsetNs: Int64
        /// One standard deviation of the offset's estimate.
        package var uncertaintyNs: Int64
        /// How much faster the coordinator's clock runs than the room's, in 1e-9.
        package var driftPpb: Int64
        /// Time the DAC plays minus time it should: the median and the 99th percentile of its magnitude since the last
        /// report but over a minute at most, and the latest value.
        package var playoutErrorNs: Int64
        package var playoutErrorP50Ns: Int64
        package var playoutErrorP99Ns: Int64
        /// How much faster the DAC's crystal runs than the coordinator's clock, in 1e-9.
        package var ratePpb: Int64
        /// Published audio in hand, ahead of what is heard.
        package var bufferNs: Int64
        /// Packets that came after their time; that never came over the stream; of those fetched in time; concealed.
        package var late: UInt64
        package var lost: UInt64
        package var repaired: UInt64
        package var concealed: UInt64
        package var xruns: UInt64
        /// Jumps into sync after the first.
        package var resyncs: UInt64
        /// 99th percentile of how much later than the fastest packets arrive.
        package var arrivalTailNs: Int64
        /// Smallest round-trip delay of the clock channel.
        package var roundTripNs: Int64
        /// Clock exchanges a second now.
        package var exchangesPerSecondMilli: UInt32
        /// Clock steps seen.
        package var clockSteps: UInt64
        package var state: SyncState
        /// Why `state` is not IN_SYNC, in words; empty otherwise.
        package var reason: String
        /// How long the room has been counting fields 9 to 14: since its start. 0: an older room, which does not tell.
        package var countingNs: Int64

        package init(
            offsetNs: Int64 = 0,
            uncertaintyNs: Int64 = 0,
            driftPpb: Int64 = 0,
            playoutErrorNs: Int64 = 0,
            playoutErrorP50Ns: Int64 = 0,
            playoutErrorP99Ns: Int64 = 0,
            ratePpb: Int64 = 0,
            bufferNs: Int64 = 0,
            late: UInt64 = 0,
            lost: UInt64 = 0,
            repaired: UInt64 = 0,
            concealed: UInt64 = 0,
            xruns: UInt64 = 0,
            resyncs: UInt64 = 0,
            arrivalTailNs: Int64 = 0,
            roundTripNs: Int64 = 0,
            exchangesPerSecondMilli: UInt32 = 0,
            clockSteps: UInt64 = 0,
            state: SyncState = .unspecified,
            reason: String = "",
            countingNs: Int64 = 0
        ) {
            self.offsetNs = offsetNs
            self.uncertaintyNs = uncertaintyNs
            self.driftPpb = driftPpb
            self.playoutErrorNs = playoutErrorNs
            self.playoutErrorP50Ns = playoutErrorP50Ns
            self.playoutErrorP99Ns = playoutErrorP99Ns
            self.ratePpb = ratePpb
            self.bufferNs = bufferNs
            self.late = late
            self.lost = lost
            self.repaired = repaired
            self.concealed = concealed
            self.xruns = xruns
            self.resyncs = resyncs
            self.arrivalTailNs = arrivalTailNs
            self.roundTripNs = roundTripNs
            self.exchangesPerSecondMilli = exchangesPerSecondMilli
            self.clockSteps = clockSteps
            self.state = state
            self.reason = reason
            self.countingNs = countingNs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// The sound device as it was opened.
    package struct DeviceReport: WireMessage {
        package static let wireName = "tutti.v1.DeviceReport"

        /// As given on the room's command line.
        package var name: String
        package var open: Bool
        /// Why it is not open; empty otherwise.
        package var error: String
        package var sampleRateHz: UInt32
        package var channels: UInt32
        /// ALSA's name of the sample format.
        package var format: String
        package var periodFrames: UInt32
        package var bufferFrames: UInt32
        /// Steps in which the device tells its position; 1 is exact.
        package var granularityFrames: UInt32
        package var realtime: Bool
        /// The device is open and its jack says that nothing is plugged in.
        package var unplugged: Bool
        /// When it vanished or was unplugged; 0: it was not.
        package var lostTimeNs: Int64

        package init(
            name: String = "",
            open: Bool = false,
            error: String = "",
            sampleRateHz: UInt32 = 0,
            channels: UInt32 = 0,
            format: String = "",
            periodFrames: UInt32 = 0,
            bufferFrames: UInt32 = 0,
            granularityFrames: UInt32 = 0,
            realtime: Bool = false,
            unplugged: Bool = false,
            lostTimeNs: Int64 = 0
        ) {
            self.name = name
            self.open = open
            self.error = error
            self.sampleRateHz = sampleRateHz
            self.channels = channels
            self.format = format
            self.periodFrames = periodFrames
            self.bufferFrames = bufferFrames
            self.granularityFrames = granularityFrames
            self.realtime = realtime
            self.unplugged = unplugged
            self.lostTimeNs = lostTimeNs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// A room as the coordinator knows it.
    package struct Room: WireMessage {
        package static let wireName = "tutti.v1.Room"

        package var id: String
        package var name: String
        package var connected: Bool
        /// What its zone does, as far as the room can follow.
        package var state: PlaybackState
        package var volumePercent: UInt32
        package var muted: Bool
        package var delayNs: Int64
        package var device: DeviceReport?
        package var sync: SyncReport?
        package var zone: String
        package var version: String
        package var address: String
        package var balance: Int32
        package var channels: ChannelMode
        package var ceilingPercent: UInt32
        package var pauseOnUnplug: Bool
        /// Where another process reports with the same id; empty where none does.
        package var doubleAddress: String

        package init(
            id: String = "",
            name: String = "",
            connected: Bool = false,
            state: PlaybackState = .unspecified,
            volumePercent: UInt32 = 0,
            muted: Bool = false,
            delayNs: Int64 = 0,
            device: DeviceReport? = nil,
            sync: SyncReport? = nil,
            zone: String = "",
            version: String = "",
            address: String = "",
            balance: Int32 = 0,
            channels: ChannelMode = .unspecified,
            ceilingPercent: UInt32 = 0,
            pauseOnUnplug: Bool = false,
            doubleAddress: String = ""
        ) {
            self.id = id
            self.name = name
            self.connected = connected
            self.state = state
            self.volumePercent = volumePercent
            self.muted = muted
            self.delayNs = delayNs
            self.device = device
            self.sync = sync
            self.zone = zone
            self.version = version
            self.address = address
            self.balance = balance
            self.channels = channels
            self.ceilingPercent = ceilingPercent
            self.pauseOnUnplug = pauseOnUnplug
            self.doubleAddress = doubleAddress
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }
}

extension Wire.Item: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__Item>) {
        tutti__v1__item__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__Item>? {
        tutti__v1__item__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__Item>, _ arena: Arena) {
        c.pointee.id = id
        c.pointee.index = index
        if !uri.isEmpty { c.pointee.uri = arena.string(uri) }
        if !title.isEmpty { c.pointee.title = arena.string(title) }
        if !artist.isEmpty { c.pointee.artist = arena.string(artist) }
        if !album.isEmpty { c.pointee.album = arena.string(album) }
        c.pointee.duration_ms = durationMs
        c.pointee.duration_estimated = durationEstimated ? 1 : 0
        c.pointee.status = .init(rawValue: .init(truncatingIfNeeded: status.rawValue))
        if !error.isEmpty { c.pointee.error = arena.string(error) }
        c.pointee.start_position_ms = startPositionMs
        c.pointee.no_autoplay = noAutoplay ? 1 : 0
        c.pointee.keep_position = keepPosition ? 1 : 0
        c.pointee.is_live = isLive ? 1 : 0
        c.pointee.has_cover = hasCover ? 1 : 0
        c.pointee.has_lyrics = hasLyrics ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__Item>) throws(WireFormatError) {
        id = c.pointee.id
        index = c.pointee.index
        uri = try CReading.string(c.pointee.uri, "tutti.v1.Item.uri")
        title = try CReading.string(c.pointee.title, "tutti.v1.Item.title")
        artist = try CReading.string(c.pointee.artist, "tutti.v1.Item.artist")
        album = try CReading.string(c.pointee.album, "tutti.v1.Item.album")
        durationMs = c.pointee.duration_ms
        durationEstimated = c.pointee.duration_estimated != 0
        status = Wire.ItemStatus(rawValue: Int32(truncatingIfNeeded: c.pointee.status.rawValue)) ?? .unspecified
        error = try CReading.string(c.pointee.error, "tutti.v1.Item.error")
        startPositionMs = c.pointee.start_position_ms
        noAutoplay = c.pointee.no_autoplay != 0
        keepPosition = c.pointee.keep_position != 0
        isLive = c.pointee.is_live != 0
        hasCover = c.pointee.has_cover != 0
        hasLyrics = c.pointee.has_lyrics != 0
    }
}

extension Wire.TrackDetails: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__TrackDetails>) {
        tutti__v1__track_details__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__TrackDetails>? {
        tutti__v1__track_details__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__TrackDetails>, _ arena: Arena) {
        if !uri.isEmpty { c.pointee.uri = arena.string(uri) }
        if !title.isEmpty { c.pointee.title = arena.string(title) }
        if !artist.isEmpty { c.pointee.artist = arena.string(artist) }
        if !album.isEmpty { c.pointee.album = arena.string(album) }
        if !albumArtist.isEmpty { c.pointee.album_artist = arena.string(albumArtist) }
        if !genre.isEmpty { c.pointee.genre = arena.string(genre) }
        if !date.isEmpty { c.pointee.date = arena.string(date) }
        if !comment.isEmpty { c.pointee.comment = arena.string(comment) }
        if !trackNumber.isEmpty { c.pointee.track_number = arena.string(trackNumber) }
        if !discNumber.isEmpty { c.pointee.disc_number = arena.string(discNumber) }
        c.pointee.duration_ms = durationMs
        c.pointee.duration_estimated = durationEstimated ? 1 : 0
        c.pointee.sample_rate_hz = sampleRateHz
        c.pointee.channels = channels
        c.pointee.bitrate_bps = bitrateBps
        if !format.isEmpty { c.pointee.format = arena.string(format) }
        c.pointee.n_pictures = pictures.count
        c.pointee.pictures = arena.messages(pictures)
        c.pointee.has_track_gain = hasTrackGain ? 1 : 0
        c.pointee.track_gain_millibel = trackGainMillibel
        c.pointee.has_album_gain = hasAlbumGain ? 1 : 0
        c.pointee.album_gain_millibel = albumGainMillibel
        c.pointee.track_peak_millionths = trackPeakMillionths
        c.pointee.album_peak_millionths = albumPeakMillionths
        c.pointee.lyric_lines = lyricLines
        c.pointee.lyrics_synchronized = lyricsSynchronized ? 1 : 0
        c.pointee.n_tags = tags.count
        c.pointee.tags = arena.strings(tags)
        if !error.isEmpty { c.pointee.error = arena.string(error) }
        c.pointee.is_live = isLive ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__TrackDetails>) throws(WireFormatError) {
        uri = try CReading.string(c.pointee.uri, "tutti.v1.TrackDetails.uri")
        title = try CReading.string(c.pointee.title, "tutti.v1.TrackDetails.title")
        artist = try CReading.string(c.pointee.artist, "tutti.v1.TrackDetails.artist")
        album = try CReading.string(c.pointee.album, "tutti.v1.TrackDetails.album")
        albumArtist = try CReading.string(c.pointee.album_artist, "tutti.v1.TrackDetails.album_artist")
        genre = try CReading.string(c.pointee.genre, "tutti.v1.TrackDetails.genre")
        date = try CReading.string(c.pointee.date, "tutti.v1.TrackDetails.date")
        comment = try CReading.string(c.pointee.comment, "tutti.v1.TrackDetails.comment")
        trackNumber = try CReading.string(c.pointee.track_number, "tutti.v1.TrackDetails.track_number")
        discNumber = try CReading.string(c.pointee.disc_number, "tutti.v1.TrackDetails.disc_number")
        durationMs = c.pointee.duration_ms
        durationEstimated = c.pointee.duration_estimated != 0
        sampleRateHz = c.pointee.sample_rate_hz
        channels = c.pointee.channels
        bitrateBps = c.pointee.bitrate_bps
        format = try CReading.string(c.pointee.format, "tutti.v1.TrackDetails.format")
        pictures = try CReading.messages(c.pointee.pictures, c.pointee.n_pictures)
        hasTrackGain = c.pointee.has_track_gain != 0
        trackGainMillibel = c.pointee.track_gain_millibel
        hasAlbumGain = c.pointee.has_album_gain != 0
        albumGainMillibel = c.pointee.album_gain_millibel
        trackPeakMillionths = c.pointee.track_peak_millionths
        albumPeakMillionths = c.pointee.album_peak_millionths
        lyricLines = c.pointee.lyric_lines
        lyricsSynchronized = c.pointee.lyrics_synchronized != 0
        tags = try CReading.strings(c.pointee.tags, c.pointee.n_tags, "tutti.v1.TrackDetails.tags")
        error = try CReading.string(c.pointee.error, "tutti.v1.TrackDetails.error")
        isLive = c.pointee.is_live != 0
    }
}

extension Wire.Picture: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__Picture>) {
        tutti__v1__picture__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__Picture>? {
        tutti__v1__picture__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__Picture>, _ arena: Arena) {
        if !mimeType.isEmpty { c.pointee.mime_type = arena.string(mimeType) }
        if !kind.isEmpty { c.pointee.kind = arena.string(kind) }
        c.pointee.size_bytes = sizeBytes
        if !description.isEmpty { c.pointee.description = arena.string(description) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__Picture>) throws(WireFormatError) {
        mimeType = try CReading.string(c.pointee.mime_type, "tutti.v1.Picture.mime_type")
        kind = try CReading.string(c.pointee.kind, "tutti.v1.Picture.kind")
        sizeBytes = c.pointee.size_bytes
        description = try CReading.string(c.pointee.description, "tutti.v1.Picture.description")
    }
}

extension Wire.LyricLine: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__LyricLine>) {
        tutti__v1__lyric_line__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__LyricLine>? {
        tutti__v1__lyric_line__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__LyricLine>, _ arena: Arena) {
        c.pointee.time_ms = timeMs
        if !text.isEmpty { c.pointee.text = arena.string(text) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__LyricLine>) throws(WireFormatError) {
        timeMs = c.pointee.time_ms
        text = try CReading.string(c.pointee.text, "tutti.v1.LyricLine.text")
    }
}

extension Wire.Zone: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__Zone>) {
        tutti__v1__zone__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__Zone>? {
        tutti__v1__zone__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__Zone>, _ arena: Arena) {
        if !id.isEmpty { c.pointee.id = arena.string(id) }
        if !name.isEmpty { c.pointee.name = arena.string(name) }
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: state.rawValue))
        c.pointee.volume_percent = volumePercent
        c.pointee.rooms_known = roomsKnown
        c.pointee.rooms_connected = roomsConnected
        c.pointee.queue_length = queueLength
        c.pointee.is_default = isDefault ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__Zone>) throws(WireFormatError) {
        id = try CReading.string(c.pointee.id, "tutti.v1.Zone.id")
        name = try CReading.string(c.pointee.name, "tutti.v1.Zone.name")
        state = Wire.PlaybackState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue)) ?? .unspecified
        volumePercent = c.pointee.volume_percent
        roomsKnown = c.pointee.rooms_known
        roomsConnected = c.pointee.rooms_connected
        queueLength = c.pointee.queue_length
        isDefault = c.pointee.is_default != 0
    }
}

extension Wire.NowPlaying: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__NowPlaying>) {
        tutti__v1__now_playing__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__NowPlaying>? {
        tutti__v1__now_playing__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__NowPlaying>, _ arena: Arena) {
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: state.rawValue))
        c.pointee.item = arena.message(item)
        c.pointee.position_ms = positionMs
        c.pointee.queue_length = queueLength
        c.pointee.mode = .init(rawValue: .init(truncatingIfNeeded: mode.rawValue))
        c.pointee.revision = revision
        c.pointee.rate_permille = ratePermille
        if !error.isEmpty { c.pointee.error = arena.string(error) }
        c.pointee.session_id = sessionId
        c.pointee.consume = consume ? 1 : 0
        c.pointee.stop_after_current = stopAfterCurrent ? 1 : 0
        c.pointee.buffering_percent = bufferingPercent
        c.pointee.ahead_ms = aheadMs
        c.pointee.volume_percent = volumePercent
        c.pointee.replay_gain = .init(rawValue: .init(truncatingIfNeeded: replayGain.rawValue))
        if !streamTitle.isEmpty { c.pointee.stream_title = arena.string(streamTitle) }
        if !pauseReason.isEmpty { c.pointee.pause_reason = arena.string(pauseReason) }
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.position_estimated = positionEstimated ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__NowPlaying>) throws(WireFormatError) {
        state = Wire.PlaybackState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue)) ?? .unspecified
        item = try CReading.message(c.pointee.item)
        positionMs = c.pointee.position_ms
        queueLength = c.pointee.queue_length
        mode = Wire.PlayMode(rawValue: Int32(truncatingIfNeeded: c.pointee.mode.rawValue)) ?? .unspecified
        revision = c.pointee.revision
        ratePermille = c.pointee.rate_permille
        error = try CReading.string(c.pointee.error, "tutti.v1.NowPlaying.error")
        sessionId = c.pointee.session_id
        consume = c.pointee.consume != 0
        stopAfterCurrent = c.pointee.stop_after_current != 0
        bufferingPercent = c.pointee.buffering_percent
        aheadMs = c.pointee.ahead_ms
        volumePercent = c.pointee.volume_percent
        replayGain = Wire.ReplayGainMode(
            rawValue: Int32(
            truncatingIfNeeded: c.pointee.replay_gain.rawValue
        )
        ) ?? .unspecified
        streamTitle = try CReading.string(c.pointee.stream_title, "tutti.v1.NowPlaying.stream_title")
        pauseReason = try CReading.string(c.pointee.pause_reason, "tutti.v1.NowPlaying.pause_reason")
        zone = try CReading.string(c.pointee.zone, "tutti.v1.NowPlaying.zone")
        positionEstimated = c.pointee.position_estimated != 0
    }
}

extension Wire.TimelineSpan: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__TimelineSpan>) {
        tutti__v1__timeline_span__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__TimelineSpan>? {
        tutti__v1__timeline_span__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__TimelineSpan>, _ arena: Arena) {
        c.pointee.generation = generation
        c.pointee.start_position_frames = startPositionFrames
        c.pointee.start_time_ns = startTimeNs
        c.pointee.has_end = hasEnd ? 1 : 0
        c.pointee.end_position_frames = endPositionFrames
        c.pointee.continues_previous = continuesPrevious ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__TimelineSpan>) throws(WireFormatError) {
        generation = c.pointee.generation
        startPositionFrames = c.pointee.start_position_frames
        startTimeNs = c.pointee.start_time_ns
        hasEnd = c.pointee.has_end != 0
        endPositionFrames = c.pointee.end_position_frames
        continuesPrevious = c.pointee.continues_previous != 0
    }
}

extension Wire.Timeline: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__Timeline>) {
        tutti__v1__timeline__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__Timeline>? {
        tutti__v1__timeline__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__Timeline>, _ arena: Arena) {
        c.pointee.revision = revision
        c.pointee.n_spans = spans.count
        c.pointee.spans = arena.messages(spans)
        c.pointee.lead_ns = leadNs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__Timeline>) throws(WireFormatError) {
        revision = c.pointee.revision
        spans = try CReading.messages(c.pointee.spans, c.pointee.n_spans)
        leadNs = c.pointee.lead_ns
    }
}

extension Wire.RoomSettings: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__RoomSettings>) {
        tutti__v1__room_settings__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__RoomSettings>? {
        tutti__v1__room_settings__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__RoomSettings>, _ arena: Arena) {
        if !roomId.isEmpty { c.pointee.room_id = arena.string(roomId) }
        c.pointee.revision = revision
        c.pointee.effective_time_ns = effectiveTimeNs
        c.pointee.volume_percent = volumePercent
        c.pointee.muted = muted ? 1 : 0
        c.pointee.delay_ns = delayNs
        if !name.isEmpty { c.pointee.name = arena.string(name) }
        c.pointee.balance = balance
        c.pointee.channels = .init(rawValue: .init(truncatingIfNeeded: channels.rawValue))
        c.pointee.ceiling_percent = ceilingPercent
        c.pointee.pause_on_unplug = pauseOnUnplug ? 1 : 0
        c.pointee.zone_volume_percent = zoneVolumePercent
        c.pointee.has_sound_settings = hasSoundSettings ? 1 : 0
        c.pointee.audio_port = audioPort
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__RoomSettings>) throws(WireFormatError) {
        roomId = try CReading.string(c.pointee.room_id, "tutti.v1.RoomSettings.room_id")
        revision = c.pointee.revision
        effectiveTimeNs = c.pointee.effective_time_ns
        volumePercent = c.pointee.volume_percent
        muted = c.pointee.muted != 0
        delayNs = c.pointee.delay_ns
        name = try CReading.string(c.pointee.name, "tutti.v1.RoomSettings.name")
        balance = c.pointee.balance
        channels = Wire.ChannelMode(rawValue: Int32(truncatingIfNeeded: c.pointee.channels.rawValue)) ?? .unspecified
        ceilingPercent = c.pointee.ceiling_percent
        pauseOnUnplug = c.pointee.pause_on_unplug != 0
        zoneVolumePercent = c.pointee.zone_volume_percent
        hasSoundSettings = c.pointee.has_sound_settings != 0
        audioPort = c.pointee.audio_port
    }
}

extension Wire.SyncReport: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__SyncReport>) {
        tutti__v1__sync_report__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__SyncReport>? {
        tutti__v1__sync_report__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__SyncReport>, _ arena: Arena) {
        c.pointee.offset_ns = offsetNs
        c.pointee.uncertainty_ns = uncertaintyNs
        c.pointee.drift_ppb = driftPpb
        c.pointee.playout_error_ns = playoutErrorNs
        c.pointee.playout_error_p50_ns = playoutErrorP50Ns
        c.pointee.playout_error_p99_ns = playoutErrorP99Ns
        c.pointee.rate_ppb = ratePpb
        c.pointee.buffer_ns = bufferNs
        c.pointee.late = late
        c.pointee.lost = lost
        c.pointee.repaired = repaired
        c.pointee.concealed = concealed
        c.pointee.xruns = xruns
        c.pointee.resyncs = resyncs
        c.pointee.arrival_tail_ns = arrivalTailNs
        c.pointee.round_trip_ns = roundTripNs
        c.pointee.exchanges_per_second_milli = exchangesPerSecondMilli
        c.pointee.clock_steps = clockSteps
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: state.rawValue))
        if !reason.isEmpty { c.pointee.reason = arena.string(reason) }
        c.pointee.counting_ns = countingNs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__SyncReport>) throws(WireFormatError) {
        offsetNs = c.pointee.offset_ns
        uncertaintyNs = c.pointee.uncertainty_ns
        driftPpb = c.pointee.drift_ppb
        playoutErrorNs = c.pointee.playout_error_ns
        playoutErrorP50Ns = c.pointee.playout_error_p50_ns
        playoutErrorP99Ns = c.pointee.playout_error_p99_ns
        ratePpb = c.pointee.rate_ppb
        bufferNs = c.pointee.buffer_ns
        late = c.pointee.late
        lost = c.pointee.lost
        repaired = c.pointee.repaired
        concealed = c.pointee.concealed
        xruns = c.pointee.xruns
        resyncs = c.pointee.resyncs
        arrivalTailNs = c.pointee.arrival_tail_ns
        roundTripNs = c.pointee.round_trip_ns
        exchangesPerSecondMilli = c.pointee.exchanges_per_second_milli
        clockSteps = c.pointee.clock_steps
        state = Wire.SyncState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue)) ?? .unspecified
        reason = try CReading.string(c.pointee.reason, "tutti.v1.SyncReport.reason")
        countingNs = c.pointee.counting_ns
    }
}

extension Wire.DeviceReport: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__DeviceReport>) {
        tutti__v1__device_report__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__DeviceReport>? {
        tutti__v1__device_report__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__DeviceReport>, _ arena: Arena) {
        if !name.isEmpty { c.pointee.name = arena.string(name) }
        c.pointee.open = open ? 1 : 0
        if !error.isEmpty { c.pointee.error = arena.string(error) }
        c.pointee.sample_rate_hz = sampleRateHz
        c.pointee.channels = channels
        if !format.isEmpty { c.pointee.format = arena.string(format) }
        c.pointee.period_frames = periodFrames
        c.pointee.buffer_frames = bufferFrames
        c.pointee.granularity_frames = granularityFrames
        c.pointee.realtime = realtime ? 1 : 0
        c.pointee.unplugged = unplugged ? 1 : 0
        c.pointee.lost_time_ns = lostTimeNs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__DeviceReport>) throws(WireFormatError) {
        name = try CReading.string(c.pointee.name, "tutti.v1.DeviceReport.name")
        open = c.pointee.open != 0
        error = try CReading.string(c.pointee.error, "tutti.v1.DeviceReport.error")
        sampleRateHz = c.pointee.sample_rate_hz
        channels = c.pointee.channels
        format = try CReading.string(c.pointee.format, "tutti.v1.DeviceReport.format")
        periodFrames = c.pointee.period_frames
        bufferFrames = c.pointee.buffer_frames
        granularityFrames = c.pointee.granularity_frames
        realtime = c.pointee.realtime != 0
        unplugged = c.pointee.unplugged != 0
        lostTimeNs = c.pointee.lost_time_ns
    }
}

extension Wire.Room: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__Room>) {
        tutti__v1__room__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__Room>? {
        tutti__v1__room__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__Room>, _ arena: Arena) {
        if !id.isEmpty { c.pointee.id = arena.string(id) }
        if !name.isEmpty { c.pointee.name = arena.string(name) }
        c.pointee.connected = connected ? 1 : 0
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: state.rawValue))
        c.pointee.volume_percent = volumePercent
        c.pointee.muted = muted ? 1 : 0
        c.pointee.delay_ns = delayNs
        c.pointee.device = arena.message(device)
        c.pointee.sync = arena.message(sync)
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        if !version.isEmpty { c.pointee.version = arena.string(version) }
        if !address.isEmpty { c.pointee.address = arena.string(address) }
        c.pointee.balance = balance
        c.pointee.channels = .init(rawValue: .init(truncatingIfNeeded: channels.rawValue))
        c.pointee.ceiling_percent = ceilingPercent
        c.pointee.pause_on_unplug = pauseOnUnplug ? 1 : 0
        if !doubleAddress.isEmpty { c.pointee.double_address = arena.string(doubleAddress) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__Room>) throws(WireFormatError) {
        id = try CReading.string(c.pointee.id, "tutti.v1.Room.id")
        name = try CReading.string(c.pointee.name, "tutti.v1.Room.name")
        connected = c.pointee.connected != 0
        state = Wire.PlaybackState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue)) ?? .unspecified
        volumePercent = c.pointee.volume_percent
        muted = c.pointee.muted != 0
        delayNs = c.pointee.delay_ns
        device = try CReading.message(c.pointee.device)
        sync = try CReading.message(c.pointee.sync)
        zone = try CReading.string(c.pointee.zone, "tutti.v1.Room.zone")
        version = try CReading.string(c.pointee.version, "tutti.v1.Room.version")
        address = try CReading.string(c.pointee.address, "tutti.v1.Room.address")
        balance = c.pointee.balance
        channels = Wire.ChannelMode(rawValue: Int32(truncatingIfNeeded: c.pointee.channels.rawValue)) ?? .unspecified
        ceilingPercent = c.pointee.ceiling_percent
        pauseOnUnplug = c.pointee.pause_on_unplug != 0
        doubleAddress = try CReading.string(c.pointee.double_address, "tutti.v1.Room.double_address")
    }
}
