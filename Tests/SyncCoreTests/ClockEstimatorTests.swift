import AudioCore
import SyncCore
import TestSupport
import Testing

@Suite struct ClockEstimatorTests {
    /// Exchanges of a node whose clock is behind by `offset` ns and too slow by `drift`, delays of its own making.
    private struct Peer {
        var offset: Int64 = 5_000_000_000
        var drift = 40e-6
        /// The epoch of the node's clock.
        let epoch: Int64 = 123_456_789_000

        func coordinatorTime(_ elapsed: Double) -> Instant<CoordinatorClock> {
            Instant(nanoseconds: epoch + offset + Int64((elapsed * (1 + drift)).rounded()))
        }

        /// - Parameter elapsed: of the node's clock since the first exchange, in ns.
        func exchange(_ elapsed: Double, there: Double, back: Double) -> ClockExchange {
            let (arrives, leaves) = (elapsed + there, elapsed + there + 30e3)
            return ClockExchange(
                sent: Instant(nanoseconds: epoch + Int64(elapsed)),
                received: coordinatorTime(arrives),
                replied: coordinatorTime(leaves),
                returned: Instant(nanoseconds: epoch + Int64((leaves + back).rounded()))
            )
        }

        func error(_ estimator: ClockEstimator, _ elapsed: Double) -> Double? {
            guard let mapping = estimator.mapping else { return nil }
            let told = mapping.coordinatorTime(at: Instant(nanoseconds: epoch + Int64(elapsed)))
            return Double((told - coordinatorTime(elapsed)).nanoseconds)
        }
    }

    @Test func nothingIsToldBeforeFourExchanges() {
        let peer = Peer()
        var estimator = ClockEstimator()
        for index in 0..<3 {
            let update = estimator.add(peer.exchange(Double(index) * 5e6, there: 100e3, back: 100e3))
            #expect(update == .collecting)
            #expect(estimator.mapping == nil)
        }
        #expect(estimator.add(peer.exchange(15e6, there: 100e3, back: 100e3)) == .updated)
        #expect(estimator.mapping != nil)
    }

    @Test func withoutNoiseTheClockIsFound() throws {
        let peer = Peer()
        var estimator = ClockEstimator()
        for index in 0..<200 { _ = estimator.add(peer.exchange(Double(index) * 50e6, there: 100e3, back: 100e3)) }
        #expect(abs(try #require(peer.error(estimator, 200 * 50e6))) < 500)
        #expect(abs(try #require(estimator.mapping).drift - 40e-6) < 0.2e-6)
        #expect(estimator.minimumRoundTrip.nanoseconds - 200_000 < 10)
    }

    @Test func whatIsNotMeasuredAnyMoreGetsLessAndLessCertain() throws {
        let peer = Peer()
        var estimator = ClockEstimator()
        #expect(estimator.uncertainty(at: Instant(nanoseconds: 5)) == Interval(nanoseconds: .max))
        for index in 0..<200 { _ = estimator.add(peer.exchange(Double(index) * 50e6, there: 100e3, back: 100e3)) }
        let end = try #require(estimator.mapping).node
        #expect(estimator.uncertainty(at: end) == estimator.uncertainty)
        // A crystal that changes by 1 ppm in ten minutes is 300 us off by then.
        #expect(estimator.uncertainty(at: end + .seconds(600)) > .microseconds(300))
        #expect(estimator.uncertainty(at: end + .seconds(1_000_000)) > .seconds(500))
    }

    /// A floor through the lowest points would be off by up to half of what the luck is, 10 us.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func aFewLuckyRequestsDoNotMoveTheClock(seed: UInt64) throws {
        let peer = Peer()
        var random = SimRandom(seed: seed)
        var estimator = ClockEstimator()
        var worst = 0.0
        for index in 0..<800 {
            let elapsed = Double(index) * 250e6
            let luck = random.happens(0.015) ? random.uniform(in: 10e3...20e3) : 0
            let there = luck > 0 ? 150e3 - luck : 150e3 + random.exponential(mean: 60e3)
            let back = 150e3 + random.exponential(mean: 60e3)
            _ = estimator.add(peer.exchange(elapsed, there: there, back: back))
            if index > 240 { worst = max(worst, abs(try #require(peer.error(estimator, elapsed)))) }
        }
        #expect(worst < 6_000)
    }

    @Test func whatIsImpossibleIsIgnored() {
        let peer = Peer()
        var estimator = ClockEstimator()
        var exchange = peer.exchange(0, there: 100e3, back: 100e3)
        exchange.returned = exchange.sent - .milliseconds(1)
        #expect(estimator.add(exchange) == .ignored)
        exchange = peer.exchange(0, there: -100e3, back: 0)
        #expect(estimator.add(exchange) == .ignored)
    }

    @Test(arguments: [
        (Int64.max, Int64.min), (.min, .max), (.max, .max), (.min, .min), (0, .max), (.min, 0),
        (1 << 61 + 1, 1 << 61 + 1),
    ])
    func timesThatNoClockShowsAreIgnored(received: Int64, replied: Int64) {
        var estimator = ClockEstimator()
        for _ in 0..<10 {
            let exchange = ClockExchange(
                sent: Instant(nanoseconds: 1_000_000),
                received: Instant(nanoseconds: received),
                replied: Instant(nanoseconds: replied),
                returned: Instant(nanoseconds: 2_000_000)
            )
            #expect(estimator.add(exchange) == .ignored)
        }
        #expect(estimator.mapping == nil)
    }

    /// The told uncertainty is one standard deviation: errors beyond three of them are rare.
    @Test func theUncertaintyIsHonest() {
        var random = SimRandom(seed: 21)
        var (told, beyondOne, beyondThree) = (0, 0, 0)
        for _ in 0..<30 {
            let peer = Peer()
            var estimator = ClockEstimator()
            for index in 0..<200 {
                let at = Double(index) * 60e6
                let there = 1e6 + random.exponential(mean: 1e6)
                let back = 1e6 + random.exponential(mean: 1e6)
                _ = estimator.add(peer.exchange(at, there: there, back: back))
                guard index % 40 == 39, let error = peer.error(estimator, at) else { continue }
                told += 1
                let sigma = Double(estimator.uncertainty.nanoseconds)
                if abs(error) > sigma { beyondOne += 1 }
                if abs(error) > 3 * sigma { beyondThree += 1 }
            }
        }
        #expect(told == 150)
        #expect(beyondOne < 75)
        #expect(beyondThree < 8)
    }

    /// An exchange that was lucky one way and not the other is worth the most: it was once taken for a contradiction.
    @Test func luckyExchangesAreNotIgnored() {
        var random = SimRandom(seed: 22)
        let peer = Peer()
        var estimator = ClockEstimator()
        var ignored = 0
        for index in 0..<1_500 {
            let there = 4e6 + random.exponential(mean: 8e6)
            let back = 4e6 + random.exponential(mean: 8e6)
            switch estimator.add(peer.exchange(Double(index) * 60e6, there: there, back: back)) {
            case .suspect, .ignored, .stepped: ignored += 1
            case .collecting, .noted, .updated: break
            }
        }
        #expect(ignored == 0)
        #expect(estimator.steps == 0)
    }

    @Test func aStallOfTheNetworkIsNoStep() {
        let peer = Peer()
        var estimator = ClockEstimator()
        for index in 0..<100 {
            let stall = (50..<60).contains(index) ? 300e6 : 0
            let there = 1e6 + Double(index % 7) * 100e3 + stall
            let update = estimator.add(peer.exchange(Double(index) * 60e6, there: there, back: 1e6))
            #expect(update != .suspect)
            #expect(update != .stepped)
        }
    }

    @Test(arguments: [3_000_000, -3_000_000, 3_600_000_000_000, -86_400_000_000_000] as [Int64])
    func aStepEmptiesTheFilter(step: Int64) throws {
        var peer = Peer()
        var estimator = ClockEstimator()
        for index in 0..<100 { _ = estimator.add(peer.exchange(Double(index) * 60e6, there: 150e3, back: 150e3)) }
        peer.offset += step
        var updates: [ClockEstimator.Update] = []
        for index in 100..<110 {
            updates.append(estimator.add(peer.exchange(Double(index) * 60e6, there: 150e3, back: 150e3)))
        }
        #expect(updates.prefix(3) == [.suspect, .suspect, .stepped])
        #expect(estimator.steps == 1)
        #expect(abs(try #require(peer.error(estimator, 110 * 60e6))) < 50_000)
    }

    @Test func oneOddExchangeIsNoStep() {
        let peer = Peer()
        var odd = peer
        odd.offset += 5_000_000
        var estimator = ClockEstimator()
        for index in 0..<100 {
            let source = index % 20 == 19 ? odd : peer
            _ = estimator.add(source.exchange(Double(index) * 60e6, there: 150e3, back: 150e3))
        }
        #expect(estimator.steps == 0)
        #expect(abs(peer.error(estimator, 6e9) ?? .infinity) < 2_000)
    }

    @Test func resetForgetsAllButTheCountOfSteps() {
        var peer = Peer()
        var estimator = ClockEstimator()
        for index in 0..<50 { _ = estimator.add(peer.exchange(Double(index) * 60e6, there: 150e3, back: 150e3)) }
        peer.offset += 1_000_000_000
        for index in 50..<60 { _ = estimator.add(peer.exchange(Double(index) * 60e6, there: 150e3, back: 150e3)) }
        #expect(estimator.steps == 1)
        estimator.reset()
        #expect(estimator.steps == 1)
        #expect(estimator.mapping == nil)
        #expect(estimator.exchanges == 0)
        #expect(estimator.uncertainty == Interval(nanoseconds: .max))
    }

    @Test func theWindowGrowsWithTheNoise() {
        var windows: [Interval] = []
        for mean in [10e3, 1e6, 8e6] {
            var random = SimRandom(seed: 23)
            var estimator = ClockEstimator()
            for index in 0..<400 {
                let (there, back) = (random.exponential(mean: mean), random.exponential(mean: mean))
                _ = estimator.add(Peer().exchange(Double(index) * 60e6, there: 1e6 + there, back: 1e6 + back))
            }
            windows.append(estimator.window)
            #expect(estimator.noise > mean / 2 && estimator.noise < mean * 2)
        }
        #expect(windows == windows.sorted())
        #expect(windows[0] >= .seconds(30) && windows[2] <= .seconds(180))
        #expect(windows[2] > windows[0])
    }
}
