// Made from Protos/tutti/v1/queue_service.proto by dev/generate.sh. Do not edit.

import CProtobufC
import CProtos

extension Wire {
    package enum QueueService {
        package static let wireName = "tutti.v1.QueueService"
        /// Adds tracks; folders are searched through, in natural order. NOT_FOUND where a path does not exist: then
        /// nothing is added.
        package static let add = WireMethod<AddRequest, AddResponse>(
            name: "tutti.v1.QueueService/Add"
        )
        package static let list = WireMethod<ListRequest, ListResponse>(
            name: "tutti.v1.QueueService/List"
        )
        /// NOT_FOUND where an id is not in the queue: then nothing is removed.
        package static let remove = WireMethod<RemoveRequest, QueueResponse>(
            name: "tutti.v1.QueueService/Remove"
        )
        package static let move = WireMethod<MoveRequest, QueueResponse>(
            name: "tutti.v1.QueueService/Move"
        )
        package static let clear = WireMethod<ClearRequest, QueueResponse>(
            name: "tutti.v1.QueueService/Clear"
        )
    }

    package enum AddPlace: Int32, Hashable, Sendable, CaseIterable {
        case unspecified = 0
        case end = 1
        case next = 2
        case at = 3
        case replace = 4
    }

    package struct AddRequest: WireMessage {
        package static let wireName = "tutti.v1.AddRequest"

        package var zone: String
        /// Absolute paths as the coordinator sees them, or URIs.
        package var uris: [String]
        package var place: AddPlace
        package var index: UInt32
        /// The queue's version that the caller saw: ABORTED where it has changed. Any, where it is 0 and the flag is
        /// not set.
        package var expectedVersion: UInt64
        /// Plays the first of the added items.
        package var play: Bool
        /// Where playback of the first added item starts, each time.
        package var startPositionMs: Int64
        /// Playback that arrives at one of them by itself pauses at its start.
        package var noAutoplay: Bool
        /// Playback of each resumes where it was left.
        package var keepPosition: Bool
        package var hasExpectedVersion: Bool

        package init(
            zone: String = "",
            uris: [String] = [],
            place: AddPlace = .unspecified,
            index: UInt32 = 0,
            expectedVersion: UInt64 = 0,
            play: Bool = false,
            startPositionMs: Int64 = 0,
            noAutoplay: Bool = false,
            keepPosition: Bool = false,
            hasExpectedVersion: Bool = false
        ) {
            self.zone = zone
            self.uris = uris
            self.place = place
            self.index = index
            self.expectedVersion = expectedVersion
            self.play = play
            self.startPositionMs = startPositionMs
            self.noAutoplay = noAutoplay
            self.keepPosition = keepPosition
            self.hasExpectedVersion = hasExpectedVersion
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct AddResponse: WireMessage {
        package static let wireName = "tutti.v1.AddResponse"

        package var ids: [UInt64]
        package var version: UInt64
        /// What was skipped and why, one line each.
        package var warnings: [String]

        package init(
            ids: [UInt64] = [],
            version: UInt64 = 0,
            warnings: [String] = []
        ) {
            self.ids = ids
            self.version = version
            self.warnings = warnings
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ListRequest: WireMessage {
        package static let wireName = "tutti.v1.ListRequest"

        package var zone: String
        /// A page of the list; count 0: as many as one answer holds.
        package var firstIndex: UInt32
        package var count: UInt32

        package init(
            zone: String = "",
            firstIndex: UInt32 = 0,
            count: UInt32 = 0
        ) {
            self.zone = zone
            self.firstIndex = firstIndex
            self.count = count
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ListResponse: WireMessage {
        package static let wireName = "tutti.v1.ListResponse"

        package var items: [Item]
        package var hasCurrent: Bool
        package var currentId: UInt64
        package var currentIndex: UInt32
        package var version: UInt64
        package var queueLength: UInt32

        package init(
            items: [Item] = [],
            hasCurrent: Bool = false,
            currentId: UInt64 = 0,
            currentIndex: UInt32 = 0,
            version: UInt64 = 0,
            queueLength: UInt32 = 0
        ) {
            self.items = items
            self.hasCurrent = hasCurrent
            self.currentId = currentId
            self.currentIndex = currentIndex
            self.version = version
            self.queueLength = queueLength
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct RemoveRequest: WireMessage {
        package static let wireName = "tutti.v1.RemoveRequest"

        package var zone: String
        package var ids: [UInt64]
        package var expectedVersion: UInt64
        package var hasExpectedVersion: Bool

        package init(
            zone: String = "",
            ids: [UInt64] = [],
            expectedVersion: UInt64 = 0,
            hasExpectedVersion: Bool = false
        ) {
            self.zone = zone
            self.ids = ids
            self.expectedVersion = expectedVersion
            self.hasExpectedVersion = hasExpectedVersion
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct MoveRequest: WireMessage {
        package static let wireName = "tutti.v1.MoveRequest"

        package var zone: String
        package var id: UInt64
        /// 0-based place after the move.
        package var index: UInt32
        package var expectedVersion: UInt64
        package var hasExpectedVersion: Bool

        package init(
            zone: String = "",
            id: UInt64 = 0,
            index: UInt32 = 0,
            expectedVersion: UInt64 = 0,
            hasExpectedVersion: Bool = false
        ) {
            self.zone = zone
            self.id = id
            self.index = index
            self.expectedVersion = expectedVersion
            self.hasExpectedVersion = hasExpectedVersion
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct ClearRequest: WireMessage {
        package static let wireName = "tutti.v1.ClearRequest"

        package var zone: String
        package var expectedVersion: UInt64
        package var hasExpectedVersion: Bool

        package init(
            zone: String = "",
            expectedVersion: UInt64 = 0,
            hasExpectedVersion: Bool = false
        ) {
            self.zone = zone
            self.expectedVersion = expectedVersion
            self.hasExpectedVersion = hasExpectedVersion
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }

    package struct QueueResponse: WireMessage {
        package static let wireName = "tutti.v1.QueueResponse"

        package var version: UInt64
        package var queueLength: UInt32

        package init(
            version: UInt64 = 0,
            queueLength: UInt32 = 0
        ) {
            self.version = version
            self.queueLength = queueLength
        }

        package func encoded() -> [UInt8] { CPacking.encode(self) }

        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {
            self = try CPacking.decode(bytes)
        }
    }
}

extension Wire.AddRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__AddRequest>) {
        tutti__v1__add_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__AddRequest>? {
        tutti__v1__add_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__AddRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.n_uris = uris.count
        c.pointee.uris = arena.strings(uris)
        c.pointee.place = .init(rawValue: .init(truncatingIfNeeded: place.rawValue))
        c.pointee.index = index
        c.pointee.expected_version = expectedVersion
        c.pointee.play = play ? 1 : 0
        c.pointee.start_position_ms = startPositionMs
        c.pointee.no_autoplay = noAutoplay ? 1 : 0
        c.pointee.keep_position = keepPosition ? 1 : 0
        c.pointee.has_expected_version = hasExpectedVersion ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__AddRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.AddRequest.zone")
        uris = try CReading.strings(c.pointee.uris, c.pointee.n_uris, "tutti.v1.AddRequest.uris")
        place = Wire.AddPlace(rawValue: Int32(truncatingIfNeeded: c.pointee.place.rawValue)) ?? .unspecified
        index = c.pointee.index
        expectedVersion = c.pointee.expected_version
        play = c.pointee.play != 0
        startPositionMs = c.pointee.start_position_ms
        noAutoplay = c.pointee.no_autoplay != 0
        keepPosition = c.pointee.keep_position != 0
        hasExpectedVersion = c.pointee.has_expected_version != 0
    }
}

extension Wire.AddResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__AddResponse>) {
        tutti__v1__add_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__AddResponse>? {
        tutti__v1__add_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__AddResponse>, _ arena: Arena) {
        c.pointee.n_ids = ids.count
        c.pointee.ids = arena.scalars(ids)
        c.pointee.version = version
        c.pointee.n_warnings = warnings.count
        c.pointee.warnings = arena.strings(warnings)
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__AddResponse>) throws(WireFormatError) {
        ids = CReading.scalars(c.pointee.ids, c.pointee.n_ids)
        version = c.pointee.version
        warnings = try CReading.strings(c.pointee.warnings, c.pointee.n_warnings, "tutti.v1.AddResponse.warnings")
    }
}

extension Wire.ListRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ListRequest>) {
        tutti__v1__list_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ListRequest>? {
        tutti__v1__list_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ListRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.first_index = firstIndex
        c.pointee.count = count
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ListRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.ListRequest.zone")
        firstIndex = c.pointee.first_index
        count = c.pointee.count
    }
}

extension Wire.ListResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ListResponse>) {
        tutti__v1__list_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ListResponse>? {
        tutti__v1__list_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ListResponse>, _ arena: Arena) {
        c.pointee.n_items = items.count
        c.pointee.items = arena.messages(items)
        c.pointee.has_current = hasCurrent ? 1 : 0
        c.pointee.current_id = currentId
        c.pointee.current_index = currentIndex
        c.pointee.version = version
        c.pointee.queue_length = queueLength
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ListResponse>) throws(WireFormatError) {
        items = try CReading.messages(c.pointee.items, c.pointee.n_items)
        hasCurrent = c.pointee.has_current != 0
        currentId = c.pointee.current_id
        currentIndex = c.pointee.current_index
        version = c.pointee.version
        queueLength = c.pointee.queue_length
    }
}

extension Wire.RemoveRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__RemoveRequest>) {
        tutti__v1__remove_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__RemoveRequest>? {
        tutti__v1__remove_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__RemoveRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.n_ids = ids.count
        c.pointee.ids = arena.scalars(ids)
        c.pointee.expected_version = expectedVersion
        c.pointee.has_expected_version = hasExpectedVersion ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__RemoveRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.RemoveRequest.zone")
        ids = CReading.scalars(c.pointee.ids, c.pointee.n_ids)
        expectedVersion = c.pointee.expected_version
        hasExpectedVersion = c.pointee.has_expected_version != 0
    }
}

extension Wire.MoveRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__MoveRequest>) {
        tutti__v1__move_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__MoveRequest>? {
        tutti__v1__move_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__MoveRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.id = id
        c.pointee.index = index
        c.pointee.expected_version = expectedVersion
        c.pointee.has_expected_version = hasExpectedVersion ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__MoveRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.MoveRequest.zone")
        id = c.pointee.id
        index = c.pointee.index
        expectedVersion = c.pointee.expected_version
        hasExpectedVersion = c.pointee.has_expected_version != 0
    }
}

extension Wire.ClearRequest: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__ClearRequest>) {
        tutti__v1__clear_request__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__ClearRequest>? {
        tutti__v1__clear_request__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__ClearRequest>, _ arena: Arena) {
        if !zone.isEmpty { c.pointee.zone = arena.string(zone) }
        c.pointee.expected_version = expectedVersion
        c.pointee.has_expected_version = hasExpectedVersion ? 1 : 0
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__ClearRequest>) throws(WireFormatError) {
        zone = try CReading.string(c.pointee.zone, "tutti.v1.ClearRequest.zone")
        expectedVersion = c.pointee.expected_version
        hasExpectedVersion = c.pointee.has_expected_version != 0
    }
}

extension Wire.QueueResponse: CMessage {
    static func initialize(_ c: UnsafeMutablePointer<Tutti__V1__QueueResponse>) {
        tutti__v1__queue_response__init(c)
    }

    static func unpack(
        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<Tutti__V1__QueueResponse>? {
        tutti__v1__queue_response__unpack(allocator, bytes.count, bytes.baseAddress)
    }

    func write(to c: UnsafeMutablePointer<Tutti__V1__QueueResponse>, _ arena: Arena) {
        c.pointee.version = version
        c.pointee.queue_length = queueLength
    }

    init(reading c: UnsafeMutablePointer<Tutti__V1__QueueResponse>) throws(WireFormatError) {
        version = c.pointee.version
        queueLength = c.pointee.queue_length
    }
}
