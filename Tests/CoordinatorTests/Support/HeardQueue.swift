import AudioCore
import PlaybackCore
import WireFormat

@testable import Coordinator

/// A zone that plays short tracks, and what is to be heard of them.
enum HeardQueue {
    static let startTime = CommandLead.withoutRooms + ZoneSchedule.startMargin
    /// 1.25 s: less than the lead, so that joints are published long before they are heard.
    static let short = 60_000

    /// A bench that plays, with the start of its first track heard at the instant returned.
    static func playing(
        _ lengths: [Int],
        queued: [Int]? = nil,
        mode: PlaybackCore.PlayMode = .off
    ) async throws -> (ZoneBench, Instant<CoordinatorClock>) {
        let bench = ZoneBench(lengths)
        for number in queued ?? Array(1...lengths.count) { try await bench.add(number) }
        try await bench.transport(.mode(mode))
        let start = try await bench.transport(.play).effectiveTimeNs
        return (bench, Instant(nanoseconds: start))
    }

    /// The frames of `tracks`, (number, frames), one after the other.
    static func sequence(_ tracks: [(Int, Int)]) -> [TaggedFrame?] {
        tracks.flatMap { number, count in (1...count).map { TaggedFrame(track: number, frame: $0) } }
    }

    /// Listens at every frame around a joint.
    static func joint(_ bench: ZoneBench, at time: Instant<CoordinatorClock>) -> [TaggedFrame?] {
        bench.frames(from: time + FrameTime.interval(of: -3), count: 6)
    }

    static func joined(_ first: Int, _ length: Int, _ second: Int) -> [TaggedFrame?] {
        [-2, -1, 0].map { TaggedFrame(track: first, frame: length + $0) }
            + [1, 2, 3].map { TaggedFrame(track: second, frame: $0) }
    }
}
