import AudioCore
import Synchronization

/// The frames of a resource from the first on, counted by their headers as far as they have been seen: where they lie,
/// and what they tell of the rest. Pure.
struct CountedFrames {
    /// A frame by its number, and the resource's offset where it begins.
    struct Place: Hashable {
        var frame: Int64
        var offset: Int64
    }

    let origin: Int64
    private(set) var walk: FrameWalk
    /// How many have been counted.
    private(set) var frames: Int64 = 0
    /// Whether nothing follows them.
    private(set) var isWhole = false
    /// Whether what follows cannot be told: too much junk.
    private(set) var isStuck = false
    /// Whether all play at one rate.
    private(set) var isOfOneRate = true
    /// Every so many frames one of them.
    private var places: [Place] = []
    private static let spacing: Int64 = 64

    private var first: FrameHeader?
    /// The frame that may hold notes aside: the bytes of each without padding, while all have the same.
    private var plainBytes: Int?
    private var isConstant = true
    private var padded: Int64 = 0
    /// Frames and bytes that were seen at places unknown.
    private var elsewhere: (frames: Int64, bytes: Int64) = (0, 0)

    init(origin: Int64) {
        self.origin = origin
        walk = FrameWalk(offset: origin)
    }

    var end: Place { Place(frame: frames, offset: walk.offset) }
    var isClosed: Bool { isWhole || isStuck }

    /// Counts the next frame.
    /// - Returns: false where there is none.
    mutating func step(
        _ chain: inout FrameChain,
        before end: Int64,
        largestGap: Int64 = Self.largestGap
    ) throws(AudioError) -> Bool {
        var next = walk
        let header = try chain.step(&next, before: end, largestGap: largestGap)
        guard let header else {
            // Tags have been stepped over all the same.
            walk = next
            return false
        }
        if frames % Self.spacing == 0 {
            places.append(Place(frame: frames, offset: next.offset - Int64(next.frameBytes)))
        }
        walk = next
        note(header)
        frames += 1
        return true
    }

    /// Junk that is stepped over.
    static let largestGap: Int64 = 64 << 10

    private mutating func note(_ header: FrameHeader) {
        let first = first ?? header
        self.first = first
        if header.rate != first.rate || header.samples != first.samples { isOfOneRate = false }
        guard frames > 0 else { return }
        let plain = walk.frameBytes - (header.isPadded ? header.slot : 0)
        if plain != plainBytes ?? plain { isConstant = false }
        plainBytes = plain
        if header.isPadded { padded += 1 }
    }

    /// No frame follows those that have been counted: because the resource has ended, or else nobody knows.
    mutating func close(atEnd: Bool) {
        isWhole = atEnd
        isStuck = !atEnd
    }

    /// Goes on with frames that were counted apart, from where this count has come to.
    mutating func append(_ other: Self) {
        places += other.places.map { Place(frame: frames + $0.frame, offset: $0.offset) }
        if let first, let second = other.first, first.rate != second.rate || first.samples != second.samples {
            isOfOneRate = false
        }
        isOfOneRate = isOfOneRate && other.isOfOneRate
        let plain = plainBytes ?? other.plainBytes
        isConstant = isConstant && other.isConstant && (other.plainBytes ?? plain) == plain
        (first, plainBytes) = (first ?? other.first, plain)
        padded += other.padded
        frames += other.frames
        walk.goOn(at: other.walk)
        (isWhole, isStuck) = (other.isWhole, other.isStuck)
    }

    /// Other frames have been seen.
    mutating func saw(frames: Int64, bytes: Int64) {
        elsewhere.frames += frames
        elsewhere.bytes += bytes
    }

    /// The last known place at or before `frame`.
    func place(before frame: Int64) -> Place {
        if frame >= frames { return end }
        return places.last { $0.frame <= frame } ?? Place(frame: 0, offset: origin)
    }

    /// Bytes of a mean frame; nil where too few have been seen.
    var meanBytes: Double? {
        let count = frames + elsewhere.frames
        return count > 1 ? Double(walk.offset - origin + elsewhere.bytes) / Double(count) : nil
    }

    /// Whether a frame is of the bit rate that all others have.
    func isAlike(_ header: FrameHeader, bytes: Int) -> Bool {
        isConstant && bytes - (header.isPadded ? header.slot : 0) == plainBytes
    }

    /// Bytes of each frame on average, where all that have been seen have one bit rate.
    /// - Parameter nominal: what the bit rate makes of it.
    func constantBytes(nominal: Double) -> Double? {
        guard isConstant, let plainBytes, frames > 4 else { return nil }
        // Some encoders never pad, whatever the bit rate wants.
        let wanted = (nominal - Double(plainBytes)) * Double(frames - 1)
        return padded == 0 && wanted > 3 ? Double(plainBytes) : nominal
    }
}

/// What has been counted of one resource, for all who read it. Callable from any thread.
final class SharedCount: Sendable {
    private let counted: Mutex<CountedFrames>
    let origin: Int64

    init(origin: Int64) {
        self.origin = origin
        counted = Mutex(CountedFrames(origin: origin))
    }

    var value: CountedFrames { counted.withLock { $0 } }

    func withLock<Result>(
        _ body: (inout CountedFrames) throws(AudioError) -> Result
    ) throws(AudioError) -> Result where Result: Sendable {
        try counted.withLock { (counted) throws(AudioError) in try body(&counted) }
    }

    /// Takes what somebody has counted apart, if it is more.
    func merge(_ other: CountedFrames) {
        counted.withLock { counted in
            if other.frames > counted.frames || other.isClosed { counted = other }
        }
    }
}
