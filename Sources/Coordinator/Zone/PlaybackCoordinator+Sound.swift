import AudioCore
package import PlaybackCore
package import RPC
package import WireFormat

/// Speed and loudness of what the zone plays.
extension PlaybackCoordinator {
    /// Plays at another speed from the next possible moment on; a zone that does not play remembers it.
    /// - Parameter permille: thousandths of the recorded speed.
    /// - Throws: `outOfRange`; `failedPrecondition` where a station is current; `dataLoss` where it was done and cannot
    ///   be stored.
    package func setRate(_ permille: Int) async throws(RPCError) -> Wire.TransportResponse {
        guard StoredZone.rateRange.contains(permille) else {
            let rate = "\(permille / 1_000).\(String(1_000 + permille % 1_000).dropFirst())"
            throw RPCError(.outOfRange, "cannot play at \(rate) times the speed: choose 0.5 to 3")
        }
        if permille != PlaybackRate.normal, playback.state != .stopped, let item = playback.queue.current,
            supply.live.contains(item)
        {
            throw RPCError(.failedPrecondition, "cannot change the speed of a station: what is live plays at its own")
        }
        base.ratePermille = permille
        return try await retune(.rate(permille))
    }

    /// Applies other ReplayGain values from the next possible moment on.
    /// - Throws: `dataLoss` where it was done and cannot be stored.
    package func setReplayGain(_ mode: ReplayGainMode) async throws(RPCError) -> Wire.TransportResponse {
        base.replayGain = mode
        return try await retune(.replayGain(mode))
    }

    private func retune(_ edit: ZoneEdit) async throws(RPCError) -> Wire.TransportResponse {
        try checkServed()
        let now = ports.clock()
        tick(now)
        apply(ZoneOutcome(actions: [.replan], edits: [edit], changes: .modes), now)
        let time = schedule.retunedAt ?? now
        let answer = Wire.TransportResponse(nowPlaying: nowPlaying(now), effectiveTimeNs: time.nanoseconds)
        try await store()
        return answer
    }

    /// How `item` is to be read, from `position` on.
    func reference(to item: QueueItem, at position: Interval) -> TrackReference {
        TrackReference(
            item: item.id,
            uri: item.uri,
            start: position,
            ratePermille: base.ratePermille,
            replayGain: base.replayGain
        )
    }

    /// The zone's speed; what plays live has its own.
    var shownRate: Int {
        let isLive = schedule.isHeard && schedule.marks.first?.isLive == true && playback.state != .stopped
        return isLive ? PlaybackRate.normal : base.ratePermille
    }
}

extension Wire.ReplayGainMode {
    init(_ mode: ReplayGainMode) {
        self =
            switch mode {
            case .off: .off
            case .track: .track
            case .album: .album
            }
    }

    var value: ReplayGainMode? {
        switch self {
        case .unspecified: nil
        case .off: .off
        case .track: .track
        case .album: .album
        }
    }
}
