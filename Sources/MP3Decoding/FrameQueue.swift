/// Interleaved stereo on its way from a resampler that appends to a reader that takes from the front.
struct FrameQueue {
    /// What a resampler appends to.
    var samples: [Float] = []
    private var head = 0

    var isEmpty: Bool { head == samples.count }
    /// Whole frames that wait.
    var frames: Int { (samples.count - head) / 2 }

    /// Moves as many frames as there are, and as fit, to `output`.
    /// - Returns: their number.
    mutating func take(into output: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = min(frames, output.count / 2) * 2
        let range = head..<head + count
        samples.withUnsafeBufferPointer { source in
            _ = output.update(fromContentsOf: source[range])
        }
        drop(frames: count / 2)
        return count / 2
    }

    /// Throws away up to `frames` frames from the front.
    /// - Returns: their number.
    @discardableResult
    mutating func drop(frames count: Int) -> Int {
        let dropped = min(count, frames)
        head += dropped * 2
        if isEmpty { removeAll() }
        return dropped
    }

    mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        head = 0
    }
}
