import AudioCore
import Testing

@Suite struct InstantTests {
    private typealias Time = Instant<NodeClock>

    @Test func instantsSaturateInsteadOfTrapping() {
        let last = Time(nanoseconds: .max)
        let first = Time(nanoseconds: .min)
        let second = Interval.seconds(1)
        #expect(last + second == last)
        #expect(first - second == first)
        #expect(first + -second == first)
        #expect(last - -second == last)
        #expect(last - first == Interval(nanoseconds: .max))
        #expect(first - last == Interval(nanoseconds: .min))
    }

    @Test func intervalsSaturateInsteadOfTrapping() {
        let longest = Interval(nanoseconds: .max)
        let shortest = Interval(nanoseconds: .min)
        #expect(longest + .seconds(1) == longest)
        #expect(shortest - .seconds(1) == shortest)
        #expect(-shortest == longest)
        #expect(shortest.magnitude == longest)
    }

    @Test func secondsAreRoundedAndBounded() {
        #expect(Interval.seconds(1.5e-9).nanoseconds == 2)
        #expect(Interval.seconds(-1.5e-9).nanoseconds == -2)
        #expect(Interval.seconds(.nan) == .zero)
        #expect(Interval.seconds(.infinity).nanoseconds == .max)
        #expect(Interval.seconds(-1e300).nanoseconds == .min)
        #expect(Interval.seconds(3_600).seconds == 3_600)
    }

    @Test func millisecondsAreRoundedTowardsZero() {
        #expect(Interval(nanoseconds: 1_999_999).milliseconds == 1)
        #expect(Interval(nanoseconds: -1_999_999).milliseconds == -1)
    }
}
