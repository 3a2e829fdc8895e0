import Testing

@testable import SkewMeter

@Suite struct RecordingTests {
    @Test func framesAreOnTheTrueTimeAxis() throws {
        var card = PaperCard(ppm: 100)
        card.play(0.1) { _ in 0.25 }
        let segment = try #require(try card.recording("A").segments.first)
        #expect(segment.frameCount == 4800)
        #expect(segment.time(ofFrame: 4800) == 5_000_000_000 + 99_990_001)
        #expect(segment.frame(at: segment.time(ofFrame: 1234)).rounded() == 1234)
    }

    @Test func channelsAreAveraged() throws {
        let journal = "start at=0 byte=0 rate=48000 format=S16_LE channels=2 hertz=48000\nstop at=9 byte=8\n"
        let recording = try Recording(name: "A", journal: Array(journal.utf8), sound: [0, 64, 0, 0, 0, 0, 0, 128])
        #expect(recording.mono(-1..<3, of: recording.segments[0]) == [0, 0.25, -0.5, 0])
    }

    @Test func journalThatBreaksOffGoesOnToTheEndOfTheSound() throws {
        var card = PaperCard(format: .signed16)
        card.play(0.01, end: "") { _ in 0.1 }
        let whole = Array(card.journal.utf8)
        let cut = try Recording(name: "A", journal: whole + Array("stop at=77".utf8), sound: card.sound + [1])
        #expect(cut.segments.map(\.end) == [.open])
        #expect(cut.segments[0].frameCount == 480)
    }

    @Test func killedCardEndsWhereTheNextOneOpens() throws {
        var card = PaperCard(format: .signed16)
        card.play(0.01, end: "") { _ in 0.1 }
        card.write("open at=9 byte=960 version=1 ppm=0 granularity=1")
        card.play(0.02, from: 1, end: "unplug") { _ in 0.1 }
        let recording = try card.recording("A")
        #expect(recording.openings == 2)
        #expect(recording.unplugs == 1)
        #expect(recording.segments.map(\.frameCount) == [480, 960])
        #expect(recording.segments.map(\.end) == [.open, .unplugged])
    }

    @Test func soundThatIsNotThereYetIsNotExpected() throws {
        var card = PaperCard(format: .signed16)
        card.play(0.01) { _ in 0.1 }
        let recording = try Recording(name: "A", journal: Array(card.journal.utf8), sound: Array(card.sound[..<101]))
        #expect(recording.segments[0].frameCount == 50)
    }

    @Test(arguments: [
        "start at=1 byte=0 rate=48000 format=S16_LE channels=2",
        "start at=1 byte=0 rate=48000 format=S16_LE channels=2 hertz=nan",
        "start at=1 byte=0 rate=48000 format=MU_LAW channels=2 hertz=48000",
        "start at=1 byte=0 rate=48000 format=S16_LE channels=0 hertz=48000",
        "start at=-1 byte=0 rate=48000 format=S16_LE channels=2 hertz=48000",
        "open at=1 byte=0 version=2", "stop at=1", "stop byte", "polka at=1 byte=0", "stop at=1 byte=-3",
    ])
    func malformedJournalIsRefused(line: String) {
        let error = #expect(throws: SkewMeterError.self) {
            try Recording(name: "A", journal: Array("\n\(line)\n".utf8), sound: [])
        }
        #expect(error?.code == .malformedJournal)
        #expect(error?.message.contains("line 2") == true)
    }

    @Test func soundingsEndWhereSilenceBegins() throws {
        var card = PaperCard()
        card.play(0.5) { (0.1..<0.2).contains($0) || (0.3..<0.4).contains($0) ? 0.5 : 0 }
        let soundings = try card.recording("A").soundings()
        #expect(soundings.count == 2)
        #expect(soundings[0].startNS == 5_100_000_000)
        #expect((soundings[1].endNS - 5_400_000_000).magnitude < 30_000)
        #expect(try card.recording("A").soundings(gapNS: 200_000_000).count == 1)
    }

    @Test func soundWithoutARampIsACut() throws {
        var card = PaperCard()
        card.play(0.3) { $0 < 0.1 || $0 >= 0.2 ? 0 : 0.5 }
        let cuts = try card.recording("A").cuts()
        #expect(cuts.map { ($0.timeNS - 5_000_000_000 + 500_000) / 1_000_000 } == [100, 200])
        #expect(cuts.allSatisfy { ($0.level - 0.5).magnitude < 1e-6 })

        var ramped = PaperCard()
        ramped.play(0.3) { 0.5 * max(0, min(1, ($0 - 0.1) / 0.005, (0.2 - $0) / 0.005)) }
        #expect(try ramped.recording("B").cuts().isEmpty)

        var starved = PaperCard()
        starved.play(0.1, end: "xrun") { 0.5 * min(1, $0 / 0.005) }
        #expect(try starved.recording("C").cuts().count == 1)
    }
}
