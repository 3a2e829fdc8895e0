import AudioCore
import Testing

@Suite struct FrameTimeTests {
    @Test func aSecondIsExact() {
        #expect(FrameTime.interval(of: 48_000) == .seconds(1))
        #expect(FrameTime.frames(in: .seconds(1)) == 48_000)
    }

    /// 10^12 frames are 241 days: not a nanosecond is lost, wherever they are counted from.
    @Test(arguments: [0, 1, 2, 3, 47_999, 1_000_000_000_000, 999_999_999_999, 1_000_000_000_001] as [Int64])
    func timesAreTheNearestNanosecond(frames: Int64) {
        // 62,500 / 3 ns a frame, in 128 bits.
        let product = frames.multipliedFullWidth(by: 62_500)
        let (quotient, remainder) = (3 as Int64).dividingFullWidth(product)
        let nearest = quotient + (remainder == 2 ? 1 : 0)
        #expect(FrameTime.interval(of: FrameCount(frames)).nanoseconds == nearest)
        #expect(FrameTime.interval(of: FrameCount(-frames)).nanoseconds == -nearest)
    }

    @Test func framesAndTimesAgreeEverywhere() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let frames = Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
            let time = FrameTime.interval(of: FrameCount(frames))
            let (whole, fraction) = FrameTime.position(in: time)
            // The time is rounded by at most half a nanosecond: 0.000024 frames.
            #expect(abs(Double(whole - frames) + fraction) < 0.000_025)
            #expect((0..<1).contains(fraction))
            #expect(FrameTime.frames(in: time).rawValue == whole)
        }
    }

    @Test func positionsAreRoundedDownAlsoBeforeTheStart() {
        #expect(FrameTime.frames(in: Interval(nanoseconds: 20_833)) == 0)
        #expect(FrameTime.frames(in: Interval(nanoseconds: 20_834)) == 1)
        #expect(FrameTime.frames(in: Interval(nanoseconds: -1)) == -1)
        let (frames, fraction) = FrameTime.position(in: Interval(nanoseconds: -1))
        #expect(frames == -1)
        #expect(fraction > 0.999 && fraction < 1)
    }

    @Test func absurdPositionsAreClampedAndDoNotTrap() {
        let limit = Interval(nanoseconds: 5_864_062_014_805_333_333)
        #expect(FrameTime.interval(of: FrameCount(StreamFormat.maximumPosition)) == limit)
        #expect(FrameTime.interval(of: FrameCount(Int64.max)) == limit)
        #expect(FrameTime.interval(of: FrameCount(Int64.min)) == -limit)
        _ = FrameTime.frames(in: Interval(nanoseconds: .max))
        _ = FrameTime.position(in: Interval(nanoseconds: .min))
        for rate in PlaybackRate.permille {
            #expect(PlaybackRate.frames(in: Interval(nanoseconds: .max), ratePermille: rate) > 0)
            #expect(PlaybackRate.trackTime(of: FrameCount(Int64.max), ratePermille: rate) > .longestTrack)
        }
    }
}
