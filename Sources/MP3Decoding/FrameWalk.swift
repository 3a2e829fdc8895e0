import AudioCore

/// A place between two frames, on the way from each to the next by their headers alone.
struct FrameWalk: Hashable {
    /// The source's offset where the next frame begins, if nothing else stands there.
    var offset: Int64
    /// The bytes of the frame that was stepped over last.
    fileprivate(set) var frameBytes = 0
    /// Whether something other than tags stood between frames.
    fileprivate(set) var hasGaps = false
    /// The bytes of a frame in free format without padding.
    fileprivate var free: Int?

    init(offset: Int64) { self.offset = offset }
}

extension FrameChain {
    /// Steps over the next frame, and over tags and junk before it, as far as `largestGap` bytes.
    /// - Returns: its header; nil where there is none, or none that ends before `end`.
    mutating func step(_ walk: inout FrameWalk, before end: Int64, largestGap: Int64) throws(AudioError) -> FrameHeader?
    {
        while walk.offset < end {
            if let header = FrameHeader(try window.bytes(at: walk.offset, count: 4)) {
                if header.bytes == nil, walk.free == nil { walk.free = try freeSize(header, at: walk.offset) }
                walk.frameBytes = Self.bytes(of: header, free: walk.free)
                if walk.frameBytes > 0 {
                    if walk.offset + Int64(walk.frameBytes) > end { return nil }
                    walk.offset += Int64(walk.frameBytes)
                    return header
                }
            }
            let behind = try endOfTags(at: walk.offset)
            if behind > walk.offset {
                walk.offset = behind
                continue
            }
            let gap = walk.offset + 1..<max(walk.offset + 1, min(end, walk.offset + largestGap))
            guard !gap.isEmpty, let next = try first(in: gap, start: nil, proof: Self.proofAfterGap) else { return nil }
            walk.offset = next
            walk.hasGaps = true
        }
        return nil
    }

    /// Where the frames end that reach up to `told`, and no further than `notes` bytes behind it: some encoders leave the
    /// frame that holds their notes out of the bytes. Nil where none are found there.
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
}
