import AudioCore
import SyncCore
import Testing

@Suite struct StepLookTests {
    private static let step = Interval.milliseconds(10)

    @Test func usuallyItLooksFromTwentyMicrosecondsBeforeToFourBehind() {
        var look = StepLook()
        let times = (0..<1_000).map { _ in look.next() }
        #expect(times.allSatisfy { $0 >= .microseconds(-20) && $0 < .microseconds(4) })
        #expect(times.contains { $0 < .microseconds(-19) } && times.contains { $0 > .microseconds(3) })
    }

    /// Expected half a millisecond late, each look that finds the step done tells that it was no later than that.
    @Test func aStepThatIsExpectedTooLateIsFoundWithinASecond() {
        var look = StepLook()
        var late = Interval.microseconds(500)
        for _ in 0..<8 {
            let time = look.next()
            look.found(time >= Interval.zero - late, step: Self.step)
            if time >= Interval.zero - late, time < .zero { late = late + time }
        }
        #expect(late < .microseconds(100))
    }

    @Test func itReachesHalfAStepAheadAtMostAndComesBack() {
        var look = StepLook()
        for _ in 0..<40 { look.found(true, step: Self.step) }
        #expect((0..<1_000).allSatisfy { _ in look.next() >= .milliseconds(-5) })
        for _ in 0..<40 { look.found(false, step: Self.step) }
        #expect((0..<1_000).allSatisfy { _ in look.next() >= .microseconds(-20) })
    }
}
