import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// What a lost device means for the zone.
@Suite struct UnpluggedTests {
    private let start = Instant<CoordinatorClock>(nanoseconds: 1_000_000_000_000)

    private func loss(
        _ before: Wire.DeviceReport,
        _ after: Wire.DeviceReport,
        marked: Bool,
        other: Bool = true
    ) throws -> RoomLoss? {
        var settings = RoomSettings(name: "Kitchen", delay: .milliseconds(10))
        settings.pauseOnUnplug = marked
        var book = RoomBook(restoring: [StoredRoom(id: "k", settings: settings)])
        if other {
            let request = Wire.RegisterRequest(roomId: "h", name: "Hall", device: Wire.DeviceReport(open: true))
            _ = try book.register(request, address: "", now: start)
        }
        _ = try book.register(Wire.RegisterRequest(roomId: "k", device: before), address: "", now: start)
        guard let change = book.report(Wire.ReportRequest(roomId: "k", device: after), now: start) else { return nil }
        return book.loss(from: change.before, to: change.after)
    }

    private let open = Wire.DeviceReport(open: true)
    private let gone = Wire.DeviceReport(open: false, lostTimeNs: 5_000_000_000)

    @Test func aMarkedRoomThatLosesItsDevicePausesTheZone() throws {
        let found = try loss(open, gone, marked: true)
        #expect(found?.reason.contains("Kitchen") == true)
        #expect(found?.heard == Instant(nanoseconds: 4_990_000_000))
        #expect(try loss(open, gone, marked: false) == nil)
    }

    @Test func theLastRoomWithADevicePausesTheZone() throws {
        #expect(try loss(open, gone, marked: false, other: false)?.reason.contains("no other room") == true)
    }

    @Test func aPulledJackPausesTheZoneOfAMarkedRoom() throws {
        let pulled = Wire.DeviceReport(open: true, unplugged: true, lostTimeNs: 7)
        #expect(try loss(open, pulled, marked: true)?.reason.contains("jack") == true)
        #expect(try loss(open, pulled, marked: false, other: false) == nil)
        #expect(try loss(pulled, pulled, marked: true) == nil)
    }

    @Test func pluggingInAgainPausesNothing() throws {
        let again = Wire.DeviceReport(open: true, lostTimeNs: 5_000_000_000)
        #expect(try loss(gone, again, marked: true, other: false) == nil)
        #expect(try loss(again, again, marked: true) == nil)
        // But a loss that was over before the report counts.
        #expect(try loss(open, again, marked: true) != nil)
        #expect(try loss(open, again, marked: false, other: false) == nil)
    }

    @Test func playbackGoesOnWithTheSampleThatWasHeardLast() async throws {
        let bench = ZoneBench([4_800_000])
        try await bench.add(1)
        let began = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        await bench.advance(to: began + .seconds(3))
        await bench.zone.pause(because: "the headphones are out", heard: began + .milliseconds(2_900))
        await bench.settle()
        await bench.advance(.seconds(1))
        #expect(bench.heard == .silence)
        let paused = await bench.nowPlaying()
        #expect(paused.state == .paused)
        #expect(paused.pauseReason == "the headphones are out")
        #expect(paused.positionMs == 2_900)
        let again = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        await bench.advance(to: again + .seconds(1))
        #expect(await bench.nowPlaying().pauseReason.isEmpty)
        #expect(bench.stream.heard(at: again + .microseconds(10)) == TaggedFrame(track: 1, frame: 139_201))
    }

    @Test(.timeLimit(.minutes(1))) func aSlowStoreHoldsUpNeitherThePauseNorTheReport() async throws {
        let bench = ZoneBench([4_800_000])
        let (zone, keeper, gate) = (bench.zone, bench.keeper, Gate())
        try await bench.add(1)
        let began = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        await bench.advance(to: began + .seconds(3))
        keeper.hold(in: gate)
        var arrivals = gate.arrivals.makeAsyncIterator()
        async let served: Void = zone.run()
        await zone.pause(because: "the headphones are out", heard: began + .milliseconds(2_900))
        // It is answered, and the save has not ended.
        let saving = await arrivals.next()
        #expect(bench.stream.heard(at: bench.now + bench.commandLead.value + .milliseconds(1)) == .silence)
        #expect(keeper.kept.transport == .playing)
        keeper.hold(in: nil)
        saving?.resume()
        zone.beginGracefulShutdown()
        await served
        #expect(keeper.kept.transport == .paused)
        #expect(keeper.kept.position == .milliseconds(2_900))
    }

    @Test func aLossThatIsLongPastOnlyPauses() async throws {
        let bench = ZoneBench([48_000_000])
        try await bench.add(1)
        let began = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        await bench.advance(to: began + .seconds(60))
        await bench.zone.pause(because: "x", heard: began + .seconds(1))
        await bench.settle()
        #expect(await bench.nowPlaying().positionMs >= 60_000)
        #expect(await bench.nowPlaying().state == .paused)
        // Nothing that is paused pauses again.
        await bench.zone.pause(because: "y", heard: nil)
        #expect(await bench.nowPlaying().pauseReason == "x")
    }
}
