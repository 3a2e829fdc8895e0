package import AudioCore
package import PlaybackCore
package import RPC
package import WireFormat

/// What the control services call. Each returns once what it changed is stored.
extension PlaybackCoordinator {
    package enum Transport: Hashable, Sendable {
        case play
        case playIndex(Int)
        case playItem(ItemID)
        case pause
        case toggle
        case stop
        case next
        case previous
        case seek(Interval)
        case seekBy(Interval)
        case mode(PlaybackCore.PlayMode)
        /// Nil leaves a switch as it is.
        case switches(consume: Bool?, stopAfterCurrent: Bool?)
    }

    package func transport(_ command: Transport) async throws(RPCError) -> Wire.TransportResponse {
        let now = ports.clock()
        tick(now)
        switch command {
        case .seek, .seekBy: try checkSeekable()
        default: break
        }
        let position = elapsed(at: now)
        let effective = try change(now) { (playback) throws(PlaybackError) in
            switch command {
            case .play: try playback.play()
            case .playIndex(let index): try playback.play(index: index)
            case .playItem(let id): try playback.play(id)
            case .pause: playback.pause()
            case .toggle: try playback.toggle()
            case .stop: playback.stop()
            case .next: playback.next()
            case .previous: try playback.previous()
            case .seek(let position): try playback.seek(to: position)
            case .seekBy(let distance): try playback.seek(to: position + distance)
            case .mode(let mode): playback.setMode(mode)
            case .switches(let consume, let stop): playback.setSwitches(consume: consume, stopAfterCurrent: stop)
            }
        }
        let answer = Wire.TransportResponse(
            nowPlaying: nowPlaying(now, at: elapsed(at: now)),
            effectiveTimeNs: effective.nanoseconds
        )
        try await store()
        return answer
    }

    package func nowPlaying() -> Wire.GetNowPlayingResponse {
        let now = ports.clock()
        tick(now)
        return Wire.GetNowPlayingResponse(nowPlaying: nowPlaying(now))
    }

    /// Adds items, or replaces the list (`place` nil).
    /// - Parameter play: the first of them plays at once.
    package func add(
        _ items: [NewItem],
        at place: QueuePlace?,
        play: Bool = false,
        expectedVersion: UInt64?
    ) async throws(RPCError) -> (ids: [ItemID], version: UInt64) {
        var ids: [ItemID] = []
        let now = ports.clock()
        tick(now)
        _ = try change(now) { (playback) throws(PlaybackError) in
            let added =
                if let place {
                    try playback.add(items, at: place, expectedVersion: expectedVersion)
                } else {
                    try playback.replace(with: items, expectedVersion: expectedVersion)
                }
            ids = added.ids
            return added.outcome
        }
        if play, let first = ids.first {
            _ = try change(now) { (playback) throws(PlaybackError) in try playback.play(first) }
        }
        let version = playback.queue.version
        try await store()
        return (ids, version)
    }

    package enum Edit: Hashable, Sendable {
        case remove([ItemID])
        case move(ItemID, to: Int)
        case clear
    }

    package func edit(_ edit: Edit, expectedVersion: UInt64?) async throws(RPCError) -> Wire.QueueResponse {
        let now = ports.clock()
        tick(now)
        _ = try change(now) { (playback) throws(PlaybackError) in
            switch edit {
            case .remove(let ids): try playback.remove(ids, expectedVersion: expectedVersion)
            case .move(let id, let index): try playback.move(id, to: index, expectedVersion: expectedVersion)
            case .clear: try playback.clear(expectedVersion: expectedVersion)
            }
        }
        if case .clear = edit { problem = "" }
        let queue = playback.queue
        let answer = Wire.QueueResponse(version: queue.version, queueLength: UInt32(clamping: queue.items.count))
        try await store()
        return answer
    }

    /// What an answer holds at most, in bytes of text and fixed fields; messages end at 1 MiB.
    private static let pageBytes = 700_000

    /// - Parameter count: nil: as many as one answer holds.
    package func list(from first: Int, count: Int?) -> Wire.ListResponse {
        let queue = playback.queue
        var answer = Wire.ListResponse(
            hasCurrent: queue.current != nil,
            currentId: queue.current?.rawValue ?? 0,
            currentIndex: UInt32(clamping: queue.currentIndex ?? 0),
            version: queue.version,
            queueLength: UInt32(clamping: queue.items.count)
        )
        var bytes = 0
        for index in queue.items.indices.dropFirst(first).prefix(count ?? queue.items.count) {
            var item = wireItem(at: index)
            if item.keepPosition, let place = playback.place, item.id == place.item.rawValue {
                item.startPositionMs = elapsed(at: ports.clock()).milliseconds
            }
            bytes += item.sizeEstimate
            if bytes > Self.pageBytes { break }
            answer.items.append(item)
        }
        return answer
    }

    // MARK: - Parts

    private func change(
        _ now: Instant<CoordinatorClock>,
        _ body: (inout ZonePlayback) throws(PlaybackError) -> ZoneOutcome
    ) throws(RPCError) -> Instant<CoordinatorClock> {
        try checkServed()
        playback.heardPosition = elapsed(at: now)
        do throws(PlaybackError) {
            let current = playback.queue.current.flatMap { wireItem($0) }
            let outcome = try body(&playback)
            tellLeft(current, by: outcome)
            return apply(outcome, now)
        } catch {
            throw RPCError(error)
        }
    }

    /// - Throws: `notFound` where the zone has ended.
    func checkServed() throws(RPCError) {
        guard hasEnded else { return }
        throw RPCError(.notFound, "there is no zone ‘\(base.name)’ any more: `tutti zones` lists them")
    }

    /// Stores what a call has done.
    /// - Throws: `dataLoss` where it could not be stored, or too many wait for that.
    func store() async throws(RPCError) {
        guard ports.keeper.places.take() else {
            saving.request()
            throw RPCError(.tooManyWait)
        }
        defer { ports.keeper.places.leave() }
        if let error = await persist() { throw RPCError(error) }
    }
}

extension Wire.Item {
    fileprivate var sizeEstimate: Int {
        80 + uri.utf8.count + title.utf8.count + artist.utf8.count + album.utf8.count + error.utf8.count
    }
}
