import AudioCore
import LinuxSystem
import SyncCore
import Synchronization
import Testing

@testable import RoomNode

/// The audio loop on the test's thread, with a card and a time of the test's own.
@Suite struct AudioLoopTests {
    private static let noDevice = Int32(19)

    private func loop(_ card: FakeCard, _ decks: DeckSet = DeckSet()) -> AudioLoop {
        AudioLoop(decks: decks, device: "card", time: card.time.time) { (_, _) throws(DeviceError) in try card.open() }
    }

    /// Stops the loop at the write of this number.
    private func stop(_ loop: AudioLoop, _ card: FakeCard, atWrite number: Int) {
        card.onWrite = { if $0 == number { loop.stop() } }
    }

    /// How long it slept between openings: it does so in pieces of 50 ms.
    private func asleep(_ card: FakeCard) -> Interval {
        card.time.pauses.filter { $0 == .milliseconds(50) }.reduce(.zero, +)
    }

    @Test func itWritesAPeriodWheneverOneHasPlayed() throws {
        let card = FakeCard()
        let loop = loop(card)
        stop(loop, card, atWrite: 200)
        let begin = card.time.now
        loop.run(realtime: true)
        #expect(card.starts == 1)
        let seconds = (card.time.now - begin).seconds
        #expect(abs(seconds - 4) < 0.15)
        let status = try #require(loop.status.read())
        #expect(!status.isOpen)
        #expect(status.xruns == 0)
        #expect(abs(status.dacRateError) < 50e-6)
        #expect(card.samples.allSatisfy { $0 == 0 })
    }

    @Test func aQueueThatRanEmptyIsStartedAgainAndCounted() throws {
        let card = FakeCard([FakeCard.Script(faults: [50: .xrun, 90: .xrun])])
        let loop = loop(card)
        stop(loop, card, atWrite: 150)
        loop.run(realtime: true)
        #expect(card.opens == 1)
        #expect(card.starts == 3)
        #expect(loop.status.read()?.xruns == 2)
    }

    @Test func aDeviceThatIsGoneIsToldAndOpenedAgain() throws {
        let card = FakeCard([FakeCard.Script(faults: [400: .gone(-Self.noDevice)]), FakeCard.Script()])
        let loop = loop(card)
        let loss = try EventSignal()
        loop.onLoss = loss
        var inputs = PlayoutInputs()
        inputs.mapping = ClockMapping(node: card.time.now, coordinator: Instant(nanoseconds: 5), drift: 0)
        loop.inputs.write(inputs)
        var whileGone: AudioLoop.DeviceState?
        card.onOpen = { if $0 == 2 { whileGone = loop.device.withLock { $0 } } }
        stop(loop, card, atWrite: 500)
        loop.run(realtime: true)
        #expect(card.opens == 2)
        let state = try #require(whileGone)
        #expect(state.format == nil)
        #expect(state.error.contains("card is gone (No such device)"))
        // After some eight seconds of playing.
        #expect(abs((try #require(state.lost)).nanoseconds - 8_000_000_000) < 300_000_000)
        #expect(Poll.wait(for: [loss.fileDescriptor], timeout: .zero) == 1)
        #expect(asleep(card) == .milliseconds(250))
        #expect(loop.device.withLock { $0.format } != nil)
    }

    /// A timer that is always late by the same makes a line of its wakes, for a minute at a time: that is not the
    /// crystal's.
    @Test(arguments: [480, 48] as [Int64], [1, 3, 20] as [Int64])
    func aPointerInStepsIsNotTakenForTheTimerThatReadsIt(step: Int64, microseconds: Int64) {
        let card = FakeCard([FakeCard.Script(granularity: step, timerLateness: .microseconds(microseconds))])
        let loop = loop(card)
        var rates: [Double] = []
        card.onWrite = { number in
            if number >= 300, let status = loop.status.read() { rates.append(status.dacRateError) }
            if number == 3_000 { loop.stop() }
        }
        loop.run(realtime: true)
        #expect(rates.count > 2_000)
        #expect(rates.allSatisfy { abs($0) < 5e-6 })
        #expect(loop.status.read()?.xruns == 0)
    }

    /// A display that is switched off, a USB device that hangs.
    @Test(arguments: [1, 300])
    func aDeviceThatStandsStillIsToldAndOpenedAgain(writes: Int) {
        let card = FakeCard([FakeCard.Script(standsStillAfter: writes), FakeCard.Script()])
        let loop = loop(card)
        let error = run(loop, card, untilOpening: 2)
        #expect(card.writes == writes)
        #expect(error.contains("card stands still"))
        #expect(loop.status.read()?.xruns == 0)
    }

    @Test func aDeviceThatCannotBeOpenedIsTriedAgainLessAndLessOften() throws {
        let error = DeviceError("cannot open the sound device card: busy", rawCode: -16)
        let card = FakeCard([FakeCard.Script(error: error)])
        let loop = loop(card)
        card.onOpen = { if $0 == 7 { loop.stop() } }
        loop.run(realtime: false)
        #expect(asleep(card) == .seconds(15.5))
        #expect(loop.device.withLock { $0.error } == error.message)
        #expect(loop.device.withLock { $0.lost } == nil)
        #expect(loop.status.read()?.isOpen == false)
    }

    /// - Returns: what was wrong with the device when it was opened for the last time.
    private func run(_ loop: AudioLoop, _ card: FakeCard, untilOpening last: Int) -> String {
        var error = ""
        card.onOpen = { number in
            error = loop.device.withLock { $0.error }
            if number == last { loop.stop() }
        }
        loop.run(realtime: true)
        return error
    }

    /// A sound server that is not there any more: starting it does not help.
    @Test func aDeviceThatNeverPlaysIsGivenUpAndTriedLessAndLessOften() throws {
        let card = FakeCard([FakeCard.Script(neverPlays: true)])
        let loop = loop(card)
        let error = run(loop, card, untilOpening: 4)
        #expect(card.starts == 30)
        #expect(asleep(card) == .seconds(3.5))
        #expect(error.contains("card is gone"))
        #expect(loop.device.withLock { $0.lost } == nil)
    }

    /// ALSA's `null` takes whatever it is given at once: writing to it would never end.
    @Test func aDeviceWithoutTimeIsToldAndLeftAlone() throws {
        let card = FakeCard([FakeCard.Script(isTimeless: true)])
        let loop = loop(card)
        card.onWrite = { if $0 == 10_000 { loop.stop() } }
        let error = run(loop, card, untilOpening: 3)
        #expect(card.opens == 3)
        #expect(card.writes < 600)
        #expect(error.contains("card keeps no time"))
        #expect(loop.device.withLock { $0.lost } == nil)
        #expect(asleep(card) == .seconds(1.5))
    }

    @Test func afterASleepOfTheMachineNothingIsPlayedByTheOldClock() throws {
        let card = FakeCard([FakeCard.Script(faults: [100: .xrun])])
        let loop = loop(card)
        var inputs = PlayoutInputs()
        inputs.mapping = ClockMapping(node: card.time.now, coordinator: Instant(nanoseconds: 5), drift: 0)
        loop.inputs.write(inputs)
        card.onWrite = { number in
            if number == 100 { card.time.asleep.withLock { $0 = .seconds(30) } }
            if number == 110 { loop.stop() }
        }
        loop.run(realtime: true)
        #expect(loop.currentInputs.mapping == nil)
        // Against that no deeper queue helps.
        #expect(loop.depth.frames == loop.depth.base)
    }

    @Test func whatSoundsFadesOutWhenTheLoopIsStopped() throws {
        let card = FakeCard()
        let decks = DeckSet()
        let loop = loop(card, decks)
        let deck = decks.decks[0]
        deck.begin(Generation(1), at: 0, wanted: 0)
        let half = [Float](repeating: 0.5, count: 2 * 960)
        for _ in 0..<17 { half.withUnsafeBufferPointer { deck.append($0) } }
        var inputs = PlayoutInputs()
        let start = Instant<CoordinatorClock>(nanoseconds: 1_000_000_000)
        inputs.mapping = ClockMapping(node: card.time.now, coordinator: start - .milliseconds(200), drift: 0)
        let span = TimelineSpan(generation: Generation(1), startPosition: 480, startTime: start, endPosition: nil)
        inputs.setTimeline(Timeline(revision: 1, spans: [span]))
        inputs.gain = StereoGain(leftToLeft: 1, rightToLeft: 0, leftToRight: 0, rightToRight: 1)
        inputs.gainBefore = inputs.gain
        loop.inputs.write(inputs)
        stop(loop, card, atWrite: 19)
        loop.run(realtime: true)
        let loudest = card.samples.map { abs($0) }.max() ?? 0
        #expect(abs(loudest - 0.5) < 0.01)
        #expect(card.samples.last == 0)
        let step = zip(card.samples, card.samples.dropFirst()).map { abs($1 - $0) }.max() ?? 1
        // The steepest is the ramp of 240 frames at the start.
        #expect(step < 0.5 / 240 * 1.1)
        // It sounded when it was told to stop.
        #expect(abs(card.samples[18 * 960]) > 0.4)
    }
}
