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
}
