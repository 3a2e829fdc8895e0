import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

@Suite struct RoomBookTests {
    private let start = Instant<CoordinatorClock>(nanoseconds: 1_000_000_000_000)

    private func book(_ rooms: [(id: String, name: String)]) throws -> RoomBook {
        var book = RoomBook(restoring: [])
        for room in rooms {
            let request = Wire.RegisterRequest(roomId: room.id, name: room.name)
            _ = try book.register(request, address: "192.0.2.1:5000", now: start)
        }
        return book
    }

    @Test func aNewRoomTakesItsOwnNameAndTheFirstVolume() throws {
        let book = try book([("k", " Kitchen ")])
        let room = try book.find("k")
        #expect(room.settings.name == "Kitchen")
        #expect(room.settings.volume == RoomBook.initialVolume)
        #expect(room.isConnected)
    }

    @Test func aKnownRoomKeepsItsStoredSettings() throws {
        let settings = RoomSettings(name: "Bath", volume: 30, muted: true, delay: .milliseconds(-5))
        var book = RoomBook(restoring: [StoredRoom(id: "b", settings: settings)])
        #expect(try !book.find("b").isConnected)
        let request = Wire.RegisterRequest(roomId: "b", name: "other")
        let (entry, _) = try book.register(request, address: "", now: start)
        #expect(entry.settings == settings)
    }

    /// Registers again, after a restart of the coordinator.
    private func register(_ id: String, _ name: String, in book: inout RoomBook) throws -> (String, isChanged: Bool) {
        book = RoomBook(restoring: book.rooms.values.map(\.stored))
        let request = Wire.RegisterRequest(roomId: id, name: name)
        let (entry, isChanged) = try book.register(request, address: "", now: start)
        return (entry.settings.name, isChanged)
    }

    @Test func aRoomIsCalledAsItsNodeCallsItUntilPeopleRenameIt() throws {
        var book = try book([("k", "Kitchen")])
        #expect(try register("k", "Kitchen", in: &book) == ("Kitchen", isChanged: false))
        #expect(try register("k", "Galley", in: &book) == ("Galley", isChanged: true))
        _ = try book.update("k", RoomBook.Change(name: "Bar"), effective: start)
        #expect(try register("k", "Galley", in: &book) == ("Bar", isChanged: false))
        #expect(try register("k", "Pantry", in: &book) == ("Bar", isChanged: true))
        #expect(try register("k", "Bar", in: &book) == ("Bar", isChanged: true))
        // People and node agree now.
        #expect(try register("k", "Kitchen", in: &book) == ("Kitchen", isChanged: true))
    }

    /// Stored before nodes' names were.
    @Test func aNameFromAnOlderStateHoldsUnlessItIsTheNodes() throws {
        let rooms = ["Bath", "Spa"].map { StoredRoom(id: $0, settings: RoomSettings(name: $0)) }
        var book = RoomBook(restoring: rooms)
        for id in ["Bath", "Spa"] { #expect(try register(id, "Bath", in: &book) == (id, isChanged: true)) }
        #expect(try register("Bath", "Sauna", in: &book).0 == "Sauna")
        #expect(try register("Spa", "Sauna", in: &book).0 == "Spa")
    }

    @Test(arguments: ["", "a b", "\u{e9}", String(repeating: "x", count: 65)])
    func badIDsAreRefused(id: String) {
        var book = RoomBook(restoring: [])
        #expect(throws: PlaybackError.self) {
            try book.register(Wire.RegisterRequest(roomId: id, name: "x"), address: "", now: start)
        }
    }

    @Test func aRoomWithoutAUsableNameIsCalledByItsID() throws {
        #expect(try book([("k1", "\n")]).find("k1").settings.name == "k1")
    }

    @Test func aRoomOfAStoppedZoneIsStopped() throws {
        var book = try book([("k", "Kitchen")])
        // It knows of silence only.
        _ = book.report(Wire.ReportRequest(roomId: "k", state: .paused), now: start)
        let entry = try book.find("k")
        #expect(Wire.Room(entry, zoneState: .stopped).state == .stopped)
        #expect(Wire.Room(entry, zoneState: .paused).state == .paused)
    }

    @Test func roomsAreFoundByIDOrByNameInAnyCase() throws {
        let book = try book([("k", "Kitchen"), ("h", "Hall"), ("x", "hall"), ("Hall2", "kit")])
        #expect(try book.find("KITCHEN").id == "k")
        #expect(try book.find("Hall2").id == "Hall2")
        do {
            _ = try book.find("HALL")
            Issue.record("two rooms have this name")
        } catch {
            #expect(error.code == .failedPrecondition)
            #expect(error.message.contains("h, x"))
        }
        do {
            _ = try book.find("cellar")
            Issue.record("no room has this name")
        } catch {
            #expect(error.code == .notFound)
        }
    }

    @Test func aRoomThatMissesThreeReportsIsOffline() throws {
        var book = try book([("k", "Kitchen"), ("h", "Hall")])
        _ = book.report(Wire.ReportRequest(roomId: "h"), now: start + .seconds(2))
        #expect(book.expire(start + .seconds(3)).isEmpty)
        #expect(book.expire(start + .milliseconds(3_001)).map(\.id) == ["k"])
        #expect(book.connectedCount == 1)
        #expect(book.report(Wire.ReportRequest(roomId: "k"), now: start + .seconds(4)) == nil)
        #expect(book.leave("h")?.id == "h")
        #expect(book.leave("h") == nil)
        #expect(book.connectedCount == 0)
    }

    @Test func aSecondProcessWithTheSameIDIsToldAsLongAsItReports() throws {
        var book = RoomBook(restoring: [])
        func register(_ process: UInt64, _ address: String) throws {
            _ = try book.register(.init(roomId: "k", processId: process), address: address, now: start)
        }
        func report(_ process: UInt64, _ address: String, at seconds: Double) -> String? {
            let report = Wire.ReportRequest(roomId: "k", state: process == 1 ? .paused : .playing, processId: process)
            return book.report(report, address: address, now: start + .seconds(seconds))?.after.rival?.address
        }
        try register(1, "192.0.2.1")
        // A restart: the one before reports no more.
        try register(2, "192.0.2.1")
        #expect(report(2, "192.0.2.1", at: 1) == nil)
        // A copy of it elsewhere, and the first goes on: what it says of itself is not shown as the other's.
        try register(1, "192.0.2.7")
        #expect(report(2, "192.0.2.1", at: 2) == "192.0.2.1")
        #expect(report(1, "192.0.2.7", at: 3) == "192.0.2.1")
        #expect(try book.find("k").state == .paused)
        let shown = try Wire.Room(book.find("k"), zoneState: .paused)
        #expect(shown.address == "192.0.2.7" && shown.doubleAddress == "192.0.2.1")
        #expect(report(1, "192.0.2.7", at: 6) == nil)
        // Rooms of older versions do not tell.
        #expect(report(0, "192.0.2.9", at: 7) == nil)
    }

    @Test func theCommandLeadIsWhatTheSlowestRoomNeeds() throws {
        var book = try book([("k", "Kitchen"), ("h", "Hall")])
        #expect(book.commandLead(zone: "default") == CommandLead.unknown)
        func report(_ id: String, _ milliseconds: Int64) {
            let needed = milliseconds * 1_000_000
            _ = book.report(Wire.ReportRequest(roomId: id, neededCommandLeadNs: needed), now: start)
        }
        report("k", 25)
        report("h", 48)
        #expect(book.commandLead(zone: "default") == .milliseconds(48))
        report("h", 5)
        report("k", 6)
        #expect(book.commandLead(zone: "default") == CommandLead.limits.lowerBound)
        report("h", 90_000)
        #expect(book.commandLead(zone: "default") == CommandLead.limits.upperBound)
        _ = book.leave("h")
        #expect(book.commandLead(zone: "default") == CommandLead.limits.lowerBound)
        _ = book.leave("k")
        #expect(book.commandLead(zone: "default") == CommandLead.withoutRooms)
    }

    @Test func settingsAreCheckedAndNumbered() throws {
        var book = try book([("k", "Kitchen")])
        let effective = start + .milliseconds(60)
        let delay = RoomBook.Change(volume: 70, delay: Interval(nanoseconds: 1_234_567))
        let first = try book.find("k").settingsRevision
        let entry = try book.update("kitchen", delay, effective: effective)
        #expect(entry.settings.volume == 70)
        #expect(entry.settings.delay == .microseconds(1_200))
        #expect(entry.settingsRevision > first)
        #expect(entry.effectiveTime == effective)
        for change in [RoomBook.Change(volume: 101), .init(delay: .seconds(3)), .init(name: "")] {
            #expect(throws: PlaybackError.self) { try book.update("k", change, effective: effective) }
        }
        #expect(try book.find("k").settingsRevision == entry.settingsRevision)
    }

    @Test func aNameIsGivenToOneRoomOnly() throws {
        var book = try book([("k", "Kitchen"), ("l", "Lounge"), ("b", "Bath")])
        for taken in ["Lounge", " lounge ", "L"] {
            #expect {
                try book.update("k", .init(name: taken), effective: start)
            } throws: {
                ($0 as? PlaybackError)?.code == .alreadyExists
            }
        }
        #expect(try book.find("k").settings.name == "Kitchen")
        #expect(try book.update("k", .init(name: "KITCHEN"), effective: start).settings.name == "KITCHEN")
        // Nodes bring their names with them.
        let (entry, _) = try book.register(.init(roomId: "l2", name: "Lounge"), address: "", now: start)
        #expect(entry.settings.name == "Lounge")
        #expect(try book.update("l2", .init(volume: 3), effective: start).settings.volume == 3)
        #expect(try book.update("l2", .init(name: "Attic"), effective: start).settings.name == "Attic")
    }

    @Test func onlyAnAbsentRoomIsForgotten() throws {
        var book = try book([("k", "Kitchen")])
        let error = #expect(throws: PlaybackError.self) { try book.forget("k") }
        #expect(error?.message.contains("end its tutti-room at 192.0.2.1 for good first") == true)
        _ = book.leave("k")
        #expect(try book.forget("k").id == "k")
        #expect(throws: PlaybackError.self) { try book.find("k") }
    }

    /// Its node goes on within the session, and takes only settings that are newer than those it has.
    @Test func aForgottenRoomThatComesAgainHasNewerSettings() throws {
        var book = try book([("k", "Kitchen")])
        let change = RoomBook.Change(volume: 70)
        let known = try book.update("k", change, effective: start).settingsRevision
        _ = book.leave("k")
        _ = try book.forget("k")
        let (entry, _) = try book.register(Wire.RegisterRequest(roomId: "k"), address: "", now: start)
        #expect(entry.settingsRevision > known)
    }

    @Test func manyRoomsReportLessOften() throws {
        var book = try book((0..<1_000).map { ("room\($0)", "Room \($0)") })
        #expect(book.reportInterval == .seconds(5))
        let report = book.report(Wire.ReportRequest(roomId: "room7"), now: start)
        #expect(report?.after.reportInterval == .seconds(5))
        #expect(!book.expire(start + .seconds(14)).contains { $0.id == "room7" })
    }

    @Test func thereIsABoundToRooms() throws {
        var book = try book((0..<RoomBook.maximumRooms).map { ("room\($0)", "") })
        do {
            _ = try book.register(Wire.RegisterRequest(roomId: "more"), address: "", now: start)
            Issue.record("one too many")
        } catch {
            #expect(error.code == .resourceExhausted)
        }
    }

    @Test func longTextsOfRoomsAreCut() throws {
        var book = try book([])
        let long = String(repeating: "x", count: 100_000)
        let device = Wire.DeviceReport(name: long, error: long, format: long)
        let request = Wire.RegisterRequest(roomId: "k", name: "Kitchen", version: long, device: device)
        let (entry, _) = try book.register(request, address: "", now: start)
        #expect(entry.version.utf8.count == 64)
        #expect(entry.device?.error.utf8.count == 1_024)
        let report = book.report(Wire.ReportRequest(roomId: "k", device: device), now: start)
        #expect(report?.after.device?.name.utf8.count == 256)
    }
}
