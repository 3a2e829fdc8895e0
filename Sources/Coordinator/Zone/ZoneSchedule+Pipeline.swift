package import AudioCore

/// What the pipeline reports.
extension ZoneSchedule {
    /// A track begins in the stream.
    /// - Returns: false where the mark belongs to nothing that will be heard.
    package mutating func marked(_ mark: TrackMark) -> Bool {
        if pending?.generation == mark.generation {
            pending?.marks.removeAll { $0.position >= mark.position }
            pending?.marks.append(mark)
        } else if encoding == mark.generation {
            marks.append(mark)
        } else {
            return false
        }
        told = .nothingYet
        return true
    }

    /// A track that was announced turned out to hold nothing.
    package mutating func withdraw(_ mark: TrackMark?) {
        told = .nothingYet
        guard let mark else { return }
        pending?.marks.removeAll { $0.serial == mark.serial }
        marks.removeAll { $0.serial == mark.serial }
    }

    /// The reading of this serial number began so much further on than was told.
    mutating func counted(_ serial: UInt64, _ change: Interval) {
        let settled = { (mark: TrackMark) in
            var mark = mark
            if mark.serial == serial { mark.counted(change) }
            return mark
        }
        marks = marks.map(settled)
        replacedMarks = replacedMarks.map(settled)
        if let marks = pending?.marks { pending?.marks = marks.map(settled) }
    }

    /// Nothing comes after `position`.
    package mutating func ended(_ generation: Generation, at position: FrameCount) {
        if pending?.generation == generation {
            pending?.end = position
        } else if encoding == generation {
            // What was taken back stays so, where the pipeline had gone on behind it meanwhile.
            end = min(end ?? position, position)
            isEndHeard = false
            let before = timeline
            timeline.end(generation, at: position)
            if timeline != before { publish() }
        }
    }

    /// Enough of a pending generation is published: it goes on the timeline.
    /// - Parameter earliest: now and the command lead.
    /// - Returns: the commands, and when the generation is heard first; nil for one that is not pending any more, or is
    ///   held.
    package mutating func ready(
        _ generation: Generation,
        earliest: Instant<CoordinatorClock>
    ) -> (commands: [PipelineCommand], time: Instant<CoordinatorClock>)? {
        guard let pending, pending.generation == generation else { return nil }
        self.pending = nil
        encoding = generation
        let start: (time: Instant<CoordinatorClock>, isContinuous: Bool)?
        switch pending.kind {
        case .fresh(let isHeld): start = begin(pending, isHeld: isHeld, earliest)
        case .cut(let old, let mark, let time):
            marks.removeAll { $0.isCutOff(from: old, at: mark) }
            start = join(pending, at: time, earliest)
        }
        guard let start else { return nil }
        hold = nil
        timeline.append(
            TimelineSpan(
                generation: generation,
                startPosition: startPosition,
                startTime: start.time,
                endPosition: end,
                continuesPrevious: start.isContinuous
            )
        )
        publish()
        return ([.pace(generation, .running(position: startPosition, time: start.time))], start.time)
    }

    /// - Returns: when it starts; nil where it waits for `resume`.
    private mutating func begin(
        _ pending: Pending,
        isHeld: Bool,
        _ earliest: Instant<CoordinatorClock>
    ) -> (time: Instant<CoordinatorClock>, isContinuous: Bool)? {
        replaceMarks(with: pending.marks)
        isHeard = false
        adopt(pending.end)
        if isHeld {
            hold = Hold(generation: pending.generation, position: startPosition)
            return nil
        }
        return (earliest + Self.startMargin, false)
    }

    /// Lets a generation follow what is left of the one before it.
    /// - Returns: as `begin`.
    private mutating func join(
        _ pending: Pending,
        at time: Instant<CoordinatorClock>,
        _ earliest: Instant<CoordinatorClock>
    ) -> (time: Instant<CoordinatorClock>, isContinuous: Bool)? {
        let continues = pending.retunes && marks.last?.item == pending.track.item
        marks += pending.marks.enumerated().map { index, mark in
            var mark = mark
            mark.continues = index == 0 && continues
            return mark
        }
        adopt(pending.end)
        if hold != nil {
            hold?.isStale = true
            return nil
        }
        return (max(time, earliest), time >= earliest)
    }

    private mutating func adopt(_ end: FrameCount?) {
        self.end = end
        isEndHeard = false
    }

    /// A pending generation will not come.
    /// - Returns: the commands; nil if it was not pending, or nothing is missing for it.
    package mutating func refused(_ generation: Generation) -> [PipelineCommand]? {
        guard let pending, pending.generation == generation else { return nil }
        self.pending = nil
        guard case .cut(let old, let mark, _) = pending.kind else { return [] }
        // Once something is loaded or read in its place, `old` is not made any more.
        if pending.retunes, !pending.isLoading, pending.marks.isEmpty {
            encoding = old
            // A track that cannot be read anew plays on as it is.
            unretunable = marks.last?.serial
            return nil
        }
        return endBeforeCut(old, at: mark)
    }
}
