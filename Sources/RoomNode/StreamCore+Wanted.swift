import AudioCore
import SyncCore

/// What the timeline wants of each generation.
extension StreamCore {
    /// What is heard next of a generation.
    struct Need: Hashable, Sendable {
        /// The frame that is heard now, or that will be heard next, or where it was paused.
        var position: Int64
        /// Frames that pass until it is heard; nil: nobody knows when.
        var wait: Int64?
    }

    /// What of `generation` is heard at `time` or next; nil where nothing of it is on the timeline.
    func need(of generation: Generation, at time: Instant<CoordinatorClock>) -> Need? {
        var held: Need?
        for (index, span) in timeline.spans.enumerated() where span.generation == generation {
            if span.startTime > time {
                let wait = FrameTime.frames(in: span.startTime - time)
                return Need(position: span.startPosition.rawValue, wait: wait.rawValue)
            }
            let position = span.position(at: time).rawValue
            let inForce = index + 1 == timeline.spans.count || timeline.spans[index + 1].startTime > time
            let end = span.endPosition?.rawValue ?? StreamFormat.maximumPosition
            if inForce, position < end { return Need(position: position, wait: 0) }
            held = Need(position: min(position, end), wait: nil)
        }
        return held
    }

    /// The frame of `generation` that is heard at `time`, or that will be heard next, or where it was paused.
    func needed(of generation: Generation, at time: Instant<CoordinatorClock>) -> Int64? {
        need(of: generation, at: time)?.position
    }

    /// The generation in force, then those to come, without repeats.
    func wanted(at time: Instant<CoordinatorClock>) -> [Generation] {
        var list: [Generation] = []
        let inForce = timeline.spans.lastIndex { $0.startTime <= time } ?? 0
        for span in timeline.spans.dropFirst(inForce) where !list.contains(span.generation) {
            list.append(span.generation)
        }
        return list
    }

    /// Where `generation` ends for good, as far as is known.
    func end(of generation: Generation) -> Int64? {
        guard let last = timeline.spans.last(where: { $0.generation == generation }) else { return nil }
        return last.endPosition?.rawValue
    }
}
