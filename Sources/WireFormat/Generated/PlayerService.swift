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
