import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

/// Everything that a user may do, in random order and at random moments: what is heard must always be what is shown.
@Suite struct RandomWalkTests {
    private static let lengths = [70_003, 20_000, 48_000, 5_001, 150_000, 3_000, 240_000, 90_001]

    private struct Walk {
        let bench: ZoneBench
        var random: SplitMix64
        /// The last instant at which a command or a joint may have changed what is heard.
        var lastCommand: Instant<CoordinatorClock>
        /// Tracks that come over a network, in bursts.
        var slow: [Int] = []
        /// Also what makes the same track sound otherwise, second thoughts, servers that refuse, a process that stands
        /// still.
        var isHarsh = false

        init(seed: UInt64, slow: [Int] = [], isHarsh: Bool = false) {
            (self.slow, self.isHarsh) = (slow, isHarsh)
            bench = ZoneBench(RandomWalkTests.lengths, lead: .milliseconds(seed % 2 == 0 ? 2_000 : 400))
            if seed % 3 == 0 { bench.opener[4]?.cannotOpen = true }
            if seed % 3 == 1 { bench.opener[2]?.breaksAfter = 7_000 }
            random = SplitMix64(seed: seed)
            lastCommand = bench.now
            for number in slow { bench.opener.network[number] = SlowNetwork.State() }
        }

        mutating func command() async throws {
            let zone = bench.zone
            let items = await zone.list(from: 0, count: nil).items
            lastCommand = bench.now
            switch Int.random(in: 0..<(isHarsh ? 24 : 17), using: &random) {
            case 17...18:
                _ = try await zone.setRate([500, 1_000, 1_200, 3_000].randomElement(using: &random) ?? 1_000)
            case 19: _ = try await zone.transport(.switches(consume: nil, stopAfterCurrent: .random(using: &random)))
            case 20...21: try await thinkAgain()
            case 22: await standStill()
            case 23:
                guard let number = slow.randomElement(using: &random) else { return }
                let failure = AudioError(.notFound, "cannot open track:\(number): no")
                bench.opener.network[number].failure = Bool.random(using: &random) ? failure : nil

            case 0...2: try await bench.add(Int.random(in: 1...8, using: &random), at: .next)
            case 3...4: try await bench.add(Int.random(in: 1...8, using: &random))
            case 5...6:
                guard let item = items.randomElement(using: &random) else { return }
                _ = try await zone.edit(.remove([ItemID(item.id)]), expectedVersion: nil)
            case 7:
                guard let item = items.randomElement(using: &random) else { return }
                let index = Int.random(in: items.indices, using: &random)
                _ = try await zone.edit(.move(ItemID(item.id), to: index), expectedVersion: nil)
            case 8:
                let mode = PlaybackCore.PlayMode.allCases.randomElement(using: &random)
                _ = try await zone.transport(.mode(mode ?? .off))
            case 9: _ = try await zone.transport(.pause)
            case 10...12: _ = try await zone.transport(.play)
            case 13: _ = try await zone.transport(.next)
            case 14: _ = try await zone.transport(.previous)
            case 15: _ = try await zone.transport(.seek(.milliseconds(Int64.random(in: 0..<3_000, using: &random))))
            default:
                guard let item = items.randomElement(using: &random) else { return }
                _ = try await zone.transport(.playItem(ItemID(item.id)))
            }
            if Bool.random(using: &random) { await bench.settle() }
        }

        /// Adds something next and takes it back.
        private mutating func thinkAgain() async throws {
            let added = try await bench.add(Int.random(in: 1...8, using: &random), at: .next)
            await bench.advance(.milliseconds(Int64.random(in: 0..<300, using: &random)))
            lastCommand = bench.now
            _ = try await bench.zone.edit(.remove(added), expectedVersion: nil)
        }

        /// Nothing is done for a while, by the engine neither.
        private mutating func standStill() async {
            // A short lead may well end meanwhile.
            guard bench.lead > .seconds(1) else { return }
            bench.clock.now = bench.now + .milliseconds(Int64.random(in: 0..<350, using: &random))
            lastCommand = bench.now
            await bench.take(.tick)
        }

        /// Lets a moment pass, listening all the time.
        mutating func listen() async {
            // A change of the speed takes longer, and fades.
            let change = isHarsh ? ZoneSchedule.retuneMargin + .milliseconds(60) : ZoneSchedule.startMargin
            let settled = CommandLead.withoutRooms + change + .milliseconds(5)
            let steps = [0, 1, 3, 20, 100, 200].randomElement(using: &random) ?? 0
            for _ in 0..<steps {
                arrive()
                await bench.advance(.milliseconds(5))
                let (heard, shown) = (bench.heard, await bench.nowPlaying())
                let hasPendingChange = bench.stream.timeline.spans.contains { $0.startTime > bench.now }
                guard bench.now - lastCommand > settled, !hasPendingChange else { continue }
                switch shown.state {
                case .stopped, .paused, .unspecified:
                    // Where a joint comes too soon after the wish to stop there, the rooms hear of it a little later.
                    let isToldToStop = bench.stream.timeline.heard(at: bench.now + settled) == nil
                    #expect(heard == .silence || isHarsh && isToldToStop)
                case .buffering:
                    // What is published is played to its end.
                    break
                case .playing:
                    check(heard, shown)
                }
            }
        }

        /// Now and then a bit of a slow track comes.
        private mutating func arrive() {
            guard !slow.isEmpty, Int.random(in: 0..<20, using: &random) == 0,
                let number = slow.randomElement(using: &random)
            else { return }
            let frames = Int.random(in: 0..<60_000, using: &random)
            bench.opener.network[number].isOpen = true
            bench.opener.network[number].arrived += frames
        }

        /// A playing ends once at most, and only what has been told to start is told to have finished. The track that
        /// breaks always has something that is heard before, so it has never failed without having started.
        func checkPlayings() {
            var playing: UInt64?
            for event in bench.eventLog.all {
                guard let item = event.item else { continue }
                switch event.kind {
                case .itemStarted: playing = item.id
                case .itemFinished:
                    #expect(playing == item.id)
                    playing = nil
                case .itemFailed:
                    #expect(playing == item.id || item.uri != "track:2")
                    if playing == item.id { playing = nil }
                default: continue
                }
            }
        }

        private func check(_ heard: TaggedFrame?, _ shown: Wire.NowPlaying) {
            guard let heard else {
                Issue.record("a packet is missing at \(bench.now)")
                return
            }
            // A start that became necessary at a joint (an edit that came too late, a track that failed) is silent for
            // as long as any start.
            if heard == .silence || "track:\(heard.track)" != shown.item?.uri { return }
            let milliseconds = Int64(heard.frame - 1) / 48
            #expect(
                abs(milliseconds - shown.positionMs) <= 1,
                "\(heard) but \(shown.positionMs) ms of \(shown.item?.uri ?? "")"
            )
        }
    }

    @Test(arguments: 0..<12)
    func whatIsHeardIsWhatIsShown(seed: Int) async throws {
        try await run(Walk(seed: UInt64(seed)))
    }

    @Test(arguments: 100..<110)
    func itIsSoAlsoWhereMusicComesSlowly(seed: Int) async throws {
        try await run(Walk(seed: UInt64(seed), slow: [3, 5, 7]))
    }

    @Test(arguments: 200..<212)
    func nothingHangsWhateverComesTogether(seed: Int) async throws {
        let walk = Walk(seed: UInt64(seed), slow: seed % 3 == 0 ? [3, 5, 7] : [], isHarsh: true)
        try await run(walk)
        let bench = walk.bench
        _ = try? await bench.transport(.mode(.off))
        _ = try? await bench.transport(.play)
        // All tracks together, at half speed, some of them several times.
        for _ in 0..<400 where await bench.nowPlaying().state != .stopped { await bench.advance(.seconds(1)) }
        #expect(await bench.nowPlaying().state == .stopped)
    }

    private func run(_ start: Walk) async throws {
        var walk = start
        try await walk.bench.add(1, 2, 3, 4, 5)
        for _ in 0..<50 {
            do {
                try await walk.command()
            } catch {
                // Refused: nothing to play, nothing current.
            }
            await walk.listen()
        }
        for number in walk.slow {
            walk.bench.opener.network[number].isOpen = true
            walk.bench.opener.network[number].failure = nil
            walk.bench.opener.network[number].arrived = .max
        }
        walk.checkPlayings()
        // Left alone, a zone that plays is heard.
        await walk.bench.advance(.milliseconds(200))
        var silent = 0
        for _ in 0..<100 {
            await walk.bench.advance(.milliseconds(10))
            let state = await walk.bench.nowPlaying().state
            if state == .playing || state == .buffering, walk.bench.heard == .silence { silent += 1 }
        }
        #expect(silent <= 15)
    }
}
