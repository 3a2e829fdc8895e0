import AudioCore
private import Glibc
import SyncCore
private import Synchronization

/// Decoded audio of one generation, addressed by stream position: written by the engine thread, read by the audio
/// thread.
///
/// A ring of frames in two planes. Its first frames stand again behind its end, so that an interpolation can read
/// straight on. Frames become readable when `high` is published; the writer never overwrites what the reader may still
/// want.
final class PCMDeck: @unchecked Sendable {
    // Unchecked: the planes are written before `high` is released and read after it is acquired; see `append`.
    /// Frames that fit: 340 ms. A power of two.
    static let capacity = 16_384
    private static let mask = Int64(capacity - 1)
    private static let mirror = FractionalInterpolator.taps
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    private let generationNumber = Atomic<UInt32>(0)
    private let low = Atomic<Int64>(0)
    private let high = Atomic<Int64>(0)
    private let readPosition = Atomic<Int64>(0)

    init() {
        // Zero pages that are not touched before there is audio: a deck that no command needs costs nothing.
        left = Self.plane()
        right = Self.plane()
    }

    deinit {
        free(left)
        free(right)
    }

    private static func plane() -> UnsafeMutablePointer<Float> {
        guard let memory = calloc(capacity + mirror, MemoryLayout<Float>.stride) else {
            preconditionFailure("out of memory for a deck of \(capacity) frames")
        }
        return memory.assumingMemoryBound(to: Float.self)
    }

    var generation: Generation { Generation(generationNumber.load(ordering: .acquiring)) }

    var available: PlayoutPlanner.Available {
        let low = self.low.load(ordering: .acquiring)
        return PlayoutPlanner.Available(low: low, high: high.load(ordering: .acquiring))
    }

    // MARK: The engine's side

    /// Empties the deck and gives it to `generation`, whose frames will be appended from `position` on; the reader
    /// wants frames from `wanted` on.
    func begin(_ generation: Generation, at position: Int64, wanted: Int64) {
        generationNumber.store(0, ordering: .sequentiallyConsistent)
        low.store(position, ordering: .relaxed)
        high.store(position, ordering: .relaxed)
        readPosition.store(wanted, ordering: .relaxed)
        generationNumber.store(generation.rawValue, ordering: .sequentiallyConsistent)
    }

    /// Whether `frames` more fit behind `high`.
    func hasRoom(for frames: Int64) -> Bool {
        let kept = readPosition.load(ordering: .acquiring) - Int64(FractionalInterpolator.margin)
        return high.load(ordering: .relaxed) + frames - kept <= Int64(Self.capacity)
    }

    /// Appends interleaved stereo frames. - Precondition: `hasRoom(for:)`, or the reader is elsewhere.
    func append(_ samples: UnsafeBufferPointer<Float>) {
        let frames = samples.count / 2
        let from = high.load(ordering: .relaxed)
        let oldest = from + Int64(frames) - Int64(Self.capacity)
        if low.load(ordering: .relaxed) < oldest { low.store(oldest, ordering: .sequentiallyConsistent) }
        let start = Int(from & Self.mask)
        let untilEnd = min(frames, Self.capacity - start)
        put(samples, 0..<untilEnd, at: start)
        put(samples, untilEnd..<frames, at: 0)
        high.store(from + Int64(frames), ordering: .releasing)
    }

    private func put(_ samples: UnsafeBufferPointer<Float>, _ range: Range<Int>, at index: Int) {
        guard !range.isEmpty, let source = samples.baseAddress.map({ $0 + 2 * range.lowerBound }) else { return }
        let (left, right) = (self.left + index, self.right + index)
        for frame in 0..<range.count {
            left[frame] = source[2 * frame]
            right[frame] = source[2 * frame + 1]
        }
        // The ring's first frames stand again behind its end.
        let repeated = min(Self.mirror - index, range.count)
        guard repeated > 0 else { return }
        (left + Self.capacity).update(from: left, count: repeated)
        (right + Self.capacity).update(from: right, count: repeated)
    }

    // MARK: The audio thread's side

    /// Renders a segment into two planes.
    func render(
        _ segment: BlockPlan.Segment,
        with interpolator: FractionalInterpolator,
        left outputLeft: UnsafeMutablePointer<Float>,
        right outputRight: UnsafeMutablePointer<Float>
    ) {
        let range = available
        let frames = Int(segment.frames)
        // Before the first frame of a generation there is silence; behind the last decoded one there is none to read.
        let margin = Int64(FractionalInterpolator.margin)
        let end = segment.position + Int64((segment.fraction + Double(frames) * segment.step).rounded(.up))
        if segment.position - margin + 1 >= range.low, end + margin < range.high {
            interpolator.read(
                left: left,
                right: right,
                mask: Self.mask,
                segment: segment,
                left: outputLeft,
                right: outputRight
            )
        } else {
            renderWhatThereIs(segment, interpolator, range, outputLeft, outputRight)
        }
        readPosition.store(end, ordering: .releasing)
    }

    /// The same frame by frame, with silence where nothing can be read.
    private func renderWhatThereIs(
        _ segment: BlockPlan.Segment,
        _ interpolator: FractionalInterpolator,
        _ range: PlayoutPlanner.Available,
        _ outputLeft: UnsafeMutablePointer<Float>,
        _ outputRight: UnsafeMutablePointer<Float>
    ) {
        let margin = Int64(FractionalInterpolator.margin)
        let gainStep = (segment.lastGain - segment.firstGain) / Float(segment.frames)
        var frame = segment
        frame.frames = 1
        for index in 0..<Int(segment.frames) {
            frame.firstGain = segment.firstGain + gainStep * Float(index)
            frame.lastGain = frame.firstGain
            if frame.position - margin + 1 >= range.low, frame.position + margin < range.high {
                interpolator.read(
                    left: left,
                    right: right,
                    mask: Self.mask,
                    segment: frame,
                    left: outputLeft + index,
                    right: outputRight + index
                )
            } else {
                outputLeft[index] = 0
                outputRight[index] = 0
            }
            frame.fraction += segment.step
            let whole = frame.fraction.rounded(.down)
            frame.position += Int64(whole)
            frame.fraction -= whole
        }
    }
}

/// The decks of a room: for the generation that sounds, the one that a command has made, and one more that a second
/// command inside the lead makes.
final class DeckSet: Sendable {
    static let count = 3
    let decks: [PCMDeck] = (0..<DeckSet.count).map { _ in PCMDeck() }

    func deck(of generation: Generation) -> PCMDeck? {
        for deck in decks where deck.generation == generation { return deck }
        return nil
    }
}
