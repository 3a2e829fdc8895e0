// Made from Protos/tutti/v1/player_service.proto by dev/generate.sh. Do not edit.

import CProtobufC
import CProtos

extension Wire {
    package enum PlayerService {
        package static let wireName = "tutti.v1.PlayerService"
        /// Plays: resumes, starts the current item, or starts the item named. NOT_FOUND, OUT_OF_RANGE,
        /// FAILED_PRECONDITION (queue empty).
        package static let play = WireMethod<PlayRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/Play"
        )
        package static let pause = WireMethod<PauseRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/Pause"
        )
        package static let toggle = WireMethod<ToggleRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/Toggle"
        )
        package static let stop = WireMethod<StopRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/Stop"
        )
        package static let next = WireMethod<NextRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/Next"
        )
        package static let previous = WireMethod<PreviousRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/Previous"
        )
        /// FAILED_PRECONDITION where nothing is current.
        package static let seek = WireMethod<SeekRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/Seek"
        )
        package static let setMode = WireMethod<SetModeRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/SetMode"
        )
        package static let getNowPlaying = WireMethod<GetNowPlayingRequest, GetNowPlayingResponse>(
            name: "tutti.v1.PlayerService/GetNowPlaying"
        )
        /// The speed, the pitch kept. OUT_OF_RANGE outside 0.5 to 3; FAILED_PRECONDITION for another than 1 while a
        /// station is current.
        package static let setRate = WireMethod<SetRateRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/SetRate"
        )
        /// Changes what has_... names and leaves the rest.
        package static let setSwitches = WireMethod<SetSwitchesRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/SetSwitches"
        )
        package static let setReplayGain = WireMethod<SetReplayGainRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/SetReplayGain"
        )
        /// The zone's volume, which keeps the ratios of its rooms.
        package static let setVolume = WireMethod<SetVolumeRequest, TransportResponse>(
            name: "tutti.v1.PlayerService/SetVolume"
        )
        /// The lyrics of the current item, or of another one in the queue. NOT_FOUND where there are none.
        package static let getLyrics = WireMethod<GetLyricsRequest, GetLyricsResponse>(
            name: "tutti.v1.PlayerService/GetLyrics"
        )
        /// The cover of the current item as it is, or drawn with lines of lyrics as PNG. NOT_FOUND where nothing is
        /// current.
        package static let getArtwork = WireMethod<GetArtworkRequest, GetArtworkResponse>(
            name: "tutti.v1.PlayerService/GetArtwork"
        )
        /// What is to be known of tracks, in the queue or not.
        package static let inspectTracks = WireMethod<InspectTracksRequest, InspectTracksResponse>(
            name: "tutti.v1.PlayerService/InspectTracks"
        )
    }

    package struct SetRateRequest: WireMessage {
        package static let wireName = "tutti.v1.SetRateRequest"

        package var zone: String
        /// Thousandths: 1000 is as recorded.
        package var ratePermille: UInt32

        package init(
            zone: String = "",
            ratePermille: UInt32 = 0
        ) {
            self.zone = zone
            self.ratePermille = ratePermille
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct SetSwitchesRequest: WireMessage {
        package static let wireName = "tutti.v1.SetSwitchesRequest"

        package var zone: String
        package var hasConsume: Bool
        package var consume: Bool
        package var hasStopAfterCurrent: Bool
        package var stopAfterCurrent: Bool

        package init(
            zone: String = "",
            hasConsume: Bool = false,
            consume: Bool = false,
            hasStopAfterCurrent: Bool = false,
            stopAfterCurrent: Bool = false
        ) {
            self.zone = zone
            self.hasConsume = hasConsume
            self.consume = consume
            self.hasStopAfterCurrent = hasStopAfterCurrent
            self.stopAfterCurrent = stopAfterCurrent
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct SetReplayGainRequest: WireMessage {
        package static let wireName = "tutti.v1.SetReplayGainRequest"

        package var zone: String
        package var mode: ReplayGainMode

        package init(
            zone: String = "",
            mode: ReplayGainMode = .unspecified
        ) {
            self.zone = zone
            self.mode = mode
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct SetVolumeRequest: WireMessage {
        package static let wireName = "tutti.v1.SetVolumeRequest"

        package var zone: String
        package var volumePercent: UInt32

        package init(
            zone: String = "",
            volumePercent: UInt32 = 0
        ) {
            self.zone = zone
            self.volumePercent = volumePercent
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetLyricsRequest: WireMessage {
        package static let wireName = "tutti.v1.GetLyricsRequest"

        package var zone: String
        /// 0: the current item.
        package var itemId: UInt64

        package init(
            zone: String = "",
            itemId: UInt64 = 0
        ) {
            self.zone = zone
            self.itemId = itemId
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetLyricsResponse: WireMessage {
        package static let wireName = "tutti.v1.GetLyricsResponse"

        package var itemId: UInt64
        package var synchronized: Bool
        /// In the order of their times.
        package var lines: [LyricLine]
        /// Where they are from: "sidecar", "SYLT", "USLT".
        package var source: String

        package init(
            itemId: UInt64 = 0,
            synchronized: Bool = false,
            lines: [LyricLine] = [],
            source: String = ""
        ) {
            self.itemId = itemId
            self.synchronized = synchronized
            self.lines = lines
            self.source = source
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetArtworkRequest: WireMessage {
        package static let wireName = "tutti.v1.GetArtworkRequest"

        package var zone: String
        /// Draws the previous, the current and the next line of lyrics on it; the answer is PNG then.
        package var withLyrics: Bool
        /// Longest side of a drawn picture in pixels; 0: the server's choice.
        package var sizePixels: UInt32

        package init(
            zone: String = "",
            withLyrics: Bool = false,
            sizePixels: UInt32 = 0
        ) {
            self.zone = zone
            self.withLyrics = withLyrics
            self.sizePixels = sizePixels
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetArtworkResponse: WireMessage {
        package static let wireName = "tutti.v1.GetArtworkResponse"

        package var mimeType: String
        package var image: [UInt8]
        /// True: the item has no cover, and this is one that was drawn in its place.
        package var isPlaceholder: Bool

        package init(
            mimeType: String = "",
            image: [UInt8] = [],
            isPlaceholder: Bool = false
        ) {
            self.mimeType = mimeType
            self.image = image
            self.isPlaceholder = isPlaceholder
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct InspectTracksRequest: WireMessage {
        package static let wireName = "tutti.v1.InspectTracksRequest"

        /// Absolute paths as the coordinator sees them, or URIs.
        package var uris: [String]

        package init(
            uris: [String] = []
        ) {
            self.uris = uris
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct InspectTracksResponse: WireMessage {
        package static let wireName = "tutti.v1.InspectTracksResponse"

        package var tracks: [TrackDetails]

        package init(
            tracks: [TrackDetails] = []
        ) {
            self.tracks = tracks
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// Every request names its zone; empty is the default zone.
    package struct PlayRequest: WireMessage {
        package static let wireName = "tutti.v1.PlayRequest"

        package var zone: String
        package var hasIndex: Bool
        /// 0-based.
        package var index: UInt32
        /// Not 0: the item of this id.
        package var itemId: UInt64

        package init(
            zone: String = "",
            hasIndex: Bool = false,
            index: UInt32 = 0,
            itemId: UInt64 = 0
        ) {
            self.zone = zone
            self.hasIndex = hasIndex
            self.index = index
            self.itemId = itemId
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct PauseRequest: WireMessage {
        package static let wireName = "tutti.v1.PauseRequest"

        package var zone: String

        package init(
            zone: String = ""
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ToggleRequest: WireMessage {
        package static let wireName = "tutti.v1.ToggleRequest"

        package var zone: String

        package init(
            zone: String = ""
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct StopRequest: WireMessage {
        package static let wireName = "tutti.v1.StopRequest"

        package var zone: String

        package init(
            zone: String = ""
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct NextRequest: WireMessage {
        package static let wireName = "tutti.v1.NextRequest"

        package var zone: String

        package init(
            zone: String = ""
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct PreviousRequest: WireMessage {
        package static let wireName = "tutti.v1.PreviousRequest"

        package var zone: String

        package init(
            zone: String = ""
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct SeekRequest: WireMessage {
        package static let wireName = "tutti.v1.SeekRequest"

        package var zone: String
        /// True: position_ms is added to the present position.
        package var relative: Bool
        package var positionMs: Int64

        package init(
            zone: String = "",
            relative: Bool = false,
            positionMs: Int64 = 0
        ) {
            self.zone = zone
            self.relative = relative
            self.positionMs = positionMs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct SetModeRequest: WireMessage {
        package static let wireName = "tutti.v1.SetModeRequest"

        package var zone: String
        package var mode: PlayMode

        package init(
            zone: String = "",
            mode: PlayMode = .unspecified
        ) {
            self.zone = zone
            self.mode = mode
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetNowPlayingRequest: WireMessage {
        package static let wireName = "tutti.v1.GetNowPlayingRequest"

        package var zone: String

        package init(
            zone: String = ""
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    /// What the zone will play from `effective_time_ns` on, when all its rooms do it.
    package struct TransportResponse: WireMessage {
        package static let wireName = "tutti.v1.TransportResponse"

        package var nowPlaying: NowPlaying?
        package var effectiveTimeNs: Int64

        package init(
            nowPlaying: NowPlaying? = nil,
            effectiveTimeNs: Int64 = 0
        ) {
            self.nowPlaying = nowPlaying
            self.effectiveTimeNs = effectiveTimeNs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetNowPlayingResponse: WireMessage {
        package static let wireName = "tutti.v1.GetNowPlayingResponse"

        package var nowPlaying: NowPlaying?

        package init(
            nowPlaying: NowPlaying? = nil
        ) {
            self.nowPlaying = nowPlaying
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }
}

extension Wire.SetRateRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__SetRateRequest>) {
        tutti__v1__set_rate_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__SetRateRequest>? {
        tutti__v1__set_rate_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__SetRateRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.rate_permille = ratePermille
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__SetRateRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.SetRateRequest.zone")
        ratePermille = c.pointee.rate_permille
    }
}

extension Wire.SetSwitchesRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__SetSwitchesRequest>) {
        tutti__v1__set_switches_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__SetSwitchesRequest>? {
        tutti__v1__set_switches_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__SetSwitchesRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.has_consume = hasConsume ? 1 : 0
        c.pointee.consume = consume ? 1 : 0
        c.pointee.has_stop_after_current = hasStopAfterCurrent ? 1 : 0
        c.pointee.stop_after_current = stopAfterCurrent ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__SetSwitchesRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.SetSwitchesRequest.zone")
        hasConsume = c.pointee.has_consume != 0
        consume = c.pointee.consume != 0
        hasStopAfterCurrent = c.pointee.has_stop_after_current != 0
        stopAfterCurrent = c.pointee.stop_after_current != 0
    }
}

extension Wire.SetReplayGainRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__SetReplayGainRequest>) {
        tutti__v1__set_replay_gain_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__SetReplayGainRequest>? {
        tutti__v1__set_replay_gain_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__SetReplayGainRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.mode = .init(rawValue: .init(truncatingIfNeeded: mode.rawValue))
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__SetReplayGainRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.SetReplayGainRequest.zone")
        mode = Wire.ReplayGainMode(rawValue: Int32(truncatingIfNeeded: c.pointee.mode.rawValue)) ?? .unspecified
    }
}

extension Wire.SetVolumeRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__SetVolumeRequest>) {
        tutti__v1__set_volume_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__SetVolumeRequest>? {
        tutti__v1__set_volume_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__SetVolumeRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.volume_percent = volumePercent
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__SetVolumeRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.SetVolumeRequest.zone")
        volumePercent = c.pointee.volume_percent
    }
}

extension Wire.GetLyricsRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetLyricsRequest>) {
        tutti__v1__get_lyrics_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetLyricsRequest>? {
        tutti__v1__get_lyrics_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetLyricsRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.item_id = itemId
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetLyricsRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.GetLyricsRequest.zone")
        itemId = c.pointee.item_id
    }
}

extension Wire.GetLyricsResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetLyricsResponse>) {
        tutti__v1__get_lyrics_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetLyricsResponse>? {
        tutti__v1__get_lyrics_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetLyricsResponse>, _ arena: Arena) {
        c.pointee.item_id = itemId
        c.pointee.synchronized = synchronized ? 1 : 0
        c.pointee.n_lines = lines.count
        c.pointee.lines = arena.messages(lines)
        if !source.isEmpty { c.pointee.source = arena.string(source) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetLyricsResponse>) throws(WireFormatError) {
        itemId = c.pointee.item_id
        synchronized = c.pointee.synchronized != 0
        lines = try CReading.messages(c.pointee.lines, c.pointee.n_lines)
        source = try CReading.string(c.pointee.source, "tutti.v1.GetLyricsResponse.source")
    }
}

extension Wire.GetArtworkRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetArtworkRequest>) {
        tutti__v1__get_artwork_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetArtworkRequest>? {
        tutti__v1__get_artwork_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetArtworkRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.with_lyrics = withLyrics ? 1 : 0
        c.pointee.size_pixels = sizePixels
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetArtworkRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.GetArtworkRequest.zone")
        withLyrics = c.pointee.with_lyrics != 0
        sizePixels = c.pointee.size_pixels
    }
}

extension Wire.GetArtworkResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetArtworkResponse>) {
        tutti__v1__get_artwork_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetArtworkResponse>? {
        tutti__v1__get_artwork_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetArtworkResponse>, _ arena: Arena) {
        if !mimeType.isEmpty { c.pointee.mime_type = arena.string(mimeType) }
        c.pointee.image = arena.bytes(image)
        c.pointee.is_placeholder = isPlaceholder ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetArtworkResponse>) throws(WireFormatError) {
        mimeType = try CReading.string(c.pointee.mime_type, "tutti.v1.GetArtworkResponse.mime_type")
        image = CReading.bytes(c.pointee.image)
        isPlaceholder = c.pointee.is_placeholder != 0
    }
}

extension Wire.InspectTracksRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__InspectTracksRequest>) {
        tutti__v1__inspect_tracks_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__InspectTracksRequest>? {
        tutti__v1__inspect_tracks_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__InspectTracksRequest>, _ arena: Arena) {
        c.pointee.n_uris = uris.count
        c.pointee.uris = arena.strings(uris)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__InspectTracksRequest>) throws(WireFormatError) {
        uris = try CReading.strings(c.pointee.uris, c.pointee.n_uris, "tutti.v1.InspectTracksRequest.uris")
    }
}

extension Wire.InspectTracksResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__InspectTracksResponse>) {
        tutti__v1__inspect_tracks_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__InspectTracksResponse>? {
        tutti__v1__inspect_tracks_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__InspectTracksResponse>, _ arena: Arena) {
        c.pointee.n_tracks = tracks.count
        c.pointee.tracks = arena.messages(tracks)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__InspectTracksResponse>) throws(WireFormatError) {
        tracks = try CReading.messages(c.pointee.tracks, c.pointee.n_tracks)
    }
}

extension Wire.PlayRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__PlayRequest>) {
        tutti__v1__play_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__PlayRequest>? {
        tutti__v1__play_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__PlayRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.has_index = hasIndex ? 1 : 0
        c.pointee.index = index
        c.pointee.item_id = itemId
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__PlayRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.PlayRequest.zone")
        hasIndex = c.pointee.has_index != 0
        index = c.pointee.index
        itemId = c.pointee.item_id
    }
}

extension Wire.PauseRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__PauseRequest>) {
        tutti__v1__pause_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__PauseRequest>? {
        tutti__v1__pause_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__PauseRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__PauseRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.PauseRequest.zone")
    }
}

extension Wire.ToggleRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ToggleRequest>) {
        tutti__v1__toggle_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ToggleRequest>? {
        tutti__v1__toggle_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ToggleRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ToggleRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.ToggleRequest.zone")
    }
}

extension Wire.StopRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__StopRequest>) {
        tutti__v1__stop_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__StopRequest>? {
        tutti__v1__stop_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__StopRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__StopRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.StopRequest.zone")
    }
}

extension Wire.NextRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__NextRequest>) {
        tutti__v1__next_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__NextRequest>? {
        tutti__v1__next_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__NextRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__NextRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.NextRequest.zone")
    }
}

extension Wire.PreviousRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__PreviousRequest>) {
        tutti__v1__previous_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__PreviousRequest>? {
        tutti__v1__previous_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__PreviousRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__PreviousRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.PreviousRequest.zone")
    }
}

extension Wire.SeekRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__SeekRequest>) {
        tutti__v1__seek_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__SeekRequest>? {
        tutti__v1__seek_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__SeekRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.relative = relative ? 1 : 0
        c.pointee.position_ms = positionMs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__SeekRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.SeekRequest.zone")
        relative = c.pointee.relative != 0
        positionMs = c.pointee.position_ms
    }
}

extension Wire.SetModeRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__SetModeRequest>) {
        tutti__v1__set_mode_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__SetModeRequest>? {
        tutti__v1__set_mode_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__SetModeRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.mode = .init(rawValue: .init(truncatingIfNeeded: mode.rawValue))
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__SetModeRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.SetModeRequest.zone")
        mode = Wire.PlayMode(rawValue: Int32(truncatingIfNeeded: c.pointee.mode.rawValue)) ?? .unspecified
    }
}

extension Wire.GetNowPlayingRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetNowPlayingRequest>) {
        tutti__v1__get_now_playing_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetNowPlayingRequest>? {
        tutti__v1__get_now_playing_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetNowPlayingRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetNowPlayingRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.GetNowPlayingRequest.zone")
    }
}

extension Wire.TransportResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__TransportResponse>) {
        tutti__v1__transport_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__TransportResponse>? {
        tutti__v1__transport_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__TransportResponse>, _ arena: Arena) {
        c.pointee.now_playing = arena.message(nowPlaying)
        c.pointee.effective_time_ns = effectiveTimeNs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__TransportResponse>) throws(WireFormatError) {
        nowPlaying = try CReading.message(c.pointee.now_playing)
        effectiveTimeNs = c.pointee.effective_time_ns
    }
}

extension Wire.GetNowPlayingResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetNowPlayingResponse>) {
        tutti__v1__get_now_playing_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetNowPlayingResponse>? {
        tutti__v1__get_now_playing_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetNowPlayingResponse>, _ arena: Arena) {
        c.pointee.now_playing = arena.message(nowPlaying)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetNowPlayingResponse>) throws(WireFormatError) {
        nowPlaying = try CReading.message(c.pointee.now_playing)
    }
}
