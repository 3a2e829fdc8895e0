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

        init(seed: UInt64, slow: [Int] = []) {
            self.slow = slow
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
            switch Int.random(in: 0..<17, using: &random) {
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

        /// Lets a moment pass, listening all the time.
        mutating func listen() async {
            let settled = CommandLead.withoutRooms + ZoneSchedule.startMargin + .milliseconds(5)
            let steps = [0, 1, 3, 20, 100, 200].randomElement(using: &random) ?? 0
            for _ in 0..<steps {
                arrive()
                await bench.advance(.milliseconds(5))
                let (heard, shown) = (bench.heard, await bench.nowPlaying())
                let hasPendingChange = bench.stream.timeline.spans.contains { $0.startTime > bench.now }
                guard bench.now - lastCommand > settled, !hasPendingChange else { continue }
                switch shown.state {
                case .stopped, .paused, .unspecified:
                    #expect(heard == .silence)
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

        /// A playing ends once at most, and only what has been told to start is told to have finished. The track that breaks
        /// always has something that is heard before, so it has never failed without having started.
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
