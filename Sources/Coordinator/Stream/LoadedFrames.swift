import AudioCore
import LinuxSystem
import Synchronization

/// Frames between a load's thread and the pipeline. Callable from any thread.
final class LoadedFrames: Sendable {
    /// How far a load is ahead of its reader at most: 8 s.
    static let capacity = Int(8 * StreamFormat.framesPerSecond)
    /// What is kept of what was read: 8 s, for changes that are heard before the pipeline's place. It is ahead by the
    /// lead times the speed; where that is more, the track is loaded anew.
    static let past = Int(8 * StreamFormat.framesPerSecond)
    /// Below this the reader is told of each piece.
    private static let wakeBelow = Int(7 * StreamFormat.framesPerSecond)

    private struct State {
        var info: TrackInfo?
        var landing = SeekLanding()
        /// Interleaved stereo; the first `head` samples have been taken.
        var samples: [Float] = []
        var head = 0
        var taken: Int64 = 0
        /// Titles by the frame from which on they hold.
        var titles: [(frame: Int64, text: String)] = []
        var newestTitle = ""
        var backlog: (frames: FrameCount, isComplete: Bool) = (0, false)
        /// Nothing is appended any more.
        var isWhole = false
        var failure: AudioError?
        /// What fades out under what is appended next.
        var fade = CrossFade()
        var isFull = false
        /// What the load goes on with.
        var next: LoadOrder?

        var frames: Int { (samples.count - head) / StreamFormat.channels }
    }

    let monitor: TrackMonitor
    private let state = Mutex(State())
    private let wake: @Sendable () -> Void
    /// Tells the load of room, and of the end; nil where the system has no more descriptors.
    private let room: EventSignal?

    init(room: EventSignal?, wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        self.room = room
        monitor = TrackMonitor(changed: wake)
        monitor.whenCancelled { room?.signal() }
    }

    /// Whether a load can wait for its reader.
    var canWait: Bool { room != nil }

    // MARK: - The reader's side

    func cancel() { monitor.cancel() }

    var info: TrackInfo? { state.withLock { $0.info } }
    var landing: SeekLanding { state.withLock { $0.landing } }

    /// - Parameter silence: see `FrameFlow`.
    func supply(silence: String = "") -> FrameSupply {
        let trouble = monitor.trouble
        return state.withLock { state in
            var flow = FrameFlow(ready: FrameCount(state.frames), trouble: trouble)
            flow.silence = silence
            flow.arrived = flow.ready + state.backlog.frames
            flow.isWhole = state.isWhole
            flow.isComplete = state.isWhole || state.backlog.isComplete
            guard state.info != nil else {
                return state.failure.map { .failed($0) } ?? .loading(flow)
            }
            return .flowing(flow)
        }
    }

    /// - Returns: the frames that were taken, 0 at the end, and the title that holds from the last of them on, if it is
    ///   new.
    func take(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> (count: Int, title: String?) {
        let result = state.withLock { state -> Result<(Int, String?, Bool), AudioError> in
            let count = min(state.frames, output.count / StreamFormat.channels)
            if count == 0 {
                if let failure = state.failure { return .failure(failure) }
                if state.isWhole { return .success((0, nil, false)) }
                return .failure(AudioError(.internal, "more of a track was read than has come"))
            }
            let samples = count * StreamFormat.channels
            _ = output.update(fromContentsOf: state.samples[state.head..<state.head + samples])
            state.head += samples
            state.taken += Int64(count)
            let old = state.head - Self.past * StreamFormat.channels
            if old > 2 * Int(StreamFormat.framesPerSecond) {
                state.samples.removeFirst(old)
                state.head -= old
            }
            var title: String?
            while let first = state.titles.first, first.frame < state.taken {
                title = first.text
                state.titles.removeFirst()
            }
            let wakes = state.isFull && state.frames < Self.capacity
            if wakes { state.isFull = false }
            return .success((count, title, wakes))
        }
        let (count, title, wakes) = try result.get()
        if wakes { room?.signal() }
        return (count, title)
    }

    /// Lets the next `take` begin at `frame`, counted from the first that came.
    /// - Returns: false where that is not at hand: nothing has changed then.
    func rewind(to frame: Int64) -> Bool {
        state.withLock { state in
            let head = state.head + Int(clamping: frame - state.taken) * StreamFormat.channels
            guard state.samples.indices.contains(head) else { return false }
            state.head = head
            state.taken = frame
            return true
        }
    }

    /// Lets the load go on with `order`, joined to this track.
    /// - Returns: false where all has been read.
    func follow(with order: LoadOrder) -> Bool {
        state.withLock { state in
            guard !state.isWhole else { return false }
            state.next = order
            return true
        }
    }

    // MARK: - The load's side

    func takeNext() -> LoadOrder? {
        state.withLock { state in
            defer { state.next = nil }
            return state.next
        }
    }

    func opened(_ info: TrackInfo, at landing: SeekLanding = SeekLanding()) {
        refine(info, at: landing)
        wake()
    }

    /// More is known of it.
    func refine(_ info: TrackInfo, at landing: SeekLanding) {
        state.withLock { ($0.info, $0.landing) = (info, landing) }
    }

    /// - Returns: false once the track is not wanted any more.
    func waitForRoom() -> Bool {
        guard let room else { return false }
        while true {
            if monitor.isCancelled { return false }
            let isFull = state.withLock { state in
                state.isFull = state.frames >= Self.capacity
                return state.isFull
            }
            if !isFull { return true }
            _ = Poll.wait(for: [room.fileDescriptor], timeout: nil)
            room.clear()
        }
    }

    /// What is appended next does not follow on what is there. Where the reader has left so little that nothing is
    /// heard any more, it is dropped; else its end fades out.
    func join() {
        state.withLock { state in
            let isDry = state.frames < Int(StreamEngine.reserve.rawValue)
            let kept = isDry ? 0 : state.frames - Int(CrossFade.frames)
            let first = state.head + kept * StreamFormat.channels
            var old = Array(state.samples[first...].prefix(Int(CrossFade.frames) * StreamFormat.channels))
            old += repeatElement(0, count: Int(CrossFade.frames) * StreamFormat.channels - old.count)
            state.samples.removeSubrange(first...)
            state.fade = CrossFade(old)
        }
    }

    func append(
        _ samples: UnsafeBufferPointer<Float>,
        title: String,
        backlog: (frames: FrameCount, isComplete: Bool)
    ) {
        let wakes = state.withLock { state in
            let frames = state.frames
            if state.newestTitle != title {
                state.newestTitle = title
                state.titles.append((state.taken + Int64(frames), title))
            }
            let first = state.samples.count
            state.samples.append(contentsOf: samples)
            var fade = state.fade
            state.samples.withUnsafeMutableBufferPointer {
                fade.mix(into: UnsafeMutableBufferPointer(rebasing: $0[first...]))
            }
            state.fade = fade
            state.backlog = backlog
            return frames < Self.wakeBelow
        }
        if wakes { wake() }
    }

    func finish() {
        state.withLock { state in
            state.isWhole = true
            if state.info == nil { state.info = TrackInfo(sampleRate: .stream, channels: StreamFormat.channels) }
        }
        wake()
    }

    func fail(_ error: AudioError) {
        state.withLock { state in
            state.failure = error
            state.isWhole = true
        }
        wake()
    }
}
