package import AudioCore

/// Keeps what is prepared in step with what the queue says follows.
extension ZoneSchedule {
    /// Compares the plan with what the pipeline has made and been told, and corrects it as late as possible.
    /// - Parameters:
    ///   - current: the track that is heard, as it should sound; nil: it is not looked at.
    ///   - following: what follows the track that is k tracks after the current one; nil: nothing.
    ///   - earliest: now and the command lead.
    package mutating func replan(
        current: TrackReference? = nil,
        _ following: (Int) -> TrackReference?,
        earliest: Instant<CoordinatorClock>
    ) -> [PipelineCommand] {
        switch pending?.kind {
        case .cut: return []
        case .fresh(let isHeld):
            if let commands = restart(current, isHeld: isHeld) { return commands }
            guard let pending, let last = pending.marks.last else { return [] }
            // What of it is already wrong is corrected when it is on the timeline.
            return tell(following(pending.marks.count - 1), after: last.serial)
        case nil:
            let wanted = { (index: Int) in index == 0 ? current : following(index - 1) }
            if let commands = retune(wanted, earliest: earliest) { return commands }
            return correct(following, earliest: earliest)
        }
    }

    private mutating func correct(
        _ following: (Int) -> TrackReference?,
        earliest: Instant<CoordinatorClock>
    ) -> [PipelineCommand] {
        guard let last = marks.last else { return [] }
        for index in marks.indices.dropFirst() where !marks[index].continues {
            let wanted = following(tracksBefore(index) - 1)
            let isRight = wanted.map { marks[index].item == $0.item && marks[index].sounds(as: $0) } ?? false
            guard !isRight else { continue }
            return cut(marks[index].generation, at: marks[index].position, wanted, earliest: earliest)
        }
        let wanted = following(tracksBefore(marks.count - 1))
        if let end {
            guard let wanted else { return [] }
            return cut(last.generation, at: end, wanted, earliest: earliest)
        }
        return tell(wanted, after: last.serial)
    }

    /// How many tracks are begun by the marks before the one at `index`: what sounds otherwise from a mark on is none.
    func tracksBefore(_ index: Int) -> Int {
        marks[...index].dropFirst().count { !$0.continues }
    }

    private mutating func tell(_ track: TrackReference?, after serial: UInt64) -> [PipelineCommand] {
        guard told != .following(track) else { return [] }
        told = .following(track)
        return [.follow(serial: serial, track)]
    }

    /// Lets `wanted` follow at a position that is published already; nothing, where it is too late for that.
    mutating func cut(
        _ generation: Generation,
        at mark: FrameCount,
        _ wanted: TrackReference?,
        earliest: Instant<CoordinatorClock>,
        retunes: Bool = false
    ) -> [PipelineCommand] {
        if hold != nil {
            hold?.isStale = true
            return []
        }
        guard generation == encoding, let time = time(of: mark, in: generation), time >= earliest + Self.cutMargin
        else {
            return []
        }
        guard let wanted else {
            marks.removeAll { $0.generation == generation && $0.position >= mark }
            ended(generation, at: mark)
            return [.suspend(generation)]
        }
        let new = newGeneration()
        pending = Pending(generation: new, kind: .cut(old: generation, mark: mark, time: time), track: wanted)
        pending?.retunes = retunes
        told = .nothingYet
        let pace = StreamPace.running(position: startPosition, time: time)
        return [.cut(StreamCut(old: generation, mark: mark, new: new, next: wanted, pace: pace, fades: retunes))]
    }
}
