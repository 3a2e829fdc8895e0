import AudioCore
import TestSupport
import Testing

@testable import RoomNode

/// Rooms with the real stream core, lanes and decks on simulated networks.
@Suite struct StreamSimulationTests {
    private struct Result {
        var trace: SimTrace
        var stream: StreamRoom
        var counters: StreamCore.Counters { stream.core.counters }
    }

    private func run(
        _ link: SimLinkProfile = .lan,
        seconds: Double = 30,
        seed: UInt64 = 3,
        house change: (inout SimHouse) -> Void = { _ in }
    ) throws -> Result {
        var house = SimHouse(rooms: 1, on: link, seed: seed)
        change(&house)
        let stream = try StreamRoom()
        let room = SimRoom(house.rooms[0], broadcast: house.broadcast, stream: stream)
        room.run(until: seconds * 1e9)
        // Whatever was played was the packet of its position.
        #expect(stream.wrongFrames == 0)
        #expect(stream.rightFrames > 100)
        return Result(trace: room.trace, stream: stream)
    }

    @Test(arguments: [SimLinkProfile.loop, .wifi, .awful])
    func steadyPlayMissesNothing(link: SimLinkProfile) throws {
        let result = try run(link)
        #expect(result.trace.silences.isEmpty)
        #expect(result.trace.starvedFrames == 0)
        #expect(result.counters == StreamCore.Counters())
    }

    @Test(arguments: [SimLinkProfile.loop, .lan])
    func aRoomThatJoinsMidSongFetchesWhatItMissed(link: SimLinkProfile) throws {
        let result = try run(link, seconds: 25) { $0.rooms[0].joins = 20e9 }
        let first = try #require(result.trace.firstSound)
        #expect(first.at - 20e9 < 250e6)
        #expect(abs(first.error) < 100)
        #expect(result.trace.silences.isEmpty)
        #expect(result.counters.lost == 0)
        #expect(result.counters.concealed == 0)
    }

    @Test func whatAFullQueueLostIsRepairedUnheard() throws {
        let result = try run { $0.rooms[0].losses = [12e9..<12.5e9] }
        #expect(result.trace.silences.isEmpty)
        #expect(result.counters.lost >= 20)
        #expect(result.counters.repaired == result.counters.lost)
        #expect(result.counters.concealed == 0)
    }

    @Test func anOutageShorterThanTheLeadIsNotHeard() throws {
        let result = try run { $0.rooms[0].cuts = [12e9..<13.5e9] }
        #expect(result.trace.silences.isEmpty)
        #expect(result.trace.starvedFrames == 0)
        #expect(result.counters.concealed == 0)
    }

    @Test func anOutageLongerThanTheLeadIsOneSilence() throws {
        let result = try run { $0.rooms[0].cuts = [12e9..<17e9] }
        #expect(result.trace.silences.count == 1)
        let silence = try #require(result.trace.silences.first)
        #expect(silence.lowerBound > 13.5e9)
        #expect(silence.upperBound < 17.6e9)
        #expect(abs(result.trace.worst.error) < 200)
    }

    @Test func aStoppedProcessPlaysNothingOld() throws {
        let result = try run(seconds: 34) { $0.rooms[0].stops = [12e9..<27e9] }
        #expect(result.trace.silences.count == 1)
        #expect((result.trace.silences.first?.upperBound ?? .infinity) < 27.5e9)
        #expect(abs(result.trace.worst.error) < 200)
    }

    @Test(arguments: [1.0, 300] as [Double])
    func aSleepingMachinePlaysNothingOld(seconds: Double) throws {
        let wake = (12 + seconds) * 1e9
        let result = try run(seconds: 20 + seconds) { $0.rooms[0].sleeps = [12e9..<wake] }
        #expect(result.trace.silences.count == 1)
        #expect((result.trace.silences.first?.upperBound ?? .infinity) - wake < 1e9)
        #expect(abs(result.trace.worst.error) < 250)
    }

    /// By a clock that is an hour ahead all packets in hand are over: they must not stay refused when it is found
    /// again.
    @Test(arguments: [3_600.0, -3_600])
    func aClockThatJumpsDoesNotLoseTheStream(seconds: Double) throws {
        let result = try run { $0.rooms[0].clock.jumps = [.init(at: 12e9, by: seconds * 1e9)] }
        #expect((result.trace.silences.last?.upperBound ?? .infinity) < 13.5e9)
        for cell in 140..<295 { #expect(abs(result.trace.errors[cell]) < 50) }
    }

    @Test func seekingPlaysTheNewGenerationAtItsTime() throws {
        let result = try run(.wifi) { house in
            house.broadcast.sessions[0].play(2, at: 12e9, after: .milliseconds(80))
            house.broadcast.sessions[0].play(3, at: 14e9, after: .milliseconds(80))
        }
        for silence in result.trace.silences { #expect(silence.upperBound - silence.lowerBound < 0.1e9) }
        #expect(abs(result.trace.worst.error) < 300)
        #expect(result.counters.late == 0)
        #expect(result.counters.concealed == 0)
    }

    @Test func aRestartedCoordinatorMayUseTheSameNumbers() throws {
        let result = try run(seconds: 40) { house in
            var next = SimBroadcast.Session(
                begins: 20e9,
                clock: SimClock(epoch: 1_000_000_000, oscillator: SimOscillator(ppm: 33))
            )
            next.play(1, at: 21e9)
            house.broadcast.sessions.append(next)
        }
        #expect(result.trace.silences.count == 1)
        #expect((result.trace.silences.first?.upperBound ?? .infinity) < 22.5e9)
        #expect(abs(result.trace.worst.error) < 250)
    }
}
