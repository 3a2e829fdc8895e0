import AudioCore
import PlaybackCore

/// How a generation begins, and with which track.
extension StreamEngine {
    func start(_ generation: Generation, _ track: TrackReference) {
        let reading = isOpen(track)
        let before = self.reading
        run = nil
        opening = nil
        let preroll = PlaybackRate.trackTime(
            of: FrameCount(StreamFormat.prerollFrames),
            ratePermille: stretcher == nil ? PlaybackRate.normal : track.ratePermille
        )
        let from = track.start >= preroll ? track.start - preroll : .zero
        if load(track, from: from, for: .start(generation), reading: before) { return }
        do {
            let opened = if let reading { try reopen(reading, track, from: from) } else { try open(track, from: from) }
            begin(generation, track, opened)
        } catch {
            output.report(.refused(generation, track, reason: error.message))
        }
    }

    private var reading: GenerationRun.Reading? {
        guard case .reading(let reading) = run?.phase else { return nil }
        return reading
    }

    /// What is being read, if `track` is the same and is to be heard in the same way: a seek need not open it again,
    /// and a decoder that stays knows where the frames lie that it has seen.
    private func isOpen(_ track: TrackReference) -> OpenedTrack? {
        guard let reading, reading.feed == nil, reading.isOf(track),
            reading.track.ratePermille == track.ratePermille, reading.track.replayGain == track.replayGain
        else { return nil }
        return reading.opened
    }

    /// What `reading` loads, gone to `time`.
    func atHand(
        _ reading: GenerationRun.Reading,
        _ track: TrackReference,
        from time: Interval
    ) -> (any FrameSource)? {
        guard let feed = reading.feed, reading.isOf(track),
            (try? feed.seek(to: time)) != nil, case .flowing(let flow) = feed.supply,
            flow.isWhole || flow.ready >= Self.startFrames
        else { return nil }
        return feed
    }

    private func reopen(
        _ opened: OpenedTrack,
        _ track: TrackReference,
        from time: Interval
    ) throws(AudioError) -> OpenedTrack {
        try opened.source.seek(to: time)
        output.report(.opened(track, opened.source.info))
        return opened
    }

    /// Starts a generation with a source that has been opened, at the pre-roll's start.
    func begin(
        _ generation: Generation,
        _ track: TrackReference,
        _ opened: OpenedTrack,
        feed: (any FrameSource)? = nil
    ) {
        // Frames of the track before its start, at its speed.
        let frames = PlaybackRate.frames(in: track.start + .microseconds(10), ratePermille: opened.ratePermille)
        let before = min(frames.rawValue, StreamFormat.prerollFrames)
        let silence = Int(StreamFormat.prerollFrames - before) * StreamFormat.channels
        begin(
            generation,
            track,
            opened,
            feed: feed,
            pace: .held(at: startPosition),
            preroll: Array(repeating: 0, count: silence),
            prerollOfSource: before
        )
    }

    func cut(_ cut: StreamCut) {
        guard history(before: cut) != nil else { return refuse(cut) }
        opening = nil
        // Of a track that has been read to its end nothing is at hand: its last moments stay as they are.
        if cut.fades, reading?.isOf(cut.next) != true, mayStall(cut.next.uri) { return refuse(cut) }
        if load(cut.next, from: cut.next.start, for: .cut(cut), reading: reading) {
            // What comes behind the cut is not wanted, and what was made before it may yet be cut for another track.
            return endRun()
        }
        do {
            self.cut(cut, cut.next, try open(cut.next, from: cut.next.start))
        } catch {
            lookAtLeadAgain()
            output.report(.refused(cut.new, cut.next, reason: error.message))
        }
    }

    private func refuse(_ cut: StreamCut) {
        lookAtLeadAgain()
        output.report(.uncuttable(cut.new))
    }

    /// What plays goes on uncut. Nobody listened while the cut was pending: that the stream runs dry has to be told
    /// again.
    private func lookAtLeadAgain() {
        if case .running = run?.pace { run?.isStarved = false }
    }

    func cut(_ cut: StreamCut, _ track: TrackReference, _ opened: OpenedTrack, feed: (any FrameSource)? = nil) {
        guard let preroll = history(before: cut) else { return refuse(cut) }
        let fade = cut.fades ? CrossFade(framesAfter(cut)) : CrossFade()
        begin(cut.new, track, opened, feed: feed, pace: cut.pace, preroll: preroll, prerollOfSource: 0, fade: fade)
    }

    /// The pre-roll of what continues at a cut; nil where that is not there any more.
    private func history(before cut: StreamCut) -> [Float]? {
        guard run?.generation == cut.old else { return nil }
        let frame = cut.mark - encoder.lookahead
        return history.frames(before: frame.rawValue, count: Int(StreamFormat.prerollFrames))
    }

    func suspend(_ generation: Generation) {
        guard run?.generation == generation else { return }
        opening = nil
        endRun()
    }

    private func endRun() {
        flushBatch()
        run?.phase = .ended
    }

    /// The frames that went into the encoder where `cut` is, as far as they are needed for a cross-fade.
    private func framesAfter(_ cut: StreamCut) -> [Float] {
        let frame = (cut.mark - encoder.lookahead).rawValue
        let count = min(CrossFade.frames, history.end - frame)
        return history.frames(before: frame + count, count: Int(count)) ?? []
    }

    func open(_ track: TrackReference, from time: Interval) throws(AudioError) -> OpenedTrack {
        let source = try opener.open(uri: track.uri)
        let opened = try shaped(track, source)
        if time > .zero { try opened.source.seek(to: time) }
        output.report(.opened(track, source.info))
        return opened
    }

    /// A source that is open, and not read yet, as it is to be heard.
    func shaped(_ track: TrackReference, _ source: any FrameSource) throws(AudioError) -> OpenedTrack {
        let isLive = source.info.isLive || stretcher == nil
        let rate = isLive ? PlaybackRate.normal : track.ratePermille
        return OpenedTrack(
            source: try stretcher?.stretch(source, ratePermille: rate) ?? source,
            ratePermille: rate,
            isLive: isLive,
            loudness: TrackLoudness(
                mode: track.replayGain,
                tags: source.info.description?.replayGain ?? ReplayGain()
            ),
            landing: source.landing
        )
    }

    private func begin(
        _ generation: Generation,
        _ track: TrackReference,
        _ opened: OpenedTrack,
        feed: (any FrameSource)?,
        pace: StreamPace,
        preroll: [Float],
        prerollOfSource: Int64,
        fade: CrossFade = CrossFade()
    ) {
        do {
            try encoder.reset()
        } catch {
            run = nil
            output.report(.stalled(generation, reason: error.message))
            return
        }
        history.reset()
        blockFrames = 0
        let mark = makeMark(generation, track, opened, at: FrameCount(StreamFormat.prerollFrames))
        run = GenerationRun(
            generation: generation,
            reading: GenerationRun.Reading(track: track, mark: mark, opened: opened, feed: feed),
            pace: pace,
            preroll: preroll,
            prerollOfSource: prerollOfSource,
            fade: fade
        )
    }

    /// The mark of a track whose first frame goes into the encoder as frame `frame`.
    func makeMark(
        _ generation: Generation,
        _ track: TrackReference,
        _ opened: OpenedTrack,
        at frame: FrameCount
    ) -> TrackMark {
        lastSerial += 1
        let mark = TrackMark(
            generation: generation,
            position: frame + encoder.lookahead,
            item: track.item,
            trackTime: track.start,
            ratePermille: opened.ratePermille,
            isLive: opened.isLive,
            loudness: opened.loudness,
            placeIsEstimate: opened.landing.isEstimate,
            serial: lastSerial
        )
        output.report(.marked(mark))
        return mark
    }
}
