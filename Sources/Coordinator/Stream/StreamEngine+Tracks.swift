import AudioCore
import PlaybackCore

/// Which track is read.
extension StreamEngine {
    func start(_ generation: Generation, _ track: TrackReference) {
        let reading = isOpen(track)
        run = nil
        opening = nil
        let before = PlaybackRate.trackTime(
            of: FrameCount(StreamFormat.prerollFrames),
            ratePermille: stretcher == nil ? PlaybackRate.normal : track.ratePermille
        )
        let from = track.start >= before ? track.start - before : .zero
        if load(track, from: from, for: .start(generation)) { return }
        do {
            let opened = if let reading { try reopen(reading, track, from: from) } else { try open(track, from: from) }
            begin(generation, track, opened)
        } catch {
            output.report(.refused(generation, track, reason: error.message))
        }
    }

    /// What is being read, if `track` is the same and is to be heard in the same way: a seek need not open it again, and a
    /// decoder that stays knows where the frames lie that it has seen.
    private func isOpen(_ track: TrackReference) -> OpenedTrack? {
        guard case .reading(let reading) = run?.phase, reading.feed == nil, reading.track.uri == track.uri,
            reading.track.item == track.item, reading.track.ratePermille == track.ratePermille,
            reading.track.replayGain == track.replayGain
        else { return nil }
        return reading.opened
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
        guard history(before: cut) != nil else {
            output.report(.uncuttable(cut.new))
            return
        }
        opening = nil
        if load(cut.next, from: cut.next.start, for: .cut(cut)) {
            // What comes behind the cut is not wanted, and what was made before it may yet be cut for another track.
            suspend(cut.old)
            return
        }
        do {
            self.cut(cut, cut.next, try open(cut.next, from: cut.next.start))
        } catch {
            output.report(.refused(cut.new, cut.next, reason: error.message))
        }
    }

    func cut(_ cut: StreamCut, _ track: TrackReference, _ opened: OpenedTrack, feed: (any FrameSource)? = nil) {
        guard let preroll = history(before: cut) else {
            output.report(.uncuttable(cut.new))
            return
        }
        let fade = cut.fades ? CrossFade(framesAfter(cut)) : CrossFade()
        begin(cut.new, track, opened, feed: feed, pace: cut.pace, preroll: preroll, prerollOfSource: 0, fade: fade)
    }

    /// The pre-roll of what continues at a cut; nil where that is not there any more.
    private func history(before cut: StreamCut) -> [Float]? {
        guard run?.generation == cut.old else { return nil }
        let frame = cut.mark - encoder.lookahead
        return history.frames(before: frame.rawValue, count: Int(StreamFormat.prerollFrames))
    }

    func follow(_ serial: UInt64, _ track: TrackReference?) {
        if case .follow(serial: serial) = opening?.purpose {
            guard opening?.track != track else { return }
            opening = nil
        }
        switch run?.phase {
        case .reading(var reading) where reading.mark.serial == serial:
            reading.following = track.map { .track($0) } ?? .nothing
            run?.phase = .reading(reading)
        case .waiting(serial: serial):
            goOn(after: serial, with: track)
        case .reading, .waiting, .flushing, .ended, nil:
            break
        }
    }

    func suspend(_ generation: Generation) {
        guard run?.generation == generation else { return }
        if case .follow = opening?.purpose { opening = nil }
        flushBatch()
        run?.phase = .ended
    }

    /// The track of `reading` is over: what follows begins with the next frame.
    func finish(_ reading: GenerationRun.Reading) {
        switch reading.following {
        case .notTold: run?.phase = .waiting(serial: reading.mark.serial)
        case .nothing: goOn(after: reading.mark.serial, with: nil)
        case .track(let track): goOn(after: reading.mark.serial, with: track, reading.successor)
        }
    }

    /// Opens what follows when the end is near, and joins it to the track that is read.
    func prepareSuccessor(of reading: inout GenerationRun.Reading) {
        guard case .track(let track) = reading.following, reading.successor?.track != track else {
            watchSuccessor(of: &reading)
            return
        }
        if let loader, opener.isRemote(uri: track.uri) {
            guard reading.isNearEnd(Self.remoteMargin), let source = loader.load(uri: track.uri, from: track.start)
            else { return }
            reading.successor = GenerationRun.Successor(track: track, source: source)
            reading.isSuccessorTold = false
            run?.phase = .reading(reading)
            output.report(.loading(nil, track))
            return
        }
        guard reading.isNearEnd(Self.successorMargin) else { return }
        do {
            let opened = try open(track, from: track.start)
            reading.successor = GenerationRun.Successor(track: track, source: opened.source, opened: opened)
            if track.start == .zero { reading.opened.source.join(opened.source) }
        } catch {
            reading.successor = nil
            reading.following = .notTold
            output.report(.failed(track, mark: nil, reason: error.message))
        }
        run?.phase = .reading(reading)
    }

    /// Tells what has become of what was opened ahead over a network: where it cannot be played, another is told in time.
    private func watchSuccessor(of reading: inout GenerationRun.Reading) {
        guard let successor = reading.successor, !reading.isSuccessorTold else { return }
        switch successor.source.supply {
        case .loading, .steady: return
        case .flowing:
            reading.isSuccessorTold = true
            output.report(.opened(successor.track, successor.source.info))
        case .failed(let error):
            reading.successor = nil
            reading.following = .notTold
            output.report(.failed(successor.track, mark: nil, reason: error.message))
        }
        run?.phase = .reading(reading)
    }

    /// A track that could not be read any further.
    func abandon(_ reading: GenerationRun.Reading, reason: String) {
        if reading.framesRead > 0 {
            output.report(.broke(reading.mark, reason: reason))
            finish(reading)
        } else if let previous = reading.previous {
            run?.phase = .waiting(serial: previous)
            output.report(.failed(reading.track, mark: reading.mark, reason: reason))
        } else {
            let generation = reading.mark.generation
            run = nil
            output.report(.refused(generation, reading.track, reason: reason))
        }
    }

    private func goOn(
        after serial: UInt64,
        with track: TrackReference?,
        _ successor: GenerationRun.Successor? = nil
    ) {
        guard let run else { return }
        guard let track else {
            self.run?.phase = .flushing(end: run.nextFrame(fed: history.end) + encoder.lookahead)
            return
        }
        let prepared = successor?.track == track ? successor?.source : nil
        if let prepared, prepared.supply != .steady {
            self.run?.phase = .waiting(serial: serial)
            return wait(for: prepared, track, .follow(serial: serial))
        }
        if prepared == nil, load(track, from: track.start, for: .follow(serial: serial)) {
            self.run?.phase = .waiting(serial: serial)
            return
        }
        do {
            let opened =
                if let successor, successor.track == track, let opened = successor.opened {
                    opened
                } else if let prepared { try shaped(track, prepared) } else { try open(track, from: track.start) }
            goOn(after: serial, with: track, opened)
        } catch {
            self.run?.phase = .waiting(serial: serial)
            output.report(.failed(track, mark: nil, reason: error.message))
        }
    }

    /// Reads `opened` from the next frame on.
    func goOn(
        after serial: UInt64,
        with track: TrackReference,
        _ opened: OpenedTrack,
        feed: (any FrameSource)? = nil
    ) {
        guard let run else { return }
        let mark = makeMark(run.generation, track, opened, at: run.nextFrame(fed: history.end))
        self.run?.phase = .reading(
            GenerationRun.Reading(track: track, mark: mark, opened: opened, feed: feed, previous: serial)
        )
    }

    /// The frames that went into the encoder where `cut` is, as far as they are needed for a cross-fade.
    private func framesAfter(_ cut: StreamCut) -> [Float] {
        let frame = (cut.mark - encoder.lookahead).rawValue
        let count = min(CrossFade.frames, history.end - frame)
        return history.frames(before: frame + count, count: Int(count)) ?? []
    }

    private func open(_ track: TrackReference, from time: Interval) throws(AudioError) -> OpenedTrack {
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
            )
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
    private func makeMark(
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
            serial: lastSerial
        )
        output.report(.marked(mark))
        return mark
    }
}
