import AudioCore
package import LyricsCore
package import PlaybackCore
package import RPC
package import WireFormat

/// The line of lyrics that the rooms hear.
extension PlaybackCoordinator {
    /// A line that began longer ago is told as of now: it was not its beginning that made it current.
    private static let fresh = Interval.seconds(1)
    /// A rounding of the track's time, at any rate, is below it.
    private static let margin = Interval.microseconds(100)

    /// Lets the lyrics of the current item and of the one after it be read.
    func prepareLyrics() {
        let queue = playback.queue
        var wanted = queue.current.map { [$0] } ?? []
        if case .play(let next) = queue.following(ahead: 0), !wanted.contains(next) { wanted.append(next) }
        for id in lyrics.want(wanted) {
            guard let item = queue[id] else { continue }
            ports.lyrics.request(id, uri: item.uri, for: inbox)
        }
    }

    /// What comes over a network brings its lyrics with it.
    func takeLyrics(of item: ItemID, _ info: TrackInfo) {
        guard let text = info.description?.lyrics, lyrics.wants(item), let uri = playback.queue[item]?.uri,
            TrackURI.isElsewhere(uri)
        else { return }
        ports.lyrics.request(item, text: text, for: inbox)
    }

    /// Tells watchers of the line that is sung, where it is another one than they were told last.
    func followLyrics(_ now: Instant<CoordinatorClock>) {
        if isSilentElsewhere(now) { return followCue() }
        guard let heard = schedule.lastHeardTrack(at: now), let text = lyrics.synchronized(of: heard.mark.item) else {
            return
        }
        let index = text.index(at: heard.time)
        guard lyrics.tell(heard.mark.item, heard.mark.serial, index) else { return }
        let moment = text.moment(index)
        let began = moment.current?.time.flatMap { schedule.time(of: $0, in: heard.mark) }
        let time = began.flatMap { $0 <= now && $0 + Self.fresh >= now ? $0 : nil }
        tellLine(of: heard.mark.item, index, moment, at: time)
    }

    /// Whether the zone is paused at a place that nothing has been heard of, as after a seek, and has fallen silent.
    private func isSilentElsewhere(_ now: Instant<CoordinatorClock>) -> Bool {
        playback.state == .paused && playback.cuedPosition != nil && schedule.heardTrack(at: now) == nil
    }

    /// Tells of the line at the place where playback will go on.
    private func followCue() {
        guard let item = playback.queue.current, let position = playback.cuedPosition,
            let text = lyrics.synchronized(of: item)
        else { return }
        let index = text.index(at: position)
        guard lyrics.tell(item, nil, index) else { return }
        tellLine(of: item, index, text.moment(index), at: nil)
    }

    private func tellLine(
        of item: ItemID,
        _ index: Int,
        _ moment: LyricMoment,
        at time: Instant<CoordinatorClock>?
    ) {
        ports.events.post(
            Wire.Event(
                kind: .lyricLine,
                zone: zone,
                item: wireItem(item),
                lyricIndex: Int32(clamping: index),
                lyricPrevious: moment.previous.map { Wire.LyricLine($0) },
                lyricCurrent: moment.current.map { Wire.LyricLine($0) },
                lyricNext: moment.next.map { Wire.LyricLine($0) }
            ),
            at: time
        )
    }

    /// When `followLyrics` has something next, as far as is known.
    func nextLyric(_ now: Instant<CoordinatorClock>) -> Instant<CoordinatorClock>? {
        if playback.state == .paused, playback.cuedPosition != nil, schedule.heardTrack(at: now) != nil {
            return schedule.timeline.spans.last?.endTime.map { $0 + Self.margin }
        }
        guard playback.state == .playing, let heard = schedule.lastHeardTrack(at: now),
            let next = lyrics.synchronized(of: heard.mark.item)?.nextChange(after: heard.time),
            let time = schedule.time(of: next, in: heard.mark)
        else { return nil }
        return time + Self.margin
    }

    /// - Parameter item: nil is the current one.
    /// - Throws: `notFound` where it is not in the queue, or has no lyrics.
    package func lyrics(of item: ItemID?) async throws(RPCError) -> Wire.GetLyricsResponse {
        let item = try itemForWords(item)
        guard let lyrics = try await read(item) else {
            throw RPCError(
                .notFound,
                "there are no lyrics of \(item.uri), neither in its tags nor in a .lrc file beside it"
            )
        }
        return Wire.GetLyricsResponse(
            itemId: item.id.rawValue,
            synchronized: lyrics.isSynchronized,
            lines: lyrics.lines.map { Wire.LyricLine($0) },
            source: lyrics.source.rawValue
        )
    }

    /// The current item, and with `withLyrics` the lines of lyrics that are heard now; nil where there are none with
    /// times.
    /// - Throws: `notFound` where nothing is current.
    package func artworkFacts(withLyrics: Bool) async throws(RPCError) -> (item: QueueItem, moment: LyricMoment?) {
        let item = try itemForWords(nil)
        guard withLyrics, let text = try? await read(item), text.isSynchronized else { return (item, nil) }
        let now = ports.clock()
        tick(now)
        guard playback.queue.current == item.id else { return (item, nil) }
        return (item, text.moment(at: told(at: now)))
    }

    private func itemForWords(_ id: ItemID?) throws(RPCError) -> QueueItem {
        let queue = playback.queue
        guard let id else {
            guard let item = queue.currentItem else {
                throw RPCError(.notFound, "nothing is current in the zone \(zone): play something first")
            }
            return item
        }
        guard let item = queue[id] else { throw RPCError(PlaybackError.noItem(id)) }
        return item
    }

    private func read(_ item: QueueItem) async throws(RPCError) -> Lyrics? {
        if let known = lyrics.lyrics(of: item.id) { return known }
        // A station has no beginning that could hold any.
        if supply.live.contains(item.id) { return nil }
        let found = try await ports.lyrics.lyrics(uri: item.uri)
        lyrics.take(found, of: item.id)
        return found
    }
}

extension Wire.LyricLine {
    init(_ line: LyricLine) { self.init(timeMs: line.time?.milliseconds ?? -1, text: line.text) }
}
