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
            error: String = ""
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
            stopAfterCurrent: Bool = false
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

        package init(
            roomId: String = "",
            revision: UInt64 = 0,
            effectiveTimeNs: Int64 = 0,
            volumePercent: UInt32 = 0,
            muted: Bool = false,
            delayNs: Int64 = 0,
            name: String = ""
        ) {
            self.roomId = roomId
            self.revision = revision
            self.effectiveTimeNs = effectiveTimeNs
            self.volumePercent = volumePercent
            self.muted = muted
            self.delayNs = delayNs
            self.name = name
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
            reason: String = ""
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
            realtime: Bool = false
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
            address: String = ""
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
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__RoomSettings>) throws(WireFormatError) {
        roomId = try CReading.string(c.pointee.room_id, "tutti.v1.RoomSettings.room_id")
        revision = c.pointee.revision
        effectiveTimeNs = c.pointee.effective_time_ns
        volumePercent = c.pointee.volume_percent
        muted = c.pointee.muted != 0
        delayNs = c.pointee.delay_ns
        name = try CReading.string(c.pointee.name, "tutti.v1.RoomSettings.name")
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
    }
}
