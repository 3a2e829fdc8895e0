import Glibc
import TestSupport
import Testing

/// How far apart the rooms of a simulated house sound. TUTTI_LONG_TESTS=1 runs hours instead of minutes.
@Suite struct SimulationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var link: SimLinkProfile
        var rooms = 2
        var granularity: Int64 = 1
        var seconds = 90.0
        var wander = 0.0
        /// The 99th percentile between any two rooms in us: 10 to 60 s after the start, and later.
        var early: Double
        var late: Double

        var testDescription: String {
            "\(link.name), \(rooms) rooms, pointers of \(granularity) frames, \(Int(seconds)) s, wander \(wander) ppm"
        }
    }

    static let isLong = getenv("TUTTI_LONG_TESTS") != nil

    static let cases = [
        Case(link: .loop, early: 6, late: 3),
        Case(link: .lan, early: 8, late: 6),
        Case(link: .wifi, early: 50, late: 30),
        Case(link: .awful, early: 250, late: 80),
        Case(link: .loop, rooms: 8, seconds: 62, early: 7, late: 5),
        Case(link: .loop, granularity: 48, seconds: 62, early: 10, late: 8),
        Case(link: .loop, granularity: 480, seconds: 62, early: 30, late: 20),
        // Crystals that wander by 1 ppm within 10 minutes; `tutti-bench hours` runs twelve hours of it.
        Case(link: .lan, seconds: 660, wander: 0.5, early: 8, late: 8),
    ]

    static let longCases = [
        Case(link: .lan, seconds: 43_200, wander: 0.5, early: 8, late: 8),
        Case(link: .wifi, seconds: 43_200, wander: 0.5, early: 50, late: 40),
        Case(link: .awful, seconds: 43_200, wander: 0.5, early: 300, late: 120),
    ]

    @Test(arguments: isLong ? cases + longCases : cases)
    func roomsStayTogether(_ house: Case) {
        var plan = SimHouse(rooms: house.rooms, on: house.link, wanderPpm: house.wander)
        for index in plan.rooms.indices { plan.rooms[index].card.granularity = house.granularity }
        let traces = plan.run(seconds: house.seconds)
        #expect(SimSpread.worst(of: traces, seconds: 10..<60).p99 <= house.early)
        #expect(SimSpread.worst(of: traces, seconds: 60..<house.seconds).p99 <= house.late)
        for trace in traces {
            #expect(trace.errors.count > Int(house.seconds * 10) - 3)
            #expect(trace.silences.isEmpty)
            #expect(trace.resyncs == 0)
            #expect(trace.clockSteps == 0)
            #expect(trace.xruns == 0)
            #expect(trace.starvedFrames == 0)
            // The step changes slowly, and never leaves the crystal's own rate by more than 0.05 %.
            #expect(trace.largestStepChange < 120)
            #expect(trace.largestCorrection <= 500e-6)
        }
    }

    @Test func theFirstSoundIsInPlace() throws {
        for trace in SimHouse(rooms: 4, on: .loop, seed: 9).run(seconds: 5) {
            let first = try #require(trace.firstSound)
            #expect(first.at < 500e6)
            #expect(abs(first.error) < 100)
        }
    }
}
