import AudioCore

/// Another speed by leaving out or repeating frames: tags stay what they are, and every frame is exactly where the
/// equation of the rate has it.
struct SkippingStretcher: TempoStretching {
    func stretch(_ source: any FrameSource, ratePermille: Int) throws(AudioError) -> any FrameSource {
        ratePermille == 1_000 ? source : SkippingSource(source, ratePermille: ratePermille)
    }
}

private final class SkippingSource: FrameSource {
    private let inner: any FrameSource
    private let rate: Int
    /// The next output frame, and how many input frames have been read.
    private var next = 0
    private var taken = 0
    private var frame = [Float](repeating: 0, count: 2)

    init(_ inner: any FrameSource, ratePermille: Int) {
        self.inner = inner
        rate = ratePermille
    }

    var info: TrackInfo { inner.info }

    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        for index in 0..<output.count / 2 {
            while taken <= next * rate / 1_000 {
                if try readOne() == 0 { return index }
                taken += 1
            }
            output[index * 2] = frame[0]
            output[index * 2 + 1] = frame[1]
            next += 1
        }
        return output.count / 2
    }

    private func readOne() throws(AudioError) -> Int {
        var result = Result<Int, AudioError>.success(0)
        frame.withUnsafeMutableBufferPointer { buffer in
            do throws(AudioError) { result = .success(try inner.read(into: buffer)) } catch { result = .failure(error) }
        }
        return try result.get()
    }

    func seek(to time: Interval) throws(AudioError) {
        try inner.seek(to: time)
        next = 0
        taken = 0
    }

    func join(_ next: any FrameSource) {
        if let next = next as? SkippingSource { inner.join(next.inner) }
    }
}
