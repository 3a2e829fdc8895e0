// Made from Protos/tutti/v1/house_service.proto by dev/generate.sh. Do not edit.

import CProtobufC
import CProtos

extension Wire {
    package enum HouseService {
        package static let wireName = "tutti.v1.HouseService"
        package static let listRooms = WireMethod<ListRoomsRequest, ListRoomsResponse>(
            name: "tutti.v1.HouseService/ListRooms"
        )
        /// Changes what has_... names and leaves the rest. NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION (name
        /// ambiguous).
        package static let updateRoom = WireMethod<UpdateRoomRequest, UpdateRoomResponse>(
            name: "tutti.v1.HouseService/UpdateRoom"
        )
        /// Forgets a room that is not connected.
        package static let forgetRoom = WireMethod<ForgetRoomRequest, ForgetRoomResponse>(
            name: "tutti.v1.HouseService/ForgetRoom"
        )
        package static let getStatus = WireMethod<GetStatusRequest, GetStatusResponse>(
            name: "tutti.v1.HouseService/GetStatus"
        )
        package static let listZones = WireMethod<ListZonesRequest, ListZonesResponse>(
            name: "tutti.v1.HouseService/ListZones"
        )
        /// ALREADY_EXISTS, INVALID_ARGUMENT, RESOURCE_EXHAUSTED.
        package static let createZone = WireMethod<CreateZoneRequest, CreateZoneResponse>(
            name: "tutti.v1.HouseService/CreateZone"
        )
        /// Its rooms go to the default zone; its queue is gone. NOT_FOUND; FAILED_PRECONDITION for the default zone.
        package static let deleteZone = WireMethod<DeleteZoneRequest, DeleteZoneResponse>(
            name: "tutti.v1.HouseService/DeleteZone"
        )
        /// NOT_FOUND, ALREADY_EXISTS, INVALID_ARGUMENT.
        package static let renameZone = WireMethod<RenameZoneRequest, RenameZoneResponse>(
            name: "tutti.v1.HouseService/RenameZone"
        )
    }

    package struct ListZonesRequest: WireMessage {
        package static let wireName = "tutti.v1.ListZonesRequest"

        package init() {}

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ListZonesResponse: WireMessage {
        package static let wireName = "tutti.v1.ListZonesResponse"

        package var zones: [Zone]

        package init(
            zones: [Zone] = []
        ) {
            self.zones = zones
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct CreateZoneRequest: WireMessage {
        package static let wireName = "tutti.v1.CreateZoneRequest"

        package var name: String

        package init(
            name: String = ""
        ) {
            self.name = name
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct CreateZoneResponse: WireMessage {
        package static let wireName = "tutti.v1.CreateZoneResponse"

        package var zone: Zone?

        package init(
            zone: Zone? = nil
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct DeleteZoneRequest: WireMessage {
        package static let wireName = "tutti.v1.DeleteZoneRequest"

        /// An id, or a name (compared without regard to ASCII case).
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

    package struct DeleteZoneResponse: WireMessage {
        package static let wireName = "tutti.v1.DeleteZoneResponse"

        package init() {}

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct RenameZoneRequest: WireMessage {
        package static let wireName = "tutti.v1.RenameZoneRequest"

        package var zone: String
        package var name: String

        package init(
            zone: String = "",
            name: String = ""
        ) {
            self.zone = zone
            self.name = name
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct RenameZoneResponse: WireMessage {
        package static let wireName = "tutti.v1.RenameZoneResponse"

        package var zone: Zone?

        package init(
            zone: Zone? = nil
        ) {
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ListRoomsRequest: WireMessage {
        package static let wireName = "tutti.v1.ListRoomsRequest"

        package init() {}

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ListRoomsResponse: WireMessage {
        package static let wireName = "tutti.v1.ListRoomsResponse"

        package var rooms: [Room]

        package init(
            rooms: [Room] = []
        ) {
            self.rooms = rooms
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct UpdateRoomRequest: WireMessage {
        package static let wireName = "tutti.v1.UpdateRoomRequest"

        /// An id, or a name (compared without regard to ASCII case).
        package var room: String
        package var hasVolume: Bool
        package var volumePercent: UInt32
        package var hasMuted: Bool
        package var muted: Bool
        package var hasDelay: Bool
        /// Rounded to 0.1 ms; -2 s to 2 s.
        package var delayNs: Int64
        package var hasName: Bool
        package var name: String
        package var hasBalance: Bool
        /// -100 to 100.
        package var balance: Int32
        /// Unspecified: unchanged.
        package var channels: ChannelMode
        package var hasCeiling: Bool
        package var ceilingPercent: UInt32
        package var hasPauseOnUnplug: Bool
        package var pauseOnUnplug: Bool
        package var hasZone: Bool
        /// An id or a name: the zone that the room plays from now on.
        package var zone: String

        package init(
            room: String = "",
            hasVolume: Bool = false,
            volumePercent: UInt32 = 0,
            hasMuted: Bool = false,
            muted: Bool = false,
            hasDelay: Bool = false,
            delayNs: Int64 = 0,
            hasName: Bool = false,
            name: String = "",
            hasBalance: Bool = false,
            balance: Int32 = 0,
            channels: ChannelMode = .unspecified,
            hasCeiling: Bool = false,
            ceilingPercent: UInt32 = 0,
            hasPauseOnUnplug: Bool = false,
            pauseOnUnplug: Bool = false,
            hasZone: Bool = false,
            zone: String = ""
        ) {
            self.room = room
            self.hasVolume = hasVolume
            self.volumePercent = volumePercent
            self.hasMuted = hasMuted
            self.muted = muted
            self.hasDelay = hasDelay
            self.delayNs = delayNs
            self.hasName = hasName
            self.name = name
            self.hasBalance = hasBalance
            self.balance = balance
            self.channels = channels
            self.hasCeiling = hasCeiling
            self.ceilingPercent = ceilingPercent
            self.hasPauseOnUnplug = hasPauseOnUnplug
            self.pauseOnUnplug = pauseOnUnplug
            self.hasZone = hasZone
            self.zone = zone
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct UpdateRoomResponse: WireMessage {
        package static let wireName = "tutti.v1.UpdateRoomResponse"

        package var room: Room?
        package var effectiveTimeNs: Int64

        package init(
            room: Room? = nil,
            effectiveTimeNs: Int64 = 0
        ) {
            self.room = room
            self.effectiveTimeNs = effectiveTimeNs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ForgetRoomRequest: WireMessage {
        package static let wireName = "tutti.v1.ForgetRoomRequest"

        package var room: String

        package init(
            room: String = ""
        ) {
            self.room = room
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ForgetRoomResponse: WireMessage {
        package static let wireName = "tutti.v1.ForgetRoomResponse"

        package init() {}

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetStatusRequest: WireMessage {
        package static let wireName = "tutti.v1.GetStatusRequest"

        package init() {}

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct GetStatusResponse: WireMessage {
        package static let wireName = "tutti.v1.GetStatusResponse"

        package var version: String
        package var protocolVersion: UInt32
        package var capabilities: [String]
        package var sessionId: UInt64
        package var uptimeMs: Int64
        /// Where events are published, on the address that the caller used.
        package var eventsPort: UInt32
        package var roomsKnown: UInt32
        package var roomsConnected: UInt32
        /// How far ahead packets are published, as it was configured.
        package var leadNs: Int64
        package var commandLeadNs: Int64
        package var bitrateBps: UInt32
        package var stateDirectory: String
        /// What the coordinator had to repair or could not do, one line each; empty in health.
        package var warnings: [String]
        /// The longest lead of a zone now, and the longest that the rooms' networks can make it.
        package var presentLeadNs: Int64
        package var maximumLeadNs: Int64

        package init(
            version: String = "",
            protocolVersion: UInt32 = 0,
            capabilities: [String] = [],
            sessionId: UInt64 = 0,
            uptimeMs: Int64 = 0,
            eventsPort: UInt32 = 0,
            roomsKnown: UInt32 = 0,
            roomsConnected: UInt32 = 0,
            leadNs: Int64 = 0,
            commandLeadNs: Int64 = 0,
            bitrateBps: UInt32 = 0,
            stateDirectory: String = "",
            warnings: [String] = [],
            presentLeadNs: Int64 = 0,
            maximumLeadNs: Int64 = 0
        ) {
            self.version = version
            self.protocolVersion = protocolVersion
            self.capabilities = capabilities
            self.sessionId = sessionId
            self.uptimeMs = uptimeMs
            self.eventsPort = eventsPort
            self.roomsKnown = roomsKnown
            self.roomsConnected = roomsConnected
            self.leadNs = leadNs
            self.commandLeadNs = commandLeadNs
            self.bitrateBps = bitrateBps
            self.stateDirectory = stateDirectory
            self.warnings = warnings
            self.presentLeadNs = presentLeadNs
            self.maximumLeadNs = maximumLeadNs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }
}

extension Wire.ListZonesRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ListZonesRequest>) {
        tutti__v1__list_zones_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ListZonesRequest>? {
        tutti__v1__list_zones_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ListZonesRequest>, _ arena: Arena) {}

    init(reading c: UnsafeMutablePointer<Tutti__V1__ListZonesRequest>) throws(WireFormatError) {}
}

extension Wire.ListZonesResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ListZonesResponse>) {
        tutti__v1__list_zones_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ListZonesResponse>? {
        tutti__v1__list_zones_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ListZonesResponse>, _ arena: Arena) {
        c.pointee.n_zones = zones.count
        c.pointee.zones = arena.messages(zones)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ListZonesResponse>) throws(WireFormatError) {
        zones = try CReading.messages(c.pointee.zones, c.pointee.n_zones)
    }
}

extension Wire.CreateZoneRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__CreateZoneRequest>) {
        tutti__v1__create_zone_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__CreateZoneRequest>? {
        tutti__v1__create_zone_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__CreateZoneRequest>, _ arena: Arena) {
        if !name.isEmpty { c.pointee.name = arena.string(name) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__CreateZoneRequest>) throws(WireFormatError) {
        name = try CReading.string(c.pointee.name, "tutti.v1.CreateZoneRequest.name")
    }
}

extension Wire.CreateZoneResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__CreateZoneResponse>) {
        tutti__v1__create_zone_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__CreateZoneResponse>? {
        tutti__v1__create_zone_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__CreateZoneResponse>, _ arena: Arena) {
        c.pointee.zone = arena.message(zone)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__CreateZoneResponse>) throws(WireFormatError) {
        zone = try CReading.message(c.pointee.zone)
    }
}

extension Wire.DeleteZoneRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__DeleteZoneRequest>) {
        tutti__v1__delete_zone_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__DeleteZoneRequest>? {
        tutti__v1__delete_zone_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__DeleteZoneRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__DeleteZoneRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.DeleteZoneRequest.zone")
    }
}

extension Wire.DeleteZoneResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__DeleteZoneResponse>) {
        tutti__v1__delete_zone_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__DeleteZoneResponse>? {
        tutti__v1__delete_zone_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__DeleteZoneResponse>, _ arena: Arena) {}

    init(reading c: UnsafeMutablePointer<Tutti__V1__DeleteZoneResponse>) throws(WireFormatError) {}
}

extension Wire.RenameZoneRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__RenameZoneRequest>) {
        tutti__v1__rename_zone_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__RenameZoneRequest>? {
        tutti__v1__rename_zone_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__RenameZoneRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        if !name.isEmpty { c.pointee.name = arena.string(name) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__RenameZoneRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.RenameZoneRequest.zone")
        name = try CReading.string(c.pointee.name, "tutti.v1.RenameZoneRequest.name")
    }
}

extension Wire.RenameZoneResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__RenameZoneResponse>) {
        tutti__v1__rename_zone_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__RenameZoneResponse>? {
        tutti__v1__rename_zone_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__RenameZoneResponse>, _ arena: Arena) {
        c.pointee.zone = arena.message(zone)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__RenameZoneResponse>) throws(WireFormatError) {
        zone = try CReading.message(c.pointee.zone)
    }
}

extension Wire.ListRoomsRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ListRoomsRequest>) {
        tutti__v1__list_rooms_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ListRoomsRequest>? {
        tutti__v1__list_rooms_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ListRoomsRequest>, _ arena: Arena) {}

    init(reading c: UnsafeMutablePointer<Tutti__V1__ListRoomsRequest>) throws(WireFormatError) {}
}

extension Wire.ListRoomsResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ListRoomsResponse>) {
        tutti__v1__list_rooms_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ListRoomsResponse>? {
        tutti__v1__list_rooms_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ListRoomsResponse>, _ arena: Arena) {
        c.pointee.n_rooms = rooms.count
        c.pointee.rooms = arena.messages(rooms)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ListRoomsResponse>) throws(WireFormatError) {
        rooms = try CReading.messages(c.pointee.rooms, c.pointee.n_rooms)
    }
}

extension Wire.UpdateRoomRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__UpdateRoomRequest>) {
        tutti__v1__update_room_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__UpdateRoomRequest>? {
        tutti__v1__update_room_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__UpdateRoomRequest>, _ arena: Arena) {
        if !room.isEmpty { c.pointee.room = arena.string(room) }
        c.pointee.has_volume = hasVolume ? 1 : 0
        c.pointee.volume_percent = volumePercent
        c.pointee.has_muted = hasMuted ? 1 : 0
        c.pointee.muted = muted ? 1 : 0
        c.pointee.has_delay = hasDelay ? 1 : 0
        c.pointee.delay_ns = delayNs
        c.pointee.has_name = hasName ? 1 : 0
        if !name.isEmpty { c.pointee.name = arena.string(name) }
        c.pointee.has_balance = hasBalance ? 1 : 0
        c.pointee.balance = balance
        c.pointee.channels = .init(rawValue: .init(truncatingIfNeeded: channels.rawValue))
        c.pointee.has_ceiling = hasCeiling ? 1 : 0
        c.pointee.ceiling_percent = ceilingPercent
        c.pointee.has_pause_on_unplug = hasPauseOnUnplug ? 1 : 0
        c.pointee.pause_on_unplug = pauseOnUnplug ? 1 : 0
        c.pointee.has_zone = hasZone ? 1 : 0
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__UpdateRoomRequest>) throws(WireFormatError) {
        room = try CReading.string(c.pointee.room, "tutti.v1.UpdateRoomRequest.room")
        hasVolume = c.pointee.has_volume != 0
        volumePercent = c.pointee.volume_percent
        hasMuted = c.pointee.has_muted != 0
        muted = c.pointee.muted != 0
        hasDelay = c.pointee.has_delay != 0
        delayNs = c.pointee.delay_ns
        hasName = c.pointee.has_name != 0
        name = try CReading.string(c.pointee.name, "tutti.v1.UpdateRoomRequest.name")
        hasBalance = c.pointee.has_balance != 0
        balance = c.pointee.balance
        channels = Wire.ChannelMode(rawValue: Int32(truncatingIfNeeded: c.pointee.channels.rawValue)) ?? .unspecified
        hasCeiling = c.pointee.has_ceiling != 0
        ceilingPercent = c.pointee.ceiling_percent
        hasPauseOnUnplug = c.pointee.has_pause_on_unplug != 0
        pauseOnUnplug = c.pointee.pause_on_unplug != 0
        hasZone = c.pointee.has_zone != 0
        zone = try CReading.string(c.pointee.zone, "tutti.v1.UpdateRoomRequest.zone")
    }
}

extension Wire.UpdateRoomResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__UpdateRoomResponse>) {
        tutti__v1__update_room_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__UpdateRoomResponse>? {
        tutti__v1__update_room_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__UpdateRoomResponse>, _ arena: Arena) {
        c.pointee.room = arena.message(room)
        c.pointee.effective_time_ns = effectiveTimeNs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__UpdateRoomResponse>) throws(WireFormatError) {
        room = try CReading.message(c.pointee.room)
        effectiveTimeNs = c.pointee.effective_time_ns
    }
}

extension Wire.ForgetRoomRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ForgetRoomRequest>) {
        tutti__v1__forget_room_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ForgetRoomRequest>? {
        tutti__v1__forget_room_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ForgetRoomRequest>, _ arena: Arena) {
        if !room.isEmpty { c.pointee.room = arena.string(room) }
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ForgetRoomRequest>) throws(WireFormatError) {
        room = try CReading.string(c.pointee.room, "tutti.v1.ForgetRoomRequest.room")
    }
}

extension Wire.ForgetRoomResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ForgetRoomResponse>) {
        tutti__v1__forget_room_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ForgetRoomResponse>? {
        tutti__v1__forget_room_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ForgetRoomResponse>, _ arena: Arena) {}

    init(reading c: UnsafeMutablePointer<Tutti__V1__ForgetRoomResponse>) throws(WireFormatError) {}
}

extension Wire.GetStatusRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetStatusRequest>) {
        tutti__v1__get_status_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetStatusRequest>? {
        tutti__v1__get_status_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetStatusRequest>, _ arena: Arena) {}

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetStatusRequest>) throws(WireFormatError) {}
}

extension Wire.GetStatusResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__GetStatusResponse>) {
        tutti__v1__get_status_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__GetStatusResponse>? {
        tutti__v1__get_status_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__GetStatusResponse>, _ arena: Arena) {
        if !version.isEmpty { c.pointee.version = arena.string(version) }
        c.pointee.protocol_version = protocolVersion
        c.pointee.n_capabilities = capabilities.count
        c.pointee.capabilities = arena.strings(capabilities)
        c.pointee.session_id = sessionId
        c.pointee.uptime_ms = uptimeMs
        c.pointee.events_port = eventsPort
        c.pointee.rooms_known = roomsKnown
        c.pointee.rooms_connected = roomsConnected
        c.pointee.lead_ns = leadNs
        c.pointee.command_lead_ns = commandLeadNs
        c.pointee.bitrate_bps = bitrateBps
        if !stateDirectory.isEmpty { c.pointee.state_directory = arena.string(stateDirectory) }
        c.pointee.n_warnings = warnings.count
        c.pointee.warnings = arena.strings(warnings)
        c.pointee.present_lead_ns = presentLeadNs
        c.pointee.maximum_lead_ns = maximumLeadNs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__GetStatusResponse>) throws(WireFormatError) {
        version = try CReading.string(c.pointee.version, "tutti.v1.GetStatusResponse.version")
        protocolVersion = c.pointee.protocol_version
        capabilities = try CReading.strings(
            c.pointee.capabilities,
            c.pointee.n_capabilities,
            "tutti.v1.GetStatusResponse.capabilities"
        )
        sessionId = c.pointee.session_id
        uptimeMs = c.pointee.uptime_ms
        eventsPort = c.pointee.events_port
        roomsKnown = c.pointee.rooms_known
        roomsConnected = c.pointee.rooms_connected
        leadNs = c.pointee.lead_ns
        commandLeadNs = c.pointee.command_lead_ns
        bitrateBps = c.pointee.bitrate_bps
        stateDirectory = try CReading.string(c.pointee.state_directory, "tutti.v1.GetStatusResponse.state_directory")
        warnings = try CReading.strings(c.pointee.warnings, c.pointee.n_warnings, "tutti.v1.GetStatusResponse.warnings")
        presentLeadNs = c.pointee.present_lead_ns
        maximumLeadNs = c.pointee.maximum_lead_ns
    }
}
