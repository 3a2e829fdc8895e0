import AudioCore
import SyncCore

/// A planner on a perfect DAC whose frame n leaves at node time n / 48 kHz, with coordinator time one hour ahead of it.
struct PlannerFixture {
    static let hour = Interval.seconds(3_600)
    var planner = PlayoutPlanner()
    var dac = DACClock(rate: .stream)
    var inputs = PlayoutInputs()
    /// What is decoded of each generation: everything, unless told.
    var decoded: [Generation: PlayoutPlanner.Available] = [:]
    var everything = PlayoutPlanner.Available(low: 0, high: 1 << 40)
    var next: Int64 = 48_000
    var timeline = Timeline()

    init() {
        for frames in stride(from: 480 as Int64, through: 48_000, by: 480) {
            dac.observe(frames: frames, at: Instant(nanoseconds: 0) + FrameTime.interval(of: FrameCount(frames)))
        }
        inputs.mapping = ClockMapping(node: Instant(nanoseconds: 0), coordinator: Self.time(ofFrame: 0), drift: 0)
    }

    /// When the DAC plays frame `frame`, whole or not.
    static func time(ofFrame frame: Double) -> Instant<CoordinatorClock> {
        Instant(nanoseconds: hour.nanoseconds + Int64((frame * 62_500 / 3).rounded()))
    }

    /// A span that starts when the DAC plays frame `frame`.
    static func span(
        _ generation: UInt32,
        frame: Double,
        position: Int64 = 3_840,
        end: Int64? = nil,
        continues: Bool = false
    ) -> TimelineSpan {
        TimelineSpan(
            generation: Generation(generation),
            startPosition: FrameCount(position),
            startTime: time(ofFrame: frame),
            endPosition: end.map { FrameCount($0) },
            continuesPrevious: continues
        )
    }

    mutating func set(_ spans: [TimelineSpan]) {
        timeline = Timeline(spans: spans)
        inputs.setTimeline(timeline)
    }

    /// The next block's segments, each with the number of its first frame.
    mutating func block(_ frames: Int = 480) -> [(frame: Int64, segment: BlockPlan.Segment)] {
        let plan = planner.plan(first: next, frames: frames, dac: dac, inputs: inputs) { generation in
            decoded[generation] ?? everything
        }
        var list: [(Int64, BlockPlan.Segment)] = []
        var frame = next
        for index in 0..<plan.count {
            list.append((frame, plan[index]))
            frame += Int64(plan[index].frames)
        }
        next += Int64(frames)
        return list
    }

    mutating func blocks(_ count: Int) -> [(frame: Int64, segment: BlockPlan.Segment)] {
        (0..<count).flatMap { _ in block() }
    }
}

extension BlockPlan.Segment {
    /// The stream position of the first frame.
    var exactPosition: Double { Double(position) + fraction }
    var isSilent: Bool { generation == nil }
}
