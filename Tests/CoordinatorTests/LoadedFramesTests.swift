import AudioCore
import LinuxSystem
import Testing

@testable import Coordinator

/// What a load hands to the pipeline.
@Suite struct LoadedFramesTests {
    private static let fade = Int(CrossFade.frames)

    private func loaded(_ frames: Int, value: Float) throws -> LoadedFrames {
        let loaded = LoadedFrames(room: try EventSignal(), wake: {})
        append(frames, value: value, to: loaded)
        return loaded
    }

    private func append(_ frames: Int, value: Float, to loaded: LoadedFrames) {
        [Float](repeating: value, count: frames * 2).withUnsafeBufferPointer {
            loaded.append($0, title: "", backlog: (0, false))
        }
    }

    /// The left channel.
    private func take(_ frames: Int, from loaded: LoadedFrames) throws -> [Float] {
        var buffer = [Float](repeating: 9, count: frames * 2)
        let count = try buffer.withUnsafeMutableBufferPointer { try loaded.take(into: $0).count }
        return stride(from: 0, to: count * 2, by: 2).map { buffer[$0] }
    }

    private func largestStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    @Test func atAJointTheOldEndFadesOutUnderTheNewBeginning() throws {
        let loaded = try loaded(50_000, value: 0.5)
        loaded.join()
        for _ in 1...3 { append(500, value: -0.5, to: loaded) }
        let samples = try take(60_000, from: loaded)
        #expect(samples.count == 51_500 - Self.fade)
        #expect(largestStep(samples) < 0.002)
        #expect(samples.last == -0.5)
    }

    /// What an outage left, too little to be played, is not played seconds later.
    @Test(arguments: [0, 700, 1_000, 11_900]) func whatAnOutageLeftIsNotPlayedBehindIt(left: Int) throws {
        let loaded = try loaded(20_000, value: 0.5)
        #expect(try take(20_000 - left, from: loaded).count == 20_000 - left)
        loaded.join()
        append(2_000, value: -0.5, to: loaded)
        let samples = try take(5_000, from: loaded)
        #expect(samples.count == 2_000)
        #expect(largestStep(samples) < (left < Self.fade ? 0.6 : 0.002))
        #expect(samples[Self.fade...].allSatisfy { $0 == -0.5 })
    }
}
