// Made from Protos/tutti/v1/room_service.proto by dev/generate.sh. Do not edit.

import CProtobufC
import CProtos

extension Wire {
    package enum RoomService {
        package static let wireName = "tutti.v1.RoomService"
        /// Makes the room known and tells it all it needs to play. Repeating it is harmless.
        package static let register = WireMethod<RegisterRequest, RegisterResponse>(
            name: "tutti.v1.RoomService/Register"
        )
        /// The heartbeat: how the room is doing; the answer brings what the room may have missed. NOT_FOUND: register
        /// again (the coordinator was restarted).
        package static let report = WireMethod<ReportRequest, ReportResponse>(
            name: "tutti.v1.RoomService/Report"
        )
        /// Packets that are still in the ring, for a room that missed them or joins late.
        package static let fetchPackets = WireMethod<FetchPacketsRequest, FetchPacketsResponse>(
            name: "tutti.v1.RoomService/FetchPackets"
        )
        /// The room says goodbye: it is shown as offline at once.
        package static let leave = WireMethod<LeaveRequest, LeaveResponse>(
            name: "tutti.v1.RoomService/Leave"
        )
    }

    package struct RegisterRequest: WireMessage {
        package static let wireName = "tutti.v1.RegisterRequest"

        package var roomId: String
        /// Used when the coordinator has no name stored for the room.
        package var name: String
        package var version: String
        package var protocolVersion: UInt32
        package var capabilities: [String]
        package var device: DeviceReport?
        /// Drawn at the start of the process: two with one id are told apart by it. 0: unknown.
        package var processId: UInt64

        package init(
            roomId: String = "",
            name: String = "",
            version: String = "",
            protocolVersion: UInt32 = 0,
            capabilities: [String] = [],
            device: DeviceReport? = nil,
            processId: UInt64 = 0
        ) {
            self.roomId = roomId
            self.name = name
            self.version = version
            self.protocolVersion = protocolVersion
            self.capabilities = capabilities
            self.device = device
            self.processId = processId
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct RegisterResponse: WireMessage {
        package static let wireName = "tutti.v1.RegisterResponse"

        /// Identifies this start of the coordinator; its clock's epoch, generations and revisions are valid inside it
        /// only.
        package var sessionId: UInt64
        package var version: String
        package var protocolVersion: UInt32
        package var capabilities: [String]
        package var zone: String
        /// Ports on the address that the room used to reach the coordinator.
        package var clockPort: UInt32
        package var audioPort: UInt32
        package var timeline: Timeline?
        package var settings: RoomSettings?
        /// How often to report.
        package var reportIntervalNs: Int64

        package init(
            sessionId: UInt64 = 0,
            version: String = "",
            protocolVersion: UInt32 = 0,
            capabilities: [String] = [],
            zone: String = "",
            clockPort: UInt32 = 0,
            audioPort: UInt32 = 0,
            timeline: Timeline? = nil,
            settings: RoomSettings? = nil,
            reportIntervalNs: Int64 = 0
        ) {
            self.sessionId = sessionId
            self.version = version
            self.protocolVersion = protocolVersion
            self.capabilities = capabilities
            self.zone = zone
            self.clockPort = clockPort
            self.audioPort = audioPort
            self.timeline = timeline
            self.settings = settings
            self.reportIntervalNs = reportIntervalNs
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ReportRequest: WireMessage {
        package static let wireName = "tutti.v1.ReportRequest"

        package var roomId: String
        package var sessionId: UInt64
        package var device: DeviceReport?
        package var sync: SyncReport?
        package var state: PlaybackState
        /// The newest timeline and settings that the room has.
        package var timelineRevision: UInt64
        package var settingsRevision: UInt64
        /// The smallest command lead that this room can honour now: its hardware buffer, its clock's uncertainty and
        /// its network's tail together.
        package var neededCommandLeadNs: Int64
        /// As in RegisterRequest.
        package var processId: UInt64

        package init(
            roomId: String = "",
            sessionId: UInt64 = 0,
            device: DeviceReport? = nil,
            sync: SyncReport? = nil,
            state: PlaybackState = .unspecified,
            timelineRevision: UInt64 = 0,
            settingsRevision: UInt64 = 0,
            neededCommandLeadNs: Int64 = 0,
            processId: UInt64 = 0
        ) {
            self.roomId = roomId
            self.sessionId = sessionId
            self.device = device
            self.sync = sync
            self.state = state
            self.timelineRevision = timelineRevision
            self.settingsRevision = settingsRevision
            self.neededCommandLeadNs = neededCommandLeadNs
            self.processId = processId
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ReportResponse: WireMessage {
        package static let wireName = "tutti.v1.ReportResponse"

        /// Present where the room's is older.
        package var timeline: Timeline?
        /// Present where the room's are older.
        package var settings: RoomSettings?
        package var reportIntervalNs: Int64
        /// The zone that the room belongs to now and its audio port; where they differ from what the room plays it
        /// changes over.
        package var zone: String
        package var audioPort: UInt32

        package init(
            timeline: Timeline? = nil,
            settings: RoomSettings? = nil,
            reportIntervalNs: Int64 = 0,
            zone: String = "",
            audioPort: UInt32 = 0
        ) {
            self.timeline = timeline
            self.settings = settings
            self.reportIntervalNs = reportIntervalNs
            self.zone = zone
            self.audioPort = audioPort
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct FetchPacketsRequest: WireMessage {
        package static let wireName = "tutti.v1.FetchPacketsRequest"

        package var roomId: String
        package var sessionId: UInt64
        package var generation: UInt32
        package var firstSequence: UInt32
        /// At most 100 are answered.
        package var count: UInt32

        package init(
            roomId: String = "",
            sessionId: UInt64 = 0,
            generation: UInt32 = 0,
            firstSequence: UInt32 = 0,
            count: UInt32 = 0
        ) {
            self.roomId = roomId
            self.sessionId = sessionId
            self.generation = generation
            self.firstSequence = firstSequence
            self.count = count
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct FetchPacketsResponse: WireMessage {
        package static let wireName = "tutti.v1.FetchPacketsResponse"

        package var generation: UInt32
        /// The first packet's; those asked for before it are gone from the ring.
        package var firstSequence: UInt32
        /// Consecutive Opus packets.
        package var payloads: [[UInt8]]
        /// The newest sequence of this generation in the ring + 1: what is not there yet will be published.
        package var nextSequence: UInt32

        package init(
            generation: UInt32 = 0,
            firstSequence: UInt32 = 0,
            payloads: [[UInt8]] = [],
            nextSequence: UInt32 = 0
        ) {
            self.generation = generation
            self.firstSequence = firstSequence
            self.payloads = payloads
            self.nextSequence = nextSequence
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct LeaveRequest: WireMessage {
        package static let wireName = "tutti.v1.LeaveRequest"

        package var roomId: String
        package var sessionId: UInt64

        package init(
            roomId: String = "",
            sessionId: UInt64 = 0
        ) {
            self.roomId = roomId
            self.sessionId = sessionId
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct LeaveResponse: WireMessage {
        package static let wireName = "tutti.v1.LeaveResponse"

        package init() {}

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }
}

extension Wire.RegisterRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__RegisterRequest>) {
        tutti__v1__register_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__RegisterRequest>? {
        tutti__v1__register_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__RegisterRequest>, _ arena: Arena) {
        if !roomId.isEmpty { c.pointee.room_id = arena.string(roomId) }
        if !name.isEmpty { c.pointee.name = arena.string(name) }
        if !version.isEmpty { c.pointee.version = arena.string(version) }
        c.pointee.protocol_version = protocolVersion
        c.pointee.n_capabilities = capabilities.count
        c.pointee.capabilities = arena.strings(capabilities)
        c.pointee.device = arena.message(device)
        c.pointee.process_id = processId
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__RegisterRequest>) throws(WireFormatError) {
        roomId = try CReading.string(c.pointee.room_id, "tutti.v1.RegisterRequest.room_id")
        name = try CReading.string(c.pointee.name, "tutti.v1.RegisterRequest.name")
        version = try CReading.string(c.pointee.version, "tutti.v1.RegisterRequest.version")
        protocolVersion = c.pointee.protocol_version
        capabilities = try CReading.strings(
            c.pointee.capabilities,
            c.pointee.n_capabilities,
            "tutti.v1.RegisterRequest.capabilities"
        )
        device = try CReading.message(c.pointee.device)
        processId = c.pointee.process_id
    }
}

extension Wire.RegisterResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__RegisterResponse>) {
        tutti__v1__register_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__RegisterResponse>? {
        tutti__v1__register_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__RegisterResponse>, _ arena: Arena) {
        c.pointee.session_id = sessionId
        if !version.isEmpty { c.pointee.version = arena.string(version) }
        c.pointee.protocol_version = protocolVersion
        c.pointee.n_capabilities = capabilities.count
        c.pointee.capabilities = arena.strings(capabilities)
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.clock_port = clockPort
        c.pointee.audio_port = audioPort
        c.pointee.timeline = arena.message(timeline)
        c.pointee.settings = arena.message(settings)
        c.pointee.report_interval_ns = reportIntervalNs
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__RegisterResponse>) throws(WireFormatError) {
        sessionId = c.pointee.session_id
        version = try CReading.string(c.pointee.version, "tutti.v1.RegisterResponse.version")
        protocolVersion = c.pointee.protocol_version
        capabilities = try CReading.strings(
            c.pointee.capabilities,
            c.pointee.n_capabilities,
            "tutti.v1.RegisterResponse.capabilities"
        )
        zone = try CReading.string(c.pointee.zone, "tutti.v1.RegisterResponse.zone")
        clockPort = c.pointee.clock_port
        audioPort = c.pointee.audio_port
        timeline = try CReading.message(c.pointee.timeline)
        settings = try CReading.message(c.pointee.settings)
        reportIntervalNs = c.pointee.report_interval_ns
    }
}

extension Wire.ReportRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ReportRequest>) {
        tutti__v1__report_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ReportRequest>? {
        tutti__v1__report_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ReportRequest>, _ arena: Arena) {
        if !roomId.isEmpty { c.pointee.room_id = arena.string(roomId) }
        c.pointee.session_id = sessionId
        c.pointee.device = arena.message(device)
        c.pointee.sync = arena.message(sync)
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: state.rawValue))
        c.pointee.timeline_revision = timelineRevision
        c.pointee.settings_revision = settingsRevision
        c.pointee.needed_command_lead_ns = neededCommandLeadNs
        c.pointee.process_id = processId
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ReportRequest>) throws(WireFormatError) {
        roomId = try CReading.string(c.pointee.room_id, "tutti.v1.ReportRequest.room_id")
        sessionId = c.pointee.session_id
        device = try CReading.message(c.pointee.device)
        sync = try CReading.message(c.pointee.sync)
        state = Wire.PlaybackState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue)) ?? .unspecified
        timelineRevision = c.pointee.timeline_revision
        settingsRevision = c.pointee.settings_revision
        neededCommandLeadNs = c.pointee.needed_command_lead_ns
        processId = c.pointee.process_id
    }
}

extension Wire.ReportResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ReportResponse>) {
        tutti__v1__report_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ReportResponse>? {
        tutti__v1__report_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ReportResponse>, _ arena: Arena) {
        c.pointee.timeline = arena.message(timeline)
        c.pointee.settings = arena.message(settings)
        c.pointee.report_interval_ns = reportIntervalNs
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.audio_port = audioPort
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ReportResponse>) throws(WireFormatError) {
        timeline = try CReading.message(c.pointee.timeline)
        settings = try CReading.message(c.pointee.settings)
        reportIntervalNs = c.pointee.report_interval_ns
        zone = try CReading.string(c.pointee.zone, "tutti.v1.ReportResponse.zone")
        audioPort = c.pointee.audio_port
    }
}

extension Wire.FetchPacketsRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__FetchPacketsRequest>) {
        tutti__v1__fetch_packets_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__FetchPacketsRequest>? {
        tutti__v1__fetch_packets_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__FetchPacketsRequest>, _ arena: Arena) {
        if !roomId.isEmpty { c.pointee.room_id = arena.string(roomId) }
        c.pointee.session_id = sessionId
        c.pointee.generation = generation
        c.pointee.first_sequence = firstSequence
        c.pointee.count = count
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__FetchPacketsRequest>) throws(WireFormatError) {
        roomId = try CReading.string(c.pointee.room_id, "tutti.v1.FetchPacketsRequest.room_id")
        sessionId = c.pointee.session_id
        generation = c.pointee.generation
        firstSequence = c.pointee.first_sequence
        count = c.pointee.count
    }
}

extension Wire.FetchPacketsResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__FetchPacketsResponse>) {
        tutti__v1__fetch_packets_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__FetchPacketsResponse>? {
        tutti__v1__fetch_packets_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__FetchPacketsResponse>, _ arena: Arena) {
        c.pointee.generation = generation
        c.pointee.first_sequence = firstSequence
        c.pointee.n_payloads = payloads.count
        c.pointee.payloads = arena.byteStrings(payloads)
        c.pointee.next_sequence = nextSequence
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__FetchPacketsResponse>) throws(WireFormatError) {
        generation = c.pointee.generation
        firstSequence = c.pointee.first_sequence
        payloads = CReading.byteStrings(c.pointee.payloads, c.pointee.n_payloads)
        nextSequence = c.pointee.next_sequence
    }
}

extension Wire.LeaveRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__LeaveRequest>) {
        tutti__v1__leave_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__LeaveRequest>? {
        tutti__v1__leave_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__LeaveRequest>, _ arena: Arena) {
        if !roomId.isEmpty { c.pointee.room_id = arena.string(roomId) }
        c.pointee.session_id = sessionId
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__LeaveRequest>) throws(WireFormatError) {
        roomId = try CReading.string(c.pointee.room_id, "tutti.v1.LeaveRequest.room_id")
        sessionId = c.pointee.session_id
    }
}

extension Wire.LeaveResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__LeaveResponse>) {
        tutti__v1__leave_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__LeaveResponse>? {
        tutti__v1__leave_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__LeaveResponse>, _ arena: Arena) {}

    init(reading c: UnsafeMutablePointer<Tutti__V1__LeaveResponse>) throws(WireFormatError) {}
}
