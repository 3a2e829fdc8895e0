import AudioCore

/// Where in the bytes of a stream its frames lie, without reading it through: exact at a constant bit rate, else by the
/// encoder's table of places, else by the mean. Offsets count from the first frame. Pure.
struct StreamPlaces {
    /// Bytes of a mean frame.
    let frameBytes: Double
    /// Frames of the whole; nil where the size is unknown.
    let frames: Int64?
    /// More than the encoder's notes can say, some three years: a length beyond it is a lie. So no time in ns
    /// overflows.
    static let maximumFrames: Int64 = 1 << 32
    /// No offset is looked for behind it.
    private static let maximumOffset: Int64 = 1 << 50

    /// Bytes of a frame at the bit rate of the first.
    let nominalBytes: Double
    /// Whether the encoder says how many frames there are.
    let isTold: Bool
    private let bytes: Int64?
    private let table: [UInt8]?

    /// - Parameters:
    ///   - bitrate: bits per second of the first frame of music, or of the notes.
    ///   - framesPerFrame: PCM frames in one frame.
    ///   - size: bytes from the first frame on.
    init(info: InfoFrame?, bitrate: Int, rate: SampleRate, framesPerFrame: Int64, size: Int64?) {
        let nominal = max(1, Double(framesPerFrame) / 8 * Double(bitrate) / Double(max(1, rate.hertz)))
        nominalBytes = nominal
        isTold = info?.frames != nil
        let bytes = info?.bytes.flatMap { bytes in size.map { min(bytes, $0) } ?? bytes } ?? size
        self.bytes = bytes
        // The frame that carries the notes is one more.
        let told = info?.frames.map { $0 + 1 }
        let mean = bytes.flatMap { bytes in told.map { Double(bytes) / Double($0) } }
        let isConstant = mean.map { abs($0 - nominal) < 0.01 * nominal } ?? true
        frameBytes = isConstant ? nominal : mean ?? nominal
        let guess = bytes.map { Double($0) / nominal }
        frames = told ?? guess.flatMap { (0..<Double(Self.maximumFrames)).contains($0) ? Int64($0) : nil }
        table = isConstant ? nil : info?.places
    }

    /// About where frame `index` begins.
    func offset(of index: Int64) -> Int64 {
        guard let table, let frames, let bytes, frames > 0 else { return Self.clamped(Double(index) * frameBytes) }
        let place = min(max(Double(index) / Double(frames) * 100, 0), 100)
        let step = min(Int(place), 99)
        // The table's numbers are rounded down.
        let low = step == 0 ? 0 : Double(table[step]) + 0.5
        let high = step == 99 ? 256 : Double(table[step + 1]) + 0.5
        return Self.clamped((low + (high - low) * (place - Double(step))) / 256 * Double(bytes))
    }

    private static func clamped(_ offset: Double) -> Int64 { Int64(min(max(offset, 0), Double(maximumOffset))) }
}
