package import AudioCore

/// Keeps what is prepared in step with what the queue says follows.
extension ZoneSchedule {
    /// Compares the plan with what the pipeline has made and been told, and corrects it as late as possible.
    /// - Parameters:
    ///   - current: the track that is heard, as it should sound; nil: it is not looked at.
    ///   - following: what follows the track that is k tracks after the current one; nil: nothing.
    ///   - edition: of what follows and how it sounds; what has been found to be right under one is not looked at
    ///     again. Nil: all is looked at.
    ///   - earliest: now and the command lead.
    package mutating func replan(
        current: TrackReference? = nil,
        _ following: (Int) -> TrackReference?,
        edition: PlanEdition? = nil,
        earliest: Instant<CoordinatorClock>
    ) -> [PipelineCommand] {
        switch pending?.kind {
        case .cut(let old, let mark, _):
            if let commands = recut(old, at: mark, following, earliest: earliest) { return commands }
            guard let pending, let last = pending.marks.last else { return [] }
            return tell(following(trackCut(of: old, at: mark) + pending.marks.count), after: last.serial)
        case .fresh(let isHeld):
            if let commands = restart(current, isHeld: isHeld) { return commands }
            guard let pending, let last = pending.marks.last else { return [] }
            // What of it is already wrong is corrected when it is on the timeline.
            return tell(following(pending.marks.count - 1), after: last.serial)
        case nil:
            let wanted = { (index: Int) in index == 0 ? current : following(index - 1) }
            let right = edition.flatMap { rightMarks(by: $0) }
            if right == nil, let commands = retune(wanted, earliest: earliest) { return commands }
            return correct(following, from: max(right ?? 1, 1), edition, earliest: earliest)
        }
    }

    /// How many of the first marks have been found to be right by this edition; nil: none.
    private func rightMarks(by edition: PlanEdition) -> Int? {
        guard let checked, checked.edition == edition, hold == nil else { return nil }
        return marks.lastIndex { $0.serial <= checked.serial }.map { $0 + 1 }
    }

    /// - Parameter first: the first mark that is looked at.
    private mutating func correct(
        _ following: (Int) -> TrackReference?,
        from first: Int,
        _ edition: PlanEdition?,
        earliest: Instant<CoordinatorClock>
    ) -> [PipelineCommand] {
        guard let last = marks.last, let encoding else { return [] }
        var tracks = tracksBefore(first - 1)
        for index in marks.indices.dropFirst(first) where !marks[index].continues {
            let wanted = following(tracks)
            let isRight = wanted.map { marks[index].item == $0.item && marks[index].sounds(as: $0) } ?? false
            guard isRight else {
                return cut(marks[index].generation, at: marks[index].position, wanted, earliest: earliest)
            }
            tracks += 1
        }
        checked = edition.map { Checked(edition: $0, serial: last.serial) }
        let wanted = following(tracks)
        if let end {
            guard let wanted else { return [] }
            return cut(encoding, at: end, wanted, earliest: earliest)
        }
        return tell(wanted, after: last.serial)
    }

    /// Lets something else follow at a cut whose track is still waited for.
    /// - Returns: nil where that track is the right one.
    private mutating func recut(
        _ old: Generation,
        at mark: FrameCount,
        _ following: (Int) -> TrackReference?,
        earliest: Instant<CoordinatorClock>
    ) -> [PipelineCommand]? {
        guard let pending, pending.isLoading, pending.marks.isEmpty, !pending.retunes else { return nil }
        let wanted = following(trackCut(of: old, at: mark))
        guard wanted?.item != pending.track.item else { return nil }
        let ending = endBeforeCut(old, at: mark)
        let commands = wanted.map { cut(old, at: mark, $0, earliest: earliest) } ?? []
        // Too late for another: that the end is heard starts it.
        return commands.isEmpty ? ending : commands
    }

    /// Which track after the current one it is that is heard up to the cut; one less where a pending retune reads it
    /// anew, so that its marks count on from there.
    private func trackCut(of old: Generation, at mark: FrameCount) -> Int {
        let kept = marks.count { !$0.isCutOff(from: old, at: mark) }
        guard kept > 0 else { return -1 }
        let isReadAnew = pending?.retunes == true && marks[kept - 1].item == pending?.track.item
        return tracksBefore(kept - 1) - (isReadAnew ? 1 : 0)
    }

    /// Nothing continues `old` at the cut, and of `old` nothing more is wanted.
    mutating func endBeforeCut(_ old: Generation, at mark: FrameCount) -> [PipelineCommand] {
        pending = nil
        encoding = old
        marks.removeAll { $0.isCutOff(from: old, at: mark) }
        told = .nothingYet
        ended(old, at: mark)
        return [.suspend(old)]
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
        guard let wanted else { return endBeforeCut(generation, at: mark) }
        let new = newGeneration()
        pending = Pending(generation: new, kind: .cut(old: generation, mark: mark, time: time), track: wanted)
        pending?.retunes = retunes
        told = .nothingYet
        let pace = StreamPace.running(position: startPosition, time: time)
        return [.cut(StreamCut(old: generation, mark: mark, new: new, next: wanted, pace: pace, fades: retunes))]
    }
}
