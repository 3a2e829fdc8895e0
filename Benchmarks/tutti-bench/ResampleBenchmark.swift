import CSamplerate
import Glibc
import SyncCore

/// The room's interpolator against libsamplerate, at crystals off by 100 ppm: purity of sines, and cost.
enum ResampleBenchmark {
    private static let block = 480

    static func run() -> Bool {
        print("Reading at 48 kHz +-100 ppm, stereo: signal to noise and distortion in dB, and a core's share.\n")
        print("                               1 kHz    10 kHz    19 kHz   % of a core")
        var costs: [Double] = []
        for (name, read) in readers {
            for ppm in [100.0, -100] {
                let step = 1 + ppm * 1e-6
                var line = "\(name) \(ppm > 0 ? "+" : "-")100 ppm"
                line += String(repeating: " ", count: max(0, 26 - line.count))
                for hertz in [1_000.0, 10_000, 19_000] {
                    line += Table.number(
                        ratio(of: read(sine(hertz, seconds: 2), step), hertz: hertz, step: step),
                        width: 10
                    )
                }
                let music = sine(440, seconds: 30)
                let share = (0..<3).map { _ in seconds { _ = read(music, step) } / 30 * 100 }.min() ?? 0
                if ppm > 0 { costs.append(share) }
                line += "      " + String((share * 1_000).rounded() / 1_000)
                print(line)
            }
        }
        let ratios = costs.dropFirst().map { Table.number(costs[0] / $0 * 100) + " %" }
        print("\nOurs costs " + ratios.joined(separator: " of SINC_FASTEST and ") + " of SINC_MEDIUM_QUALITY.")
        return true
    }

    private typealias Reader = @Sendable (_ input: [Float], _ step: Double) -> [Float]

    /// Mono in, the left channel out; both read two channels, so that the cost is that of stereo.
    private static let readers: [(String, Reader)] = [
        ("interpolator", { interpolate($0, step: $1) }),
        ("SINC_FASTEST", { convert($0, $1, Int32(SRC_SINC_FASTEST)) }),
        ("SINC_MEDIUM", { convert($0, $1, Int32(SRC_SINC_MEDIUM_QUALITY)) }),
    ]

    private static func sine(_ hertz: Double, seconds: Double) -> [Float] {
        (0..<Int(seconds * 48_000)).map { Float(0.5 * sin(2 * Double.pi * hertz / 48_000 * Double($0))) }
    }

    private static let interpolator = FractionalInterpolator()

    private static func interpolate(_ input: [Float], step: Double) -> [Float] {
        let margin = FractionalInterpolator.margin
        // The ring is as large as the input, so nothing wraps around.
        var size = 1
        while size < input.count { size *= 2 }
        let ring = input + [Float](repeating: 0, count: size - input.count + FractionalInterpolator.taps)
        var (left, right) = ([Float](repeating: 0, count: block), [Float](repeating: 0, count: block))
        var output: [Float] = []
        output.reserveCapacity(input.count)
        while true {
            let position = Double(margin) + Double(output.count) * step
            guard Int(position) + block + 2 * margin < input.count else { return output }
            let segment = BlockPlan.Segment(
                frames: Int32(block),
                generation: nil,
                position: Int64(position),
                fraction: position - position.rounded(.down),
                step: step,
                firstGain: 1,
                lastGain: 1
            )
            ring.withUnsafeBufferPointer { ring in
                left.withUnsafeMutableBufferPointer { left in
                    right.withUnsafeMutableBufferPointer { right in
                        guard let ring = ring.baseAddress, let left = left.baseAddress, let right = right.baseAddress
                        else { return }
                        interpolator.read(
                            left: ring,
                            right: ring,
                            mask: Int64(size - 1),
                            segment: segment,
                            left: left,
                            right: right
                        )
                    }
                }
            }
            output += left
        }
    }

    private static func convert(_ input: [Float], _ step: Double, _ type: Int32) -> [Float] {
        var error: Int32 = 0
        guard let state = src_new(type, 2, &error) else { return [] }
        defer { src_delete(state) }
        let stereo = input.flatMap { [$0, $0] }
        var output = [Float](repeating: 0, count: (block + 16) * 2)
        var result: [Float] = []
        result.reserveCapacity(input.count)
        for first in stride(from: 0, to: input.count - block, by: block) {
            stereo.withUnsafeBufferPointer { stereo in
                output.withUnsafeMutableBufferPointer { output in
                    guard let from = stereo.baseAddress, let to = output.baseAddress else { return }
                    var data = SRC_DATA()
                    data.data_in = from + 2 * first
                    data.data_out = to
                    data.input_frames = block
                    data.output_frames = block + 16
                    data.src_ratio = 1 / step
                    src_process(state, &data)
                    for frame in 0..<data.output_frames_gen { result.append(to[2 * frame]) }
                }
            }
        }
        return result
    }

    /// Signal over all that is not the sine, its amplitude and phase fitted, in dB; the first and last tenth are left
    /// out.
    private static func ratio(of output: [Float], hertz: Double, step: Double) -> Double {
        let turn = 2 * Double.pi * hertz / 48_000 * step
        let range = (output.count / 10)..<(output.count * 9 / 10)
        let (values, angles) = (range.map { Double(output[$0]) }, range.map { turn * Double($0) })
        let fit = SineFit(values, angles: angles)
        var (signal, rest) = (0.0, 0.0)
        for (value, angle) in zip(values, angles) {
            let fitted = fit.value(at: angle)
            signal += fitted * fitted
            rest += (value - fitted) * (value - fitted)
        }
        return 10 * log10(signal / max(rest, 1e-30))
    }

    /// Processor time, so that other programs do not count.
    private static func seconds(_ work: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        }
        let start = now()
        work()
        return now() - start
    }
}
