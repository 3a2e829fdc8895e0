import AudioCore
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// As many rooms as a house takes in, each with as much to say as it may.
@Suite struct ManyRoomsTests {
    private func device(_ text: String) -> Wire.DeviceReport {
        Wire.DeviceReport(name: text, error: text, format: text, lostTimeNs: .max)
    }

    private func sync(_ text: String) -> Wire.SyncReport {
        var report = Wire.SyncReport(state: .late, reason: text)
        (report.arrivalTailNs, report.roundTripNs, report.late, report.lost) = (.max, .max, .max, .max)
        (report.repaired, report.concealed) = (.max, .max)
        return report
    }

    private func response(_ text: String) throws -> Wire.ListRoomsResponse {
        var book = RoomBook(restoring: [], zones: ["default"])
        let now = Instant<CoordinatorClock>(nanoseconds: 0)
        for number in 0..<RoomBook.maximumRooms {
            let id = String("\(number)".reversed()) + String(repeating: "i", count: 60)
            let register = Wire.RegisterRequest(
                roomId: id,
                name: String(repeating: "n", count: RoomSettings.maximumNameLength),
                version: text,
                device: device(text)
            )
            _ = try book.register(register, address: "[2001:db8:1111:2222:3333:4444:5555:6666]:65535", now: now)
            let report = Wire.ReportRequest(roomId: id, device: device(text), sync: sync(text))
            _ = book.report(report, now: now)
        }
        return Wire.ListRoomsResponse(rooms: book.sorted.map { Wire.Room($0, zoneState: .playing) })
    }

    @Test func theListFitsAMessage() throws {
        let long = try response(String(repeating: "x", count: 5_000))
        #expect(long.rooms.count == RoomBook.maximumRooms)
        #expect(long.fitting.rooms.map(\.id) == long.rooms.map(\.id))
        #expect(long.fitting.encoded().count < EnvelopeLimits.message - 10_000)
        // Where there is room for all words they stay.
        let short = try response("a device like others, at 48000 Hz")
        #expect(short.fitting.rooms == short.rooms)
    }

    @Test func onlySoManyAreTakenIn() throws {
        var book = RoomBook(restoring: [], zones: ["default"])
        let register: (Int) throws -> Void = { number in
            let request = Wire.RegisterRequest(roomId: "r\(number)", name: "r\(number)")
            _ = try book.register(request, address: "", now: Instant(nanoseconds: 0))
        }
        for number in 0..<RoomBook.maximumRooms { try register(number) }
        #expect(throws: PlaybackError.self) { try register(RoomBook.maximumRooms) }
    }

    /// Whoever registers a thousand rooms that never come again must not lock out those of the house.
    @Test func aRoomThatNobodyHasTouchedMakesWayForANewOne() throws {
        var book = RoomBook(restoring: [], zones: ["default", "upstairs"])
        let start = Instant<CoordinatorClock>(nanoseconds: 0)
        func register(_ number: Int) throws {
            let id = "r\(number)"
            #expect((book.makeRoom(for: id) != nil) == (book.rooms[id] == nil && number >= RoomBook.maximumRooms))
            let time = start + .microseconds(Int64(number))
            _ = try book.register(Wire.RegisterRequest(roomId: id, name: id), address: "", now: time)
        }
        for number in 0..<RoomBook.maximumRooms { try register(number) }
        #expect(book.makeRoom(for: "new") == nil && book.makeRoom(for: "r5") == nil)
        _ = try book.update("r0", RoomBook.Change(volume: 30), effective: start)
        _ = try book.update("r1", RoomBook.Change(name: "Kitchen"), effective: start)
        #expect(book.expire(start + .seconds(100)).count == RoomBook.maximumRooms)
        #expect(book.makeRoom(for: "no id at all") == nil)
        // The oldest first, and never those that people have changed.
        for number in 0..<1_000 { try register(RoomBook.maximumRooms + number) }
        #expect(book.rooms["r0"] != nil && book.rooms["r1"] != nil && book.rooms["r2"] == nil)
    }
}
