import AudioCore

/// A track that is computed: on the left a signal, on the right where in the track it is, as a sawtooth. sonic cuts
/// both channels at the same places, so what comes out on the right says from where it was taken.
final class SyntheticTrack: FrameSource {
    /// The sawtooth rises from -0.25 to 0.25 in this many frames.
    static let period: Int64 = 480_000

    var info: TrackInfo
    private let left: (Int64) -> Float
    private let length: Int64
    private var next: Int64 = 0
    private(set) var joined: [ObjectIdentifier] = []
    /// The frame at which reading fails.
    var breaksAt: Int64?

    init(frames: Int64, left: @escaping (Int64) -> Float) {
        self.left = left
        length = frames
        info = TrackInfo(sampleRate: .stream, channels: 2, length: FrameCount(frames))
    }

    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        let count = min(Int64(output.count / 2), length - next)
        if let breaksAt, next + count > breaksAt { throw AudioError(.damaged, "broken") }
        for frame in 0..<count {
            output[Int(frame) * 2] = left(next + frame)
            output[Int(frame) * 2 + 1] = Self.place(next + frame)
        }
        next += count
        return Int(count)
    }

    func seek(to time: Interval) throws(AudioError) { next = FrameTime.frames(in: time + .microseconds(10)).rawValue }

    func join(_ next: any FrameSource) { joined.append(ObjectIdentifier(next)) }

    static func place(_ frame: Int64) -> Float { Float(Double(frame % period) / Double(period) * 0.5 - 0.25) }

    /// The frame, within a period, that `place` was made of.
    static func frame(of place: Float) -> Double { (Double(place) + 0.25) * 2 * Double(period) }
}

/// Signals on the left.
enum Signal: String, CaseIterable, Sendable {
    case silence, bass, tone, noise, voice, chord

    func value(_ frame: Int64) -> Float {
        let time = Double(frame) / 48_000
        switch self {
        case .silence: return 0
        case .bass: return sine(40, time) * 0.8
        case .tone: return sine(440, time) * 0.8
        case .noise: return noise(frame) * 0.8
        case .chord: return (sine(220, time) + sine(277.18, time) + sine(329.63, time) + sine(1_318.5, time)) * 0.2
        case .voice:
            // Pulses of a gliding pitch that ring, in words with pauses.
            guard (time * 1.7).truncatingRemainder(dividingBy: 1) < 0.7 else { return noise(frame) * 0.001 }
            let phase = 120 * time + 6 * Double(sine(0.7, time)) / 0.7
            let since = phase.truncatingRemainder(dividingBy: 1) / 120
            return sine(600, since) * Float(max(0, 1 - since * 160)) * 0.8 + noise(frame) * 0.01
        }
    }

    private func noise(_ frame: Int64) -> Float {
        var value = UInt64(bitPattern: frame) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Float(Int32(truncatingIfNeeded: value >> 32)) / 2_147_483_648
    }
}
