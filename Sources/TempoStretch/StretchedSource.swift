import AudioCore

/// A track at another speed, pitch kept: `TempoStretching` says what its frames are. Used on one thread. Who reads what
/// comes over a network asks that for its supply; this takes at most 1,476 frames and three blocks more than it gives.
final class StretchedSource: FrameSource {
    private let inner: any FrameSource
    private let ratePermille: Int
    private var line: StretchLine
    /// The frames of the line that are this track's: from `start`, and to `end` once it is known.
    private var start: Int64 = 0
    private var end: Int64?
    /// Why there is no more, to be thrown behind what there was.
    private var failure: AudioError?
    private var successor: StretchedSource?
    /// Input: `blockFrames` of interleaved stereo.
    private let block: UnsafeMutableBufferPointer<Float>
    private static let blockFrames = 960

    var info: TrackInfo { inner.info }

    init(_ inner: any FrameSource, ratePermille: Int) throws(AudioError) {
        self.inner = inner
        self.ratePermille = ratePermille
        line = try StretchLine(ratePermille: ratePermille)
        block = .allocate(capacity: Self.blockFrames * StreamFormat.channels)
        block.initialize(repeating: 0)
    }

    deinit { block.deallocate() }

    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        let room = output.count / StreamFormat.channels
        guard room > 0 else { return 0 }
        while true {
            // What the track before has left of its own is passed over; in a complete run it is nothing.
            let isForeign = line.given < start
            if !isForeign, let end, line.given >= end {
                handOver()
                if let failure { throw failure }
                return 0
            }
            // Never beyond what is due, so that the last frame comes out exactly at the end.
            let left = (isForeign ? start : end ?? line.due) - line.given
            let wanted = Int(min(max(left, 0), Int64(room))) * StreamFormat.channels
            let count = line.give(into: UnsafeMutableBufferPointer(rebasing: output[..<wanted]))
            if count > 0, !isForeign { return count }
            if count == 0 { try feed() }
        }
    }

    func seek(to time: Interval) throws(AudioError) {
        try inner.seek(to: time)
        line = try StretchLine(ratePermille: ratePermille)
        start = 0
        end = nil
        failure = nil
    }

    func join(_ next: any FrameSource) {
        guard let next = next as? StretchedSource, next.ratePermille == ratePermille else { return }
        successor = next
        inner.join(next.inner)
    }

    // MARK: - Parts

    private func feed() throws(AudioError) {
        if end == nil {
            try takeOwn()
        } else if let successor, !line.isPadded, successor.adopt(line, at: end ?? 0),
            successor.end == nil
        {
            // Its first frames push this track's last ones out.
            try successor.takeOwn()
        } else {
            try line.pad()
        }
    }

    /// Takes what the track has next; at its end, takes note of where that is.
    private func takeOwn() throws(AudioError) {
        var count = 0
        do throws(AudioError) { count = try inner.read(into: block) } catch { failure = error }
        if count > 0 {
            try line.take(UnsafeBufferPointer(rebasing: block[..<(count * StreamFormat.channels)]))
        } else {
            end = line.due
        }
    }

    /// Goes on in the line of the track before, whose frames end at `start`.
    /// - Returns: false where this track has a line already that it has begun.
    private func adopt(_ other: StretchLine, at start: Int64) -> Bool {
        if line === other { return true }
        guard line.taken == 0, end == nil else { return false }
        line = other
        self.start = start
        return true
    }

    /// The track is over: what follows it has its line.
    private func handOver() {
        defer { successor = nil }
        guard let successor, let end, !line.isPadded, line.taken > 0, isUntouchedBeyondEnd(for: successor) else {
            return
        }
        _ = successor.adopt(line, at: end)
    }

    /// False where another track's frames have been put behind this one's.
    private func isUntouchedBeyondEnd(for successor: StretchedSource) -> Bool {
        successor.line === line || line.due == end
    }
}
