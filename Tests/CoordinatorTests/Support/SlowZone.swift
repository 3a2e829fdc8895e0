import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

/// A zone with tracks that come over a network, slowly.
enum SlowZone {
    static let startTime = CommandLead.withoutRooms + ZoneSchedule.startMargin
    static let second = 48_000

    /// A zone with `slow` tracks of 60 s on a network, and two of 10 s on a disk as 8 and 9.
    static func bench(slow: Int...) async throws -> ZoneBench {
        let bench = ZoneBench([60, 60, 60, 60, 60, 60, 60, 10, 10].map { $0 * second })
        for number in slow { bench.opener.network[number] = SlowNetwork.State() }
        return bench
    }

    /// A zone that has been told to play such tracks, of which 1 is slow.
    static func playing(_ tracks: Int...) async throws -> ZoneBench {
        let bench = try await bench(slow: 1)
        for track in tracks { try await bench.add(track) }
        try await bench.transport(.play)
        return bench
    }

    static func arrive(_ number: Int, _ seconds: Double, _ bench: ZoneBench) async {
        bench.opener.network[number].isOpen = true
        bench.opener.network[number].arrived = Int(seconds * Double(second))
        await bench.settle()
    }

    /// Listens until `end`, and says what was heard: silence once for each stretch of it.
    static func listen(_ bench: ZoneBench, for interval: Interval) async -> [TaggedFrame] {
        var heard: [TaggedFrame] = []
        let end = bench.now + interval
        while bench.now < end {
            await bench.advance(.milliseconds(10))
            let frame = bench.heard ?? TaggedFrame(track: -1, frame: 0)
            if frame != .silence || heard.last != .silence { heard.append(frame) }
        }
        return heard
    }

    /// No frame is skipped, missing or heard twice in what was heard every 10 ms, silences aside.
    static func isContinuous(_ heard: [TaggedFrame]) -> Bool {
        let frames = heard.filter { $0 != .silence }
        let steps = zip(frames, frames.dropFirst()).map { $1.frame - $0.frame }
        return steps.allSatisfy { $0 > 0 && $0 <= 481 }
    }
}
