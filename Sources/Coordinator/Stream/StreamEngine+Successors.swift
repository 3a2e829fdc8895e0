import AudioCore

/// What is read after a track.
extension StreamEngine {
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

    /// Whether what follows has to be told before the rest of the track is read: its last frames and the first of what
    /// follows go through one filter.
    var awaitsFollower: Bool {
        guard case .reading(let reading) = run?.phase, case .notTold = reading.following, reading.feed == nil else {
            return false
        }
        return run?.preroll.isEmpty == true && reading.isNearEnd(Self.successorMargin)
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
        if reading.isNearEnd(Self.remoteMargin), let loader, mayStall(track.uri) {
            let feed = track.start == .zero ? reading.feed : nil
            let source =
                feed.map { loader.load(uri: track.uri, after: $0) } ?? loader.load(uri: track.uri, from: track.start)
            guard let source else { return }
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

    /// As the opener says, which is asked once.
    func mayStall(_ uri: String) -> Bool {
        if let stalling, stalling.uri == uri { return stalling.mayStall }
        let mayStall = opener.mayStall(uri: uri)
        stalling = (uri, mayStall)
        return mayStall
    }

    /// Tells what has become of what was opened ahead over a network: where it cannot be played, another is told in
    /// time.
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
        if prepared == nil, mayStall(track.uri), load(track, from: track.start, for: .follow(serial: serial)) {
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
}
