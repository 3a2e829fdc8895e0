import AudioCore
import SyncCore
import Testing

/// At 48 kHz, in periods of 20 ms, with 50 ms queued: a margin of 30 ms.
@Suite struct QueueDepthTests {
    private static let minute: Int64 = 60 * 48_000
    private var depth = QueueDepth(rate: .stream, period: 960, base: 2_400, ring: 9_600)

    /// Wakes on time for so long.
    private mutating func rest(minutes: Int64, late: Int64 = 4) {
        for _ in 0..<(minutes * Self.minute / 960) { depth.woke(late: late, played: 960) }
    }

    @Test mutating func aPunctualThreadKeepsTheBase() {
        rest(minutes: 20)
        #expect(depth.frames == 2_400)
    }

    @Test(arguments: [0, 48, 480] as [Int64])
    mutating func latenessUpToAThirdOfTheMarginIsNothing(late: Int64) {
        depth.woke(late: late, played: 960)
        #expect(depth.frames == 2_400)
    }

    @Test mutating func moreThanAThirdIsAddedToTheMargin() {
        depth.woke(late: 720, played: 960)
        #expect(depth.frames == 2_400 + 720)
        // As late again leaves the first margin, which is enough; later by 10 ms too.
        depth.woke(late: 720, played: 960)
        depth.woke(late: 1_200, played: 960)
        #expect(depth.frames == 3_120)
        depth.woke(late: 1_201, played: 960)
        #expect(depth.frames == 2_400 + 1_201)
    }

    @Test mutating func anEmptyQueueDoublesItsMargin() {
        depth.ranEmpty()
        #expect(depth.frames == 2_400 + 1_440)
        depth.ranEmpty()
        #expect(depth.frames == 5_760)
    }

    @Test(arguments: [(5_760, 5_760), (96_000, 5_760), (4_000, 4_000), (1_200, 2_400)] as [(Int64, Int64)])
    func theLimitIsThatOfCommandsAndOfTheRing(ring: Int64, most: Int64) {
        var depth = QueueDepth(rate: .stream, period: 960, base: 2_400, ring: ring)
        for _ in 0..<10 { depth.ranEmpty() }
        #expect(depth.frames == most)
    }

    @Test mutating func itComesDownTenMillisecondsAMinute() {
        depth.woke(late: 720, played: 960)
        rest(minutes: 1)
        #expect(depth.frames == 3_120 - 480)
        rest(minutes: 1)
        #expect(depth.frames == 2_400)
    }

    /// 5 ms above the base: the last step is a short one, and judged by where it ends.
    @Test mutating func theLastStepEndsAtTheBase() {
        depth.woke(late: 720, played: 960)
        rest(minutes: 1)
        #expect(depth.frames == 2_640)
        rest(minutes: 1, late: 480)
        #expect(depth.frames == 2_400)
    }

    @Test mutating func itStaysWhereLatenessComesBack() {
        depth.woke(late: 720, played: 960)
        for _ in 0..<30 {
            rest(minutes: 1)
            depth.woke(late: 720, played: 960)
            // 20 ms are left of the margin once 15 ms are gone.
            #expect(depth.frames - 960 - 720 >= 960)
        }
    }

    @Test mutating func itStaysLongerEachTimeItWasTooEarly() {
        depth.ranEmpty()
        rest(minutes: 1)
        depth.ranEmpty()
        let grown = depth.frames
        rest(minutes: 1)
        #expect(depth.frames == grown)
        rest(minutes: 1)
        #expect(depth.frames == grown - 480)
        // Sixteen minutes at most.
        for _ in 0..<8 {
            rest(minutes: 20)
            depth.ranEmpty()
        }
        rest(minutes: 15)
        #expect(depth.frames == 5_760)
        rest(minutes: 2)
        #expect(depth.frames == 5_760 - 480)
    }

    @Test mutating func longPeaceIsBelieved() {
        depth.ranEmpty()
        for _ in 0..<4 {
            rest(minutes: 20)
            depth.ranEmpty()
        }
        rest(minutes: 220)
        #expect(depth.frames == 2_400)
        depth.woke(late: 720, played: 960)
        rest(minutes: 2)
        #expect(depth.frames < 3_840)
    }

    @Test func aDeviceOfOnePeriodMoreThanNothingIsKeptAsItIs() {
        var depth = QueueDepth(rate: .stream, period: 960, base: 960, ring: 960)
        depth.woke(late: 100, played: 960)
        depth.ranEmpty()
        #expect(depth.frames == 960)
    }
}
