package import AudioCore

/// The commands of transport.
extension ZoneSchedule {
    /// Prepares a new generation, which is heard as soon as `ready` has come. Until then what plays goes on.
    package mutating func start(_ track: TrackReference) -> [PipelineCommand] {
        let generation = newGeneration()
        pending = Pending(generation: generation, kind: .fresh(isHeld: false), track: track)
        encoding = nil
        return [.start(generation, track)]
    }

    /// Falls silent at `time`.
    package mutating func pause(at time: Instant<CoordinatorClock>) -> [PipelineCommand] {
        let position = timeline.heard(at: time)
        let future = timeline.spans.contains { $0.startTime >= time }
        timeline.end(at: time)
        publish()
        if case .fresh = pending?.kind {
            pending?.kind = .fresh(isHeld: true)
            return []
        }
        if let position {
            hold = Hold(generation: position.generation, position: position.position)
        } else if future, let mark = marks.first {
            hold = Hold(generation: mark.generation, position: mark.position)
        } else if let last = heard(at: time) {
            hold = Hold(generation: last.generation, position: last.position)
        }
        // What continues the stream elsewhere was cut off with the end.
        guard pending == nil, hold?.generation == encoding else {
            pending = nil
            return letGo()
        }
        guard let hold, !hold.isStale else { return [] }
        return [.pace(hold.generation, .held(at: hold.position))]
    }

    /// Goes on at `time` where `pause` fell silent.
    /// - Returns: nil where that is not prepared: `start` has to be used.
    package mutating func resume(
        at time: Instant<CoordinatorClock>,
        ring: PacketRing
    ) -> [PipelineCommand]? {
        if case .fresh = pending?.kind {
            pending?.kind = .fresh(isHeld: false)
            return []
        }
        guard let hold, !hold.isStale, pending == nil, encoding == hold.generation,
            ring.reaches(back: hold.position - FrameCount(StreamFormat.prerollFrames), of: hold.generation)
        else { return nil }
        self.hold = nil
        timeline.append(
            TimelineSpan(generation: hold.generation, startPosition: hold.position, startTime: time, endPosition: end)
        )
        publish()
        return [.pace(hold.generation, .running(position: hold.position, time: time))]
    }

    /// Falls silent at `time` and drops what is prepared.
    package mutating func stop(at time: Instant<CoordinatorClock>) -> [PipelineCommand] {
        timeline.end(at: time)
        publish()
        pending = nil
        encoding = nil
        hold = nil
        end = nil
        replaceMarks(with: [])
        isHeard = false
        return [.halt]
    }
}
