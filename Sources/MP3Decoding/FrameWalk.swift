import AudioCore

/// A place between two frames, on the way from each to the next by their headers alone.
struct FrameWalk: Hashable {
    /// The source's offset where the next frame begins, if nothing else stands there.
    var offset: Int64
    /// The bytes of the frame that was stepped over last.
    fileprivate(set) var frameBytes = 0
    /// Whether something other than tags stood between frames.
    fileprivate(set) var hasGaps = false
    /// Whether something stood before the last of them.
    fileprivate(set) var isAfterGap = false
    /// The bytes of a frame in free format without padding.
    fileprivate var free: Int?
    fileprivate var last: FrameHeader?

    init(offset: Int64) { self.offset = offset }

    /// Goes on where `other`, which began here, has come to.
    mutating func goOn(at other: Self) {
        let hadGaps = hasGaps
        self = other
        hasGaps = hadGaps || other.hasGaps
    }
}

extension FrameChain {
    /// Steps over the next frame, and over tags and junk before it, as far as `largestGap` bytes.
    /// - Returns: its header; nil where there is none, or none that ends before `end`.
    mutating func step(_ walk: inout FrameWalk, before end: Int64, largestGap: Int64) throws(AudioError) -> FrameHeader?
    {
        walk.isAfterGap = false
        while walk.offset < end {
            if let header = try header(at: &walk) {
                if walk.offset + Int64(walk.frameBytes) > end { return nil }
                walk.offset += Int64(walk.frameBytes)
                return header
            }
            let behind = try endOfTags(at: walk.offset)
            if behind > walk.offset {
                walk.offset = behind
                continue
            }
            let gap = walk.offset + 1..<max(walk.offset + 1, min(end, walk.offset + largestGap))
            guard !gap.isEmpty,
                let next = try first(in: gap, proof: Self.proofAfterGap, free: walk.free, like: walk.last)
            else { return nil }
            walk.offset = next
            walk.hasGaps = true
            walk.isAfterGap = true
        }
        return nil
    }

    /// Where the frames end that reach up to `told`, and no further than `notes` bytes behind it: some encoders leave
    /// the frame that holds their notes out of the bytes. Nil where none are found there.
    mutating func endOfFrames(at told: Int64, after origin: Int64, notes: Int64) throws(AudioError) -> Int64? {
        let before = max(origin, told - 8 * Int64(Self.largestFrame))
        guard before < told, let start = try first(in: before..<told) else { return nil }
        var walk = FrameWalk(offset: start)
        var end = start
        var alike: FrameHeader?
        while let header = try step(&walk, before: told + notes, largestGap: 0) {
            guard walk.offset - Int64(walk.frameBytes) == end, header.agrees(with: alike ?? header) else { break }
            alike = header
            end = walk.offset
        }
        return end < told ? nil : end
    }

    /// The frame that begins where the walk is, its size noted there. Nil where none does, and for one that is damaged:
    /// of another kind than the one before, and neither followed by its like nor `fitting`, or with another frame
    /// inside.
    private mutating func header(at walk: inout FrameWalk) throws(AudioError) -> FrameHeader? {
        guard let header = FrameHeader(try window.bytes(at: walk.offset, count: 4)) else { return nil }
        var free = walk.free
        if let last = walk.last, !header.agrees(with: last) || (header.bytes == nil) != (last.bytes == nil) {
            guard try goesOn(with: header, at: walk.offset) else { return try fitting(header, in: &walk, after: last) }
            free = nil
        }
        if header.bytes == nil, free == nil { free = try freeSize(header, at: walk.offset) }
        let bytes = Self.bytes(of: header, free: free)
        guard bytes > 0 else { return nil }
        let next = walk.offset + Int64(bytes)
        let following = try window.bytes(at: next, count: 8)
        if following.count >= 4, !Self.isTag(following), FrameHeader(following)?.agrees(with: header) != true,
            try first(in: walk.offset + 1..<next, proof: Self.proofAfterGap, free: free) != nil
        {
            return nil
        }
        (walk.free, walk.frameBytes, walk.last) = (free, bytes, header)
        return header
    }

    /// A frame that was hit in its layer or version, or one of two that strayed in, if a frame like `last` begins at
    /// its end: decoders play it, mostly as long as what stood there, and what follows keeps its time.
    private mutating func fitting(
        _ header: FrameHeader,
        in walk: inout FrameWalk,
        after last: FrameHeader
    ) throws(AudioError) -> FrameHeader? {
        guard header.rate == last.rate, let bytes = header.bytes else { return nil }
        var next = walk.offset + Int64(bytes)
        for _ in 1..<Self.proofAfterGap {
            guard let following = FrameHeader(try window.bytes(at: next, count: 4)) else { return nil }
            if following.agrees(with: last) {
                walk.frameBytes = bytes
                return header
            }
            guard following.agrees(with: header), let bytes = following.bytes else { return nil }
            next += Int64(bytes)
        }
        return nil
    }
}
