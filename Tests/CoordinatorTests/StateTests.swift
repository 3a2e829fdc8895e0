import AudioCore
import PlaybackCore
import RPC
import Synchronization
import Testing
import WireFormat

@testable import Coordinator

/// What is stored, and what comes back.
@Suite struct StateTests {
    private static let tenSeconds = TrackInfo(sampleRate: SampleRate.stream, channels: 2, length: 480_000)

    private func stored(_ transport: TransportState, position: Interval) -> StoredZone {
        var zone = StoredZone(seed: 3)
        zone.items = [
            QueueItem(id: ItemID(4), uri: "track:1", duration: .seconds(10)),
            QueueItem(id: ItemID(9), uri: "track:2"),
        ]
        zone.order.current = ItemID(4)
        zone.nextItemID = 12
        zone.modes.mode = .loop
        zone.transport = transport
        zone.position = position
        return zone
    }

    @Test(arguments: [TransportState.playing, .paused])
    func whatPlayedComesBackPausedWhereItWas(state: TransportState) async throws {
        let bench = ZoneBench([480_000, 480_000], stored: stored(state, position: .seconds(4)))
        let shown = await bench.nowPlaying()
        #expect(shown.state == .paused)
        #expect(shown.positionMs == 4_000)
        #expect(shown.item?.id == 4)
        #expect(shown.mode == .loop)
        await bench.advance(.seconds(5))
        #expect(bench.heard == .silence)
        let start = try await bench.transport(.play).effectiveTimeNs
        #expect(bench.stream.heard(at: Instant(nanoseconds: start)) == TaggedFrame(track: 1, frame: 192_001))
        #expect(try await bench.add(1) == [ItemID(12)])
    }

    @Test func thePositionIsStoredEveryTwoSecondsAndWithEachCommand() async throws {
        let bench = ZoneBench([4_800_000])
        try await bench.add(1)
        let start = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        #expect(bench.keeper.kept.transport == .playing)
        for second in 1...9 {
            await bench.advance(to: start + .seconds(Double(second)))
            let age = Int64(second) * 1_000 - bench.keeper.kept.position.milliseconds
            #expect(age >= 0 && age <= 2_100)
        }
        try await bench.transport(.pause)
        #expect(bench.keeper.kept.transport == .paused)
        #expect(bench.keeper.kept.position == .seconds(9))
        try await bench.transport(.stop)
        #expect(bench.keeper.kept.transport == .stopped)
    }

    @Test func whileNothingCanBeStoredPositionsTakeEachOthersPlace() async throws {
        let bench = ZoneBench([4_800_000])
        try await bench.add(1)
        try await bench.transport(.play)
        for _ in 1...60 {
            bench.clock.now = bench.now + .seconds(1)
            await bench.zone.take(.tick)
        }
        #expect(await bench.zone.unsaved.count == 1)
    }

    @Test func aShutdownSilencesTheRoomsAndStoresThePosition() async throws {
        let bench = ZoneBench([4_800_000])
        try await bench.add(1)
        let start = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        await bench.advance(to: start + .milliseconds(3_300))
        await bench.zone.finish()
        #expect(bench.keeper.kept.transport == .playing)
        #expect(bench.keeper.kept.position == .milliseconds(3_300))
        #expect(bench.stream.heard(at: bench.now + CommandLead.withoutRooms) == .silence)
    }

    @Test func aChangeThatCannotBeStoredIsDoneAndToldSo() async throws {
        let bench = ZoneBench([480_000])
        bench.keeper.fails = true
        // Not `unavailable`: that says that there is no coordinator.
        let error = await #expect(throws: RPCError.self) { try await bench.add(1) }
        #expect(error?.code == .dataLoss)
        #expect(await bench.zone.list(from: 0, count: nil).items.count == 1)
        #expect(await bench.zone.storeWarning.contains("the disk is full"))
        bench.keeper.fails = false
        try await bench.add(1)
        #expect(await bench.zone.storeWarning.isEmpty)
        #expect(bench.keeper.kept.whole?.items.map(\.id) == [ItemID(1), ItemID(2)])
    }

    @Test func aVolumeIsToldOnce() async throws {
        let bench = ZoneBench([4_800_000])
        try await bench.add(1)
        let start = Instant<CoordinatorClock>(nanoseconds: try await bench.transport(.play).effectiveTimeNs)
        await bench.advance(to: start + .milliseconds(300))
        try await bench.transport(.pause)
        await bench.advance(to: start + .milliseconds(600))
        let told = bench.events(.nowPlaying).count
        _ = try await bench.zone.setVolume(40) { _ in }
        await bench.zone.announce(bench.now)
        #expect(bench.events(.volumeChanged).count == 1)
        #expect(bench.events(.nowPlaying).count == told)
    }

    @Test func aVolumeIsNotAcknowledgedBeforeItIsStored() async throws {
        let bench = ZoneBench([])
        bench.keeper.fails = true
        let zone = bench.zone
        // Whatever else is stored meanwhile.
        let error = await #expect(throws: RPCError.self) {
            try await zone.setVolume(40) { _ in
                await zone.take(.tick)
                _ = await zone.persist()
            }
        }
        #expect(error?.code == .dataLoss)
    }

    /// How a call ends.
    private static func code(
        of call: @escaping @Sendable () async throws(RPCError) -> Void
    ) -> @Sendable () async -> StatusCode {
        {
            do throws(RPCError) {
                try await call()
                return .ok
            } catch {
                return error.code
            }
        }
    }

    @Test func aChangeWaitsForTheOneBeforeItAndMakesItGood() async throws {
        let bench = ZoneBench([480_000])
        let (zone, keeper, gate) = (bench.zone, bench.keeper, Gate())
        keeper.hold(in: gate)
        var arrivals = gate.arrivals.makeAsyncIterator()
        let add = Self.code { () async throws(RPCError) in
            _ = try await zone.add([NewItem(uri: "track:1")], at: .end, expectedVersion: nil)
        }
        async let first = add()
        let failing = await arrivals.next()
        async let second = add()
        async let third = add()
        while await zone.saving.waiting.count < 2 { await Task.yield() }
        keeper.fails = true
        failing?.resume()
        #expect(await first == .dataLoss)
        let saving = await arrivals.next()
        #expect(await !zone.storeWarning.isEmpty)
        keeper.fails = false
        saving?.resume()
        #expect(await [second, third] == [.ok, .ok])
        #expect(await zone.storeWarning.isEmpty)
        #expect(keeper.kept.whole?.items.count == 3)
        #expect(keeper.kept.edits.isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func aSlowStoreHoldsUpNoMessageAndNoAnswerButItsOwn() async throws {
        let bench = ZoneBench([480_000, 480_000])
        let (zone, keeper, gate) = (bench.zone, bench.keeper, Gate())
        let items = try await bench.add(1, 2)
        keeper.hold(in: gate)
        var arrivals = gate.arrivals.makeAsyncIterator()
        async let served: Void = zone.run()
        let length: @Sendable (Int) async -> Int64? = { await zone.list(from: $0, count: 1).items.first?.durationMs }
        zone.inbox.send(.probed([(items[0], Self.tenSeconds)]))
        let first = await arrivals.next()
        #expect(await length(0) == 10_000)
        // Behind the message that is being stored.
        zone.inbox.send(.probed([(items[1], Self.tenSeconds)]))
        while await length(1) != 10_000 { await Task.yield() }
        let answered = Mutex(false)
        let loop: @Sendable () async throws -> Void = {
            _ = try await zone.transport(.mode(.loop))
            answered.withLock { $0 = true }
        }
        async let looping: Void = loop()
        while await zone.nowPlaying().nowPlaying?.mode != .loop { await Task.yield() }
        #expect(keeper.kept.edits.count { if case .updated = $0 { true } else { false } } == 0)
        first?.resume()
        let second = await arrivals.next()
        #expect(!answered.withLock { $0 })
        second?.resume()
        try await looping
        // The edits of the second message and of the command went in one save.
        #expect(keeper.kept.edits.count { if case .updated = $0 { true } else { false } } == 2)
        #expect(keeper.kept.edits.contains { if case .modes = $0 { true } else { false } })
        keeper.hold(in: nil)
        zone.beginGracefulShutdown()
        await served
    }

    @Test(.timeLimit(.minutes(1))) func aCommandThatChangesNothingWaitsForWhatItAnswersFor() async throws {
        let bench = ZoneBench([480_000])
        let (zone, keeper, gate) = (bench.zone, bench.keeper, Gate())
        keeper.hold(in: gate)
        var arrivals = gate.arrivals.makeAsyncIterator()
        let loop = Self.code { () async throws(RPCError) in _ = try await zone.transport(.mode(.loop)) }
        async let first = loop()
        let save = await arrivals.next()
        async let again = loop()
        while await zone.saving.waiting.isEmpty { await Task.yield() }
        keeper.fails = true
        save?.resume()
        // What it answers for could not be stored: it tries itself.
        let retry = await arrivals.next()
        retry?.resume()
        #expect(await first == .dataLoss)
        #expect(await again == .dataLoss)
    }

    @Test func aLongListIsGivenInPagesThatFitAMessage() async throws {
        let bench = ZoneBench([])
        let uri = "/music/" + String(repeating: "x", count: 200)
        let items = (0..<20_000).map { NewItem(uri: "\(uri)\($0).mp3") }
        _ = try await bench.zone.add(items, at: .end, expectedVersion: nil)
        var seen: [UInt64] = []
        while seen.count < 20_000 {
            let page = await bench.zone.list(from: seen.count, count: nil)
            #expect(page.encoded().count < EnvelopeLimits.message - 10_000)
            #expect(page.queueLength == 20_000)
            try #require(!page.items.isEmpty)
            seen += page.items.map(\.id)
        }
        #expect(seen == Array(1...20_000))
        #expect(await bench.zone.list(from: 5, count: 3).items.map(\.index) == [5, 6, 7])
        #expect(await bench.zone.list(from: 20_000, count: nil).items.isEmpty)
    }
}
