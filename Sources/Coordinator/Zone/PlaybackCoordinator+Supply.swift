import AudioCore
import LinuxSystem
import PlaybackCore
import RPC
import WireFormat

/// Loading, buffering, and what stations say.
extension PlaybackCoordinator {
    func isBuffering(_ now: Instant<CoordinatorClock>) -> Bool {
        playback.state == .playing && schedule.isBuffering(at: now)
    }

    func shownState(_ now: Instant<CoordinatorClock>) -> Wire.PlaybackState {
        isBuffering(now) ? .buffering : Wire.PlaybackState(playback.state)
    }

    /// Audio that has arrived and is not heard yet; -1 where all of it is there.
    func aheadMilliseconds(_ now: Instant<CoordinatorClock>) -> Int64 {
        guard playback.state != .stopped, let report = supply.report, !report.isComplete else { return -1 }
        let heard = schedule.heard(at: now)
        let position = heard?.generation == report.generation ? heard?.position : nil
        let ahead = report.arrived - (position ?? schedule.startPosition)
        return max(0, FrameTime.interval(of: ahead).milliseconds)
    }

    func supplied(_ event: PipelineEvent, _ now: Instant<CoordinatorClock>) {
        switch event {
        case .loading(let generation, let track):
            if let generation { schedule.loading(generation, earliest: now + ports.commandLead.value) }
            announceChange(now)
            apply(playback.itemLoading(track.item), now)
            // Edits may have come since it was asked for.
            if generation != nil { replan(now) }
            tellSupply(now)
        case .starved(let generation, let position):
            send(schedule.starved(generation, at: position))
            announceChange(now)
            tellSupply(now)
        case .supplied(let generation):
            goOn(generation, now)
        case .supply(let report):
            guard report.generation == (schedule.pending?.generation ?? schedule.encoding) else { return }
            let trouble = supply.trouble
            if trouble != report.trouble, !report.trouble.isEmpty { Log.notice("the zone \(zone): \(report.trouble)") }
            supply.take(report)
            if isBuffering(now) || trouble != report.trouble { tellSupply(now) }
        case .titled(let generation, let position, let text):
            supply.announce(text, at: position, of: generation)
        case .full(let generation):
            guard generation == schedule.encoding, playback.state != .stopped else { return }
            if playback.state == .playing { startAnew(now) } else { send(schedule.letGo()) }
        case .opened, .marked, .counted, .ready, .refused, .passed, .uncuttable, .failed, .broke, .ended, .stalled:
            break
        }
    }

    private func goOn(_ generation: Generation, _ now: Instant<CoordinatorClock>) {
        let earliest = now + ports.commandLead.value
        guard let commands = schedule.supplied(generation, earliest: earliest, ring: ports.ring) else { return }
        guard !commands.isEmpty else { return startAnew(now) }
        send(commands)
        replanAndTell(now)
    }

    /// Starts what is heard in a generation of its own.
    private func startAnew(_ now: Instant<CoordinatorClock>) {
        if let item = playback.queue.currentItem {
            _ = start(item, at: schedule.elapsed(at: now) ?? item.start, now + ports.commandLead.value)
        }
        replanAndTell(now)
    }

    private func replanAndTell(_ now: Instant<CoordinatorClock>) {
        announceChange(now)
        replan(now)
        announceChange(now)
        tellSupply(now)
    }

    /// Tells the watchers how the music comes.
    func tellSupply(_ now: Instant<CoordinatorClock>) {
        let wasBuffering = announced?.state == .buffering
        announce(now)
        guard wasBuffering || isBuffering(now) else { return }
        ports.events.post(Wire.Event(kind: .buffering, zone: zone, nowPlaying: nowPlaying(now)))
    }

    /// A station that is paused plays its present when it goes on.
    func letGoOfStation() {
        guard let item = playback.queue.current, supply.live.contains(item) else { return }
        send(schedule.letGo())
        supply.restart()
    }

    func followTitles(_ now: Instant<CoordinatorClock>) {
        guard let heard = schedule.heard(at: now) else { return }
        if supply.heard(heard.generation, heard.position) { announce(now) }
    }

    /// When the next title of a station is heard.
    var nextTitleTime: Instant<CoordinatorClock>? {
        guard let generation = schedule.encoding, let position = supply.nextTitle(of: generation) else { return nil }
        return schedule.time(of: position, in: generation)
    }

    /// - Throws: `failedPrecondition` where a station plays.
    func checkSeekable() throws(RPCError) {
        guard let item = playback.queue.current, supply.live.contains(item) else { return }
        throw RPCError(.failedPrecondition, "cannot seek in a station: it plays the present only")
    }
}
