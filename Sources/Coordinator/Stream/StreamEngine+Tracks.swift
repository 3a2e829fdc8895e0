import AudioCore

/// Which track is read.
extension StreamEngine {
    func start(_ generation: Generation, _ track: TrackReference) {
        run = nil
        let preroll = Interval(nanoseconds: FrameTime.interval(of: FrameCount(StreamFormat.prerollFrames)).nanoseconds)
        let before = min(FrameTime.frames(in: track.start + .microseconds(10)).rawValue, StreamFormat.prerollFrames)
        let from = track.start >= preroll ? track.start - preroll : .zero
        do {
            let source = try open(track, from: from)
            let silence = Int(StreamFormat.prerollFrames - before) * StreamFormat.channels
            begin(
                generation,
                track,
                source,
                pace: .held(at: startPosition),
                preroll: Array(repeating: 0, count: silence),
                prerollOfSource: before
            )
        } catch {
            output.report(.refused(generation, track, reason: error.message))
        }
    }

    func cut(_ cut: StreamCut) {
        let frame = cut.mark - encoder.lookahead
        guard run?.generation == cut.old,
            let preroll = history.frames(before: frame.rawValue, count: Int(StreamFormat.prerollFrames))
        else {
            output.report(.uncuttable(cut.new))
            return
        }
        do {
            let source = try open(cut.next, from: cut.next.start)
            begin(cut.new, cut.next, source, pace: cut.pace, preroll: preroll, prerollOfSource: 0)
        } catch {
            output.report(.refused(cut.new, cut.next, reason: error.message))
        }
    }

    func follow(_ serial: UInt64, _ track: TrackReference?) {
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
        guard case .track(let track) = reading.following, reading.successor?.track != track, reading.isNearEnd else {
            return
        }
        do {
            let source = try open(track, from: track.start)
            reading.successor = (track, source)
            if track.start == .zero { reading.source.join(source) }
        } catch {
            reading.successor = nil
            reading.following = .notTold
            output.report(.failed(track, mark: nil, reason: error.message))
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
        _ successor: (track: TrackReference, source: any FrameSource)? = nil
    ) {
        guard let run else { return }
        guard let track else {
            self.run?.phase = .flushing(end: run.nextFrame(fed: history.end) + encoder.lookahead)
            return
        }
        do {
            let source =
                if let successor, successor.track == track { successor.source } else {
                    try open(track, from: track.start)
                }
            let mark = makeMark(run.generation, track, at: run.nextFrame(fed: history.end))
            self.run?.phase = .reading(
                GenerationRun.Reading(track: track, mark: mark, source: source, previous: serial)
            )
        } catch {
            self.run?.phase = .waiting(serial: serial)
            output.report(.failed(track, mark: nil, reason: error.message))
        }
    }

    private func open(_ track: TrackReference, from time: Interval) throws(AudioError) -> any FrameSource {
        let source = try opener.open(uri: track.uri)
        if time > .zero { try source.seek(to: time) }
        output.report(.opened(track, source.info))
        return source
    }

    private func begin(
        _ generation: Generation,
        _ track: TrackReference,
        _ source: any FrameSource,
        pace: StreamPace,
        preroll: [Float],
        prerollOfSource: Int64
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
        let mark = makeMark(generation, track, at: FrameCount(StreamFormat.prerollFrames))
        run = GenerationRun(
            generation: generation,
            reading: GenerationRun.Reading(track: track, mark: mark, source: source),
            pace: pace,
            preroll: preroll,
            prerollOfSource: prerollOfSource
        )
    }

    /// The mark of a track whose first frame goes into the encoder as frame `frame`.
    private func makeMark(_ generation: Generation, _ track: TrackReference, at frame: FrameCount) -> TrackMark {
        lastSerial += 1
        let mark = TrackMark(
            generation: generation,
            position: frame + encoder.lookahead,
            item: track.item,
            trackTime: track.start,
            serial: lastSerial
        )
        output.report(.marked(mark))
        return mark
    }
}
