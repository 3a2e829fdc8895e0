import AudioCore
import PlaybackCore
import WireFormat

/// What others are shown of the zone.
extension PlaybackCoordinator {
    /// The place in the current item that commands begin at: the one that was asked for last, heard or not.
    func elapsed(at now: Instant<CoordinatorClock>) -> Interval {
        if let cued = playback.cuedPosition { return cued }
        guard let item = playback.queue.currentItem else { return .zero }
        return Self.clamped(schedule.elapsed(at: now) ?? item.start, to: item)
    }

    /// The place in the current item that the rooms hear; while they hear nothing of it, the one that they will hear
    /// first.
    func told(at now: Instant<CoordinatorClock>) -> Interval {
        guard playback.cuedPosition == nil, let item = playback.queue.currentItem,
            let heard = schedule.heardTrack(at: now), heard.mark.item == item.id
        else { return elapsed(at: now) }
        return Self.clamped(heard.time, to: item)
    }

    private static func clamped(_ time: Interval, to item: QueueItem) -> Interval {
        guard let duration = item.duration, !item.durationEstimated else { return time }
        return min(time, duration)
    }

    /// - Parameter position: nil is the one that is heard.
    func nowPlaying(_ now: Instant<CoordinatorClock>, at position: Interval? = nil) -> Wire.NowPlaying {
        let queue = playback.queue
        return Wire.NowPlaying(
            state: shownState(now),
            item: queue.current.flatMap { wireItem($0) },
            positionMs: (position ?? told(at: now)).milliseconds,
            queueLength: UInt32(clamping: queue.items.count),
            mode: Wire.PlayMode(queue.modes.mode),
            revision: revision,
            ratePermille: UInt32(clamping: shownRate),
            error: problem.isEmpty ? supply.trouble : problem,
            sessionId: ports.events.session,
            consume: queue.modes.consume,
            stopAfterCurrent: queue.modes.stopAfterCurrent,
            bufferingPercent: isBuffering(now) ? supply.percent : 100,
            aheadMs: aheadMilliseconds(now),
            volumePercent: UInt32(clamping: base.volume),
            replayGain: Wire.ReplayGainMode(base.replayGain),
            streamTitle: supply.title,
            pauseReason: pauseReason,
            zone: zone,
            positionEstimated: position == nil && playback.cuedPosition == nil && queue.current != nil
                && schedule.isPlaceEstimated(at: now)
        )
    }

    func wireItem(_ id: ItemID) -> Wire.Item? {
        guard let index = playback.queue.index(of: id) else { return nil }
        return wireItem(at: index)
    }

    /// An item is loading while it is opened to be heard next.
    func wireItem(at index: Int) -> Wire.Item {
        var item = playback.queue.items[index]
        if item.status == .unknown, schedule.pending?.track.item == item.id { item.status = .loading }
        if item.status == .loading, !isExpected(item.id) { item.status = .unknown }
        var shown = Wire.Item(item, index: index)
        shown.isLive = supply.live.contains(item.id)
        shown.hasLyrics = lyrics.hasAny(of: item.id)
        return shown
    }

    /// Whether it is heard or heard next: what was let go before it was open is not loading any more.
    private func isExpected(_ id: ItemID) -> Bool {
        guard playback.state != .stopped else { return false }
        return playback.queue.current == id || playback.queue.following() == .play(id)
    }
}
