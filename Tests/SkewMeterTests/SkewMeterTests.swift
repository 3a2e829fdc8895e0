import Testing

@testable import SkewMeter

@Suite struct SkewMeterTests {
    /// Two windows: at 0 and at 0.25 s.
    private static let seconds = 0.51

    private func meter() -> SkewMeter {
        var options = SkewMeter.Options()
        options.tail = 0.05
        return SkewMeter(options: options)
    }

    /// Compares two cards of which the second plays `lagUS` later.
    private func skew(
        of tune: Tune,
        lagUS: Double,
        _ first: PaperCard,
        _ second: PaperCard
    ) throws -> Skew {
        var first = first
        var second = second
        first.play(Self.seconds) { tune.value(at: $0) }
        second.play(Self.seconds) { tune.value(at: $0 - lagUS * 1e-6) }
        var meter = self.meter()
        return try meter.compare(try first.recording("A"), with: try second.recording("B"))
    }

    private func expect(_ skew: Skew, reads lagUS: Double, within toleranceUS: Double = 0.1) {
        #expect(skew.windows.count == 2)
        #expect(skew.silent == 0 && skew.alone == 0 && skew.unmatched == 0)
        for window in skew.windows {
            #expect((window.lagUS - lagUS).magnitude < toleranceUS)
            #expect(window.similarity > 0.97)
        }
    }

    @Test(arguments: [137.3, -2.05, 0, 10.4, -4321])
    func lagIsReadToTenthsOfAMicrosecond(lagUS: Double) throws {
        let first = PaperCard(ppm: 40)
        let second = PaperCard(ppm: -35, startNS: 5_000_123_456)
        self.expect(try self.skew(of: .music(seed: 1), lagUS: lagUS, first, second), reads: lagUS)
        self.expect(try self.skew(of: .noise(seed: 2), lagUS: lagUS, first, second), reads: lagUS)
    }

    @Test func crystalsFarApartCostNothing() throws {
        let skew = try self.skew(of: .noise(seed: 3), lagUS: 137.3, PaperCard(ppm: 200), PaperCard(ppm: -200))
        self.expect(skew, reads: 137.3)
    }

    @Test(arguments: [(44100, 96000), (96000, 44100), (48000, 22050), (22050, 48000)])
    func cardsOfDifferentRatesAreComparable(rates: (Int, Int)) throws {
        let skew = try self.skew(
            of: .music(seed: 4),
            lagUS: -2.05,
            PaperCard(rate: rates.0, ppm: 12),
            PaperCard(rate: rates.1, ppm: -90)
        )
        self.expect(skew, reads: -2.05)
    }

    @Test(arguments: SampleFormat.allCases)
    func everyFormatIsRead(format: SampleFormat) throws {
        let first = PaperCard(ppm: 5, format: format, channels: 2)
        let skew = try self.skew(of: .noise(seed: 5), lagUS: 3.3, first, PaperCard(ppm: -5, format: .float32))
        self.expect(skew, reads: 3.3)
    }

    @Test(arguments: [250_000.0, -180_000])
    func lagBeyondTheWindowIsFound(lagUS: Double) throws {
        // Windows are 200 ms: without a wider search there would be little or nothing in common.
        var first = PaperCard(ppm: 40)
        var second = PaperCard(ppm: -35)
        let tune = Tune.noise(seed: 6)
        first.play(1.2) { tune.value(at: $0) }
        second.play(1.2) { tune.value(at: $0 - lagUS * 1e-6) }
        var options = SkewMeter.Options()
        options.skip = 0.3
        options.tail = 0.4
        var meter = SkewMeter(options: options)
        self.expect(try meter.compare(try first.recording("A"), with: try second.recording("B")), reads: lagUS)
    }

    @Test func soundThatRepeatsItselfIsNotTakenForItsEarlierSelf() throws {
        let skew = try self.skew(of: .buzz(seed: 12), lagUS: 10_100, PaperCard(ppm: 40), PaperCard(ppm: -35))
        self.expect(skew, reads: 10_100)
    }

    @Test func differentSoundsAreUnmatched() throws {
        var first = PaperCard()
        var second = PaperCard()
        first.play(Self.seconds) { Tune.noise(seed: 7).value(at: $0) }
        second.play(Self.seconds) { Tune.noise(seed: 8).value(at: $0) }
        var meter = self.meter()
        let skew = try meter.compare(try first.recording("A"), with: try second.recording("B"))
        #expect(skew.windows.isEmpty)
        #expect(skew.unmatched == 2)
        #expect(skew.percentile(0.5) == nil && skew.meanUS == nil && skew.leastSimilarity == nil)
    }

    @Test func silenceIsToldFromBeingAlone() throws {
        var first = PaperCard()
        var second = PaperCard()
        let tune = Tune.noise(seed: 9)
        first.play(1.3) { $0 < 0.5 ? 0 : tune.value(at: $0) }
        second.play(1.3) { $0 < 1.0 ? 0 : tune.value(at: $0) }
        var meter = self.meter()
        let skew = try meter.compare(try first.recording("A"), with: try second.recording("B"))
        // Windows begin at 0, 0.25, 0.5, 0.75 and 1 s.
        #expect(skew.silent == 2)
        #expect(skew.alone == 2)
        #expect(skew.windows.map(\.seconds) == [1.0])
    }

    @Test func segmentsAfterAnXrunHaveTheirOwnTime() throws {
        var first = PaperCard(ppm: 40)
        var second = PaperCard(ppm: -35)
        let tune = Tune.music(seed: 10)
        first.play(1.3) { tune.value(at: $0) }
        second.play(0.4, end: "xrun") { tune.value(at: $0 - 5e-6) }
        second.play(0.75, from: 0.51) { tune.value(at: $0 + 7e-6) }
        let other = try second.recording("B")
        var meter = self.meter()
        let skew = try meter.compare(try first.recording("A"), with: other)
        #expect(other.xruns == 1)
        #expect(skew.windows.map(\.seconds) == [0, 0.75, 1])
        #expect(skew.alone == 2)
        for (window, lagUS) in zip(skew.windows, [5.0, -7, -7]) {
            #expect((window.lagUS - lagUS).magnitude < 0.1)
        }
    }

    @Test func clickMakesAWindowLessSimilar() throws {
        var first = PaperCard()
        var second = PaperCard()
        let tune = Tune.noise(seed: 11)
        first.play(Self.seconds) { tune.value(at: $0) }
        second.play(Self.seconds) { (0.34..<0.36).contains($0) ? 0 : tune.value(at: $0) }
        var meter = self.meter()
        let skew = try meter.compare(try first.recording("A"), with: try second.recording("B"))
        #expect(skew.windows.count == 2)
        #expect(skew.windows[0].similarity > 0.999)
        #expect(skew.windows[1].similarity < 0.95)
        #expect(skew.leastSimilarity == skew.windows[1].similarity)
    }

    @Test func tooLittleTimeInCommonIsAnError() throws {
        var first = PaperCard()
        var second = PaperCard(startNS: 5_300_000_000)
        first.play(0.4) { _ in 0.1 }
        second.play(0.4) { _ in 0.1 }
        var meter = self.meter()
        let recordings = (try first.recording("A"), try second.recording("B"), try PaperCard().recording("C"))
        #expect(throws: SkewMeterError.self) { try meter.compare(recordings.0, with: recordings.1) }
        #expect(throws: SkewMeterError.self) { try meter.compare(recordings.0, with: recordings.2) }
    }

    @Test func percentilesLieOnLinesBetweenRanks() {
        var skew = Skew(reference: "A", other: "B")
        skew.windows = [-4.0, 1, 2, -3].map { Skew.Window(seconds: 0, lagUS: $0, similarity: 1) }
        #expect(skew.percentile(0) == 1)
        #expect(skew.percentile(0.5) == 2.5)
        #expect(skew.percentile(1) == 4)
        #expect(skew.meanUS == -1)
    }
}
