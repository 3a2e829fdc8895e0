import AudioCore
import LinuxSystem
import PlaybackCore
import WireFormat

/// What the pipeline tells, and what time brings.
extension PlaybackCoordinator {
    func handle(_ event: PipelineEvent, _ now: Instant<CoordinatorClock>) {
        switch event {
        case .loading, .starved, .supplied, .supply, .titled, .full:
            supplied(event, now)
        case .opened(let track, let info):
            if playback.queue[track.item] != nil { supply.opened(track.item, info) }
            takeLyrics(of: track.item, info)
            apply(playback.itemReady(track.item, info), now)
        case .marked(let mark):
            if schedule.marked(mark) { replan(now) }
        case .counted(let serial, let change):
            schedule.counted(serial, change)
            announce(now)
        case .ready(let generation):
            ready(generation, now)
        case .refused(let generation, let track, let reason):
            if refused(generation, now) { fail(track.item, reason, now, at: track.start) }
            replan(now)
        case .passed(let generation, let track):
            if refused(generation, now) { passed(track, now) }
            replan(now)
        case .uncuttable(let generation):
            if refused(generation, now) { replan(now) }
        case .failed(let track, let mark, let reason):
            schedule.withdraw(mark)
            fail(track.item, reason, now, stillHeard: track.item == playback.queue.current)
            replan(now)
        case .broke(let mark, let reason):
            told.broke(mark, reason: reason)
            note(mark.item, failed: reason, now, stillHeard: true)
        case .ended(let generation, let position):
            schedule.ended(generation, at: position)
            announceChange(now)
        case .stalled(_, let reason):
            Log.error("cannot encode: \(reason)")
            playback.heardPosition = elapsed(at: now)
            apply(playback.stop(), now)
            problem = "cannot encode: \(reason)"
        }
    }

    /// - Returns: whether something is missing now.
    private func refused(_ generation: Generation, _ now: Instant<CoordinatorClock>) -> Bool {
        guard let commands = schedule.refused(generation) else { return false }
        send(commands)
        announceChange(now)
        return true
    }

    private func ready(_ generation: Generation, _ now: Instant<CoordinatorClock>) {
        let isKnown = schedule.pending?.generation == generation
        if let placed = schedule.ready(generation, earliest: now + ports.commandLead.value) { send(placed.commands) }
        guard isKnown else { return }
        announceChange(now)
        replan(now)
        announceChange(now)
        tellSupply(now)
    }

    func announceChange(_ now: Instant<CoordinatorClock>) {
        if ports.board.revision != schedule.timeline.revision { publishTimeline(now) }
    }

    /// There is nothing of a track behind the place that it was to be played from. Where its own start position is at
    /// fault it cannot be played at all; else somebody went beyond its end.
    private func passed(_ track: TrackReference, _ now: Instant<CoordinatorClock>) {
        guard let item = playback.queue[track.item] else { return }
        if track.start > item.start, track.item == playback.queue.current {
            let item = wireItem(track.item)
            let outcome = playback.itemIsOver(track.item)
            tellLeft(item, by: outcome)
            apply(outcome, now)
        } else {
            fail(track.item, track.startIsBehindItsEnd, now)
        }
    }

    /// Nothing of the item will be heard, or nothing more.
    /// - Parameters:
    ///   - reason: a whole sentence, as `AudioError` has it.
    ///   - place: where it was to be played from, if nothing of it was heard: the timeline knows only of what was
    ///     before.
    private func fail(
        _ id: ItemID,
        _ reason: String,
        _ now: Instant<CoordinatorClock>,
        at place: Interval? = nil,
        stillHeard: Bool = false
    ) {
        tellFailed(id, reason)
        note(id, failed: reason, now, at: place, stillHeard: stillHeard)
    }

    private func note(
        _ id: ItemID,
        failed reason: String,
        _ now: Instant<CoordinatorClock>,
        at place: Interval? = nil,
        stillHeard: Bool
    ) {
        Log.notice(reason)
        playback.heardPosition = place ?? elapsed(at: now)
        apply(playback.itemFailed(id, reason: reason, stillHeard: stillHeard), now)
        if playback.state == .stopped { problem = reason }
    }

    private func tellFailed(_ id: ItemID, _ reason: String, at time: Instant<CoordinatorClock>? = nil) {
        guard var item = wireItem(id) else { return }
        // A new round may have given it another chance.
        (item.status, item.error) = (.failed, reason)
        ports.events.post(Wire.Event(kind: .itemFailed, zone: zone, item: item), at: time)
    }

    /// Takes note of what has been heard, and does what is due.
    /// - Parameter isPatient: joints that come densely may wait a little, to be taken note of together.
    func tick(_ now: Instant<CoordinatorClock>, isPatient: Bool = false) {
        guard !hasEnded else { return }
        if !isPatient || due.takesBoundaries(now) { takeBoundaries(now) }
        announceChange(now)
        followLyrics(now)
        followTitles(now)
        if due.takeTimeline(now) { announceTimeline() }
        if due.takeRetry(now) { saving.request() }
        if playback.state == .playing {
            if due.takeProgress(now) {
                ports.events.post(Wire.Event(kind: .progress, zone: zone, nowPlaying: nowPlaying(now)))
            }
            if due.takeSave(now) { keepTransport(.playing, at: elapsed(at: now)) }
        }
        setAlarm(now)
    }

    private func takeBoundaries(_ now: Instant<CoordinatorClock>) {
        while let boundary = schedule.takeBoundary(now) {
            due.tookBoundary(at: now)
            cross(boundary, now)
        }
    }

    /// Whether the track behind `mark` was heard for a moment only, and the next one is heard by now.
    private func isPassed(_ mark: TrackMark, _ now: Instant<CoordinatorClock>) -> Bool {
        guard let next = schedule.nextJoint, next <= now,
            let time = schedule.time(of: mark.position, in: mark.generation)
        else { return false }
        return next - time < DueTimes.denseJoints
    }

    private func cross(_ boundary: ZoneSchedule.Boundary, _ now: Instant<CoordinatorClock>) {
        due.jumped()
        switch boundary {
        case .began(let mark, after: let previous):
            let time = schedule.time(of: mark.position, in: mark.generation)
            arrived = mark.item
            defer { arrived = nil }
            let isPassed = isPassed(mark, now)
            if let previous {
                finish(previous, at: time)
                playback.heardPosition = schedule.place(in: previous, before: mark) ?? playback.heardPosition
                apply(playback.itemEnded(previous.item), now, isPassed: isPassed)
            }
            guard !isPassed else { return }
            let isStill = schedule.marks.first?.serial == mark.serial
            if isStill, let item = wireItem(mark.item), told.began(mark) {
                supply.itemChanged()
                ports.events.post(Wire.Event(kind: .itemStarted, zone: zone, item: item), at: time)
            }
            replan(now)
        case .continued:
            replan(now)
        case .finished(let mark):
            finish(mark, at: nil)
            playback.heardPosition = elapsed(at: now)
            apply(playback.itemEnded(mark.item), now)
            // It was heard up to where it failed, and nothing follows.
            if playback.state == .stopped, case .failed(let reason) = playback.queue[mark.item]?.status {
                problem = reason
            }
        }
    }

    /// Tells that an item has finished that was gone beyond the end of.
    /// - Parameter item: what was current before `outcome`.
    func tellLeft(_ item: Wire.Item?, by outcome: ZoneOutcome) {
        guard outcome.isAtEnd, let item, told.item == ItemID(item.id) else { return }
        told.left()
        ports.events.post(Wire.Event(kind: .itemFinished, zone: zone, item: item))
    }

    private func finish(_ mark: TrackMark, at time: Instant<CoordinatorClock>?) {
        switch told.ended(mark) {
        case .finished:
            guard let item = wireItem(mark.item) else { return }
            ports.events.post(Wire.Event(kind: .itemFinished, zone: zone, item: item), at: time)
        case .failed(let reason): tellFailed(mark.item, reason, at: time)
        case nil: return
        }
    }
}
