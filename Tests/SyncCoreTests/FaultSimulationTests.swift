import AudioCore
import TestSupport
import Testing

/// Rooms to which something happens while others play on: what they play afterwards, and when again.
@Suite struct FaultSimulationTests {
    private static let second = 1e9

    /// One room, changed by `change`, on a link.
    private func room(
        _ link: SimLinkProfile = .lan,
        seconds: Double = 34,
        broadcast: SimBroadcast? = nil,
        _ change: (inout SimRoom.Plan) -> Void
    ) -> SimTrace {
        var house = SimHouse(rooms: 1, on: link, seed: 5)
        if let broadcast { house.broadcast = broadcast }
        change(&house.rooms[0])
        return house.run(seconds: seconds)[0]
    }

    /// Nothing was heard where it did not belong, also right after the fault.
    private func expectNothingOld(
        _ trace: SimTrace,
        below limit: Double = 250,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            abs(trace.worst.error) < limit,
            "\(trace.worst.error) us at \(trace.worst.at * 1e-9) s",
            sourceLocation: sourceLocation
        )
    }

    @Test func aStoppedProcessComesBackInPlace() throws {
        let trace = room { $0.stops = [15e9..<30e9] }
        #expect(trace.xruns == 1)
        #expect(trace.clockSteps == 0)
        expectNothingOld(trace)
        let silence = try #require(trace.silences.first)
        #expect(trace.silences.count == 1)
        #expect(silence.upperBound - 30e9 < 0.5 * Self.second)
    }

    @Test func anXrunCostsAMoment() throws {
        let trace = room { $0.stops = [20e9..<20.1e9] }
        #expect(trace.xruns == 1)
        expectNothingOld(trace)
        let silence = try #require(trace.silences.first)
        #expect(trace.silences.count == 1)
        #expect(silence.upperBound - silence.lowerBound < 0.3 * Self.second)
    }

    @Test(arguments: [1.0, 60, 3_600] as [Double])
    func aSleepingMachineComesBackInPlace(seconds: Double) throws {
        let wake = (20 + seconds) * Self.second
        let trace = room(seconds: 34 + seconds) { $0.sleeps = [20e9..<wake] }
        expectNothingOld(trace)
        let silence = try #require(trace.silences.first)
        #expect(trace.silences.count == 1)
        #expect(silence.upperBound - wake < Self.second)
    }

    @Test(arguments: [0.003, -0.003, 3_600, -3_600] as [Double])
    func aClockThatJumpsIsFoundAgain(seconds: Double) throws {
        let trace = room { $0.clock.jumps = [.init(at: 20e9, by: seconds * 1e9)] }
        #expect(trace.clockSteps == 1)
        let silence = try #require(trace.silences.first)
        #expect(silence.upperBound - 20e9 < Self.second)
        // Until the next exchanges tell, the room cannot know; afterwards all is in place.
        for cell in 215..<330 { #expect(abs(trace.errors[cell]) < 50) }
    }

    @Test func aShortOutageIsNotHeard() {
        let trace = room(.lan) { $0.cuts = [20e9..<21.5e9] }
        #expect(trace.silences.isEmpty)
        #expect(trace.clockSteps == 0)
        expectNothingOld(trace, below: 60)
    }

    @Test func aLongOutageIsOneSilence() throws {
        let trace = room { $0.cuts = [20e9..<25e9] }
        #expect(trace.silences.count == 1)
        let silence = try #require(trace.silences.first)
        #expect(silence.lowerBound > 21.5e9)
        #expect(silence.upperBound - 25e9 < 0.5 * Self.second)
        #expect(trace.clockSteps == 0)
        expectNothingOld(trace)
    }

    @Test func aRestartedCoordinatorIsFollowed() throws {
        var house = SimHouse(rooms: 2, on: .lan, seed: 6)
        var next = SimBroadcast.Session(
            begins: 30e9,
            clock: SimClock(epoch: 77_000_000_000_000, oscillator: SimOscillator(ppm: -40))
        )
        next.play(1, at: 31e9)
        house.broadcast.sessions.append(next)
        let traces = house.run(seconds: 60)
        for trace in traces {
            expectNothingOld(trace)
            #expect(trace.silences.count == 1)
            #expect((trace.silences.first?.upperBound ?? .infinity) < 32.5e9)
            #expect(trace.resyncs == 0)
        }
        #expect(SimSpread(traces[0], traces[1], seconds: 40..<60).p99 < 10)
    }

    @Test(arguments: [SimLinkProfile.loop, .lan, .wifi])
    func aRoomThatJoinsMidSongSoundsInSyncAtOnce(link: SimLinkProfile) throws {
        let trace = room(link, seconds: 35) { $0.joins = 30e9 }
        let first = try #require(trace.firstSound)
        #expect(first.at - 30e9 < 0.4 * Self.second)
        #expect(abs(first.error) < (link.name == "wifi" ? 500 : 100))
        expectNothingOld(trace, below: 500)
    }

    @Test func disorderAndDuplicatesDoNotMatter() {
        var link = SimLinkProfile.wifi
        link.keepsOrder = false
        link.duplicates = 0.05
        let traces = SimHouse(rooms: 2, on: link, seed: 8).run(seconds: 60)
        #expect(SimSpread(traces[0], traces[1], seconds: 10..<60).p99 < 60)
        for trace in traces {
            #expect(trace.silences.isEmpty)
            #expect(trace.clockSteps == 0)
        }
    }

    @Test func pausedAndResumedTogether() {
        var house = SimHouse(rooms: 2, on: .wifi, seed: 9)
        let clock = house.broadcast.sessions[0].clock
        var timeline = house.broadcast.sessions[0].timeline(at: 0)
        timeline.end(at: clock.reading(at: 20.1e9))
        house.broadcast.sessions[0].publish(timeline, at: 20e9)
        let position = timeline.spans[0].endPosition ?? 0
        timeline.append(
            TimelineSpan(
                generation: Generation(1),
                startPosition: position,
                startTime: clock.reading(at: 30.1e9)
            )
        )
        house.broadcast.sessions[0].publish(timeline, at: 30e9)
        for trace in house.run(seconds: 40) {
            expectNothingOld(trace)
            #expect(trace.silences.count == 1)
            for silence in trace.silences {
                #expect(abs(silence.lowerBound - 20.1e9) < 0.1e6)
                #expect(abs(silence.upperBound - 30.1e9) < 0.1e6)
            }
            #expect(trace.resyncs == 0)
        }
    }
}
