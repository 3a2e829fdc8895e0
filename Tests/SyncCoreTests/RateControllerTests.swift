import SyncCore
import Testing

@Suite struct RateControllerTests {
    /// Runs the loop that it closes: `error` frames to begin with, blocks of 480, a crystal that the feed-forward
    /// misses by `residual`.
    private func run(_ error: Double, blocks: Int, residual: Double = 0) -> (error: Double, corrections: [Double]) {
        var controller = RateController()
        var error = error
        var corrections: [Double] = []
        for _ in 0..<blocks {
            corrections.append(controller.next(error: error, frames: 480))
            error += (residual - controller.correction) * 480
        }
        return (error, corrections)
    }

    @Test(arguments: [0.5, -0.5, 4, 40, -90])
    func theErrorIsDrivenToZero(error: Double) {
        let (left, _) = run(error, blocks: 12_000)
        #expect(abs(left) < 1e-3)
    }

    @Test func itDoesNotOvershoot() {
        let (_, corrections) = run(2, blocks: 2_000)
        #expect(corrections.allSatisfy { $0 >= -1e-9 })
    }

    @Test(arguments: [0.1, 3, 20, 95])
    func itIsBoundedAndSlewed(error: Double) {
        let (_, corrections) = run(error, blocks: 3_000)
        let limit = error > 4.8 ? 2_000e-6 : 500e-6
        #expect(corrections.allSatisfy { abs($0) <= limit + 1e-12 })
        for (next, last) in zip(corrections.dropFirst(), corrections) { #expect(abs(next - last) <= 50e-6 + 1e-12) }
        #expect(abs(corrections[0]) <= 50e-6 + 1e-12)
    }

    /// Half a second of proportional control leaves 1 ppm of a wrong feed-forward standing as half a microsecond.
    @Test func aWrongFeedForwardLeavesLittle() {
        let (left, _) = run(0, blocks: 3_000, residual: 1e-6)
        #expect(abs(left - 0.024) < 1e-3)
    }

    @Test func resetForgetsTheCorrection() {
        var controller = RateController()
        _ = controller.next(error: 90, frames: 480)
        #expect(controller.correction != 0)
        controller.reset()
        #expect(controller.correction == 0)
    }
}
