import AudioCore
import PlaybackCore
import WireFormat

/// Carries out what the cores decide.
extension PlaybackCoordinator {
    /// Does everything that an outcome asks for, except waiting for the store: see `persist`.
    /// - Parameter isPassed: another comes at once, with which watchers are told.
    /// - Returns: when it is heard.
    @discardableResult
    func apply(
        _ outcome: ZoneOutcome,
        _ now: Instant<CoordinatorClock>,
        isPassed: Bool = false
    ) -> Instant<CoordinatorClock> {
        let before = schedule.timeline.revision
        var effective = now
        for action in outcome.actions { effective = max(effective, perform(action, now)) }
        if schedule.timeline.revision != before { publishTimeline(now) }
        if outcome.changes.contains(.current) || playback.state == .stopped { told.left() }
        if playback.state != .paused { pauseReason = "" }
        keep(outcome.edits, now)
        if isPassed { return effective }
        tell(outcome, now)
        if !outcome.changes.isEmpty || !outcome.actions.isEmpty {
            prepareLyrics()
            if playback.state == .paused { followLyrics(now) }
        }
        setAlarm(now)
        return effective
    }

    private func perform(_ action: ZoneAction, _ now: Instant<CoordinatorClock>) -> Instant<CoordinatorClock> {
        let earliest = now + ports.commandLead.value
        switch action {
        case .start(let item, at: let position), .seek(let item, to: let position):
            return start(item, at: position, earliest)
        case .continueWith(let item):
            if arrived == item.id { return now }
            let time = start(item, at: item.start, earliest)
            if playback.state == .paused { send(schedule.pause(at: earliest)) }
            return time
        case .pause:
            send(schedule.pause(at: earliest))
            letGoOfStation()
            return earliest
        case .resume:
            return resume(earliest, now)
        case .cue, .stop:
            supply.restart()
            send(schedule.stop(at: earliest))
            return earliest
        case .replan:
            replan(now)
            return now
        }
    }

    func start(
        _ item: QueueItem,
        at position: Interval,
        _ earliest: Instant<CoordinatorClock>
    ) -> Instant<CoordinatorClock> {
        problem = ""
        supply.restart()
        send(schedule.start(reference(to: item, at: position)))
        return earliest + ZoneSchedule.startMargin
    }

    private func resume(
        _ earliest: Instant<CoordinatorClock>,
        _ now: Instant<CoordinatorClock>
    ) -> Instant<CoordinatorClock> {
        if let commands = schedule.resume(at: earliest, ring: ports.ring) {
            send(commands)
            return earliest
        }
        guard let item = playback.queue.currentItem else { return now }
        return start(item, at: schedule.elapsed(at: earliest) ?? item.start, earliest)
    }

    /// Tells the pipeline what follows, if that is not what it was told.
    func replan(_ now: Instant<CoordinatorClock>) {
        guard playback.state != .stopped else { return }
        let queue = playback.queue
        var plan = plan
        self.plan = PlanAhead()
        let commands = schedule.replan(
            current: queue.currentItem.map { reference(to: $0, at: $0.start) },
            { ahead in
                guard case .play(let id) = plan.following(ahead: ahead, in: queue), let item = queue[id] else {
                    return nil
                }
                return reference(to: item, at: item.start)
            },
            edition: PlanEdition(
                queue: queue.edition,
                ratePermille: base.ratePermille,
                replayGain: base.replayGain
            ),
            earliest: now + ports.commandLead.value
        )
        self.plan = plan
        send(commands)
    }

    private func keep(_ edits: [ZoneEdit], _ now: Instant<CoordinatorClock>) {
        for edit in edits {
            supply.take(edit)
            switch edit {
            case .transport(let state, let position):
                keepTransport(state, at: position ?? elapsed(at: now))
            case .order(let order):
                keepOrder(order)
            case .inserted, .removed, .moved, .cleared, .updated, .counters, .modes, .volume, .renamed, .rate,
                .replayGain:
                unsaved.append(edit)
            }
        }
    }

    /// Tells the watchers what is different.
    private func tell(_ outcome: ZoneOutcome, _ now: Instant<CoordinatorClock>) {
        let hasNewFacts = outcome.edits.contains { edit in
            guard case .updated = edit else { return false }
            return true
        }
        if outcome.changes.contains(.list) || hasNewFacts {
            ports.events.post(
                Wire.Event(
                    kind: .queueChanged,
                    zone: zone,
                    queueVersion: playback.queue.version,
                    queueLength: UInt32(clamping: playback.queue.items.count)
                )
            )
        }
        if !outcome.changes.isEmpty { announce(now) }
    }

    /// Tells the watchers of what is played, if it is not what they were told last.
    func announce(_ now: Instant<CoordinatorClock>) {
        ports.board.post(shownState(now))
        var shown = nowPlaying(now).withoutProgress
        guard shown != announced else { return }
        revision += 1
        shown.revision = revision
        announced = shown
        ports.events.post(Wire.Event(kind: .nowPlaying, zone: zone, nowPlaying: nowPlaying(now)))
    }

    func publishTimeline(_ now: Instant<CoordinatorClock>) {
        due.timelineChanged(at: now)
        announceTimeline()
    }

    func announceTimeline() {
        var timeline = ports.board.current
        if timeline.revision != schedule.timeline.revision {
            timeline = Wire.Timeline(schedule.timeline, lead: timeline.lead)
            ports.board.post(timeline)
        }
        ports.stream.publish(timeline)
    }
}

extension Wire.NowPlaying {
    /// All but what changes by itself, which events of progress tell.
    var withoutProgress: Self {
        var other = self
        if state == .playing { other.positionMs = 0 }
        other.aheadMs = 0
        other.bufferingPercent = 0
        return other
    }
}
