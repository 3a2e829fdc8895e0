import AudioCore
import SyncCore
import Testing

@Suite struct AdaptiveLeadTests {
    private func time(_ seconds: Double) -> Instant<CoordinatorClock> { Instant(nanoseconds: 0) + .seconds(seconds) }

    private func changed(_ lead: inout AdaptiveLead, tail: Interval, at time: Instant<CoordinatorClock>) -> Bool {
        lead.update(tail: tail, at: time)
    }

    @Test func aGoodNetworkKeepsWhatTheOperatorChose() {
        var lead = AdaptiveLead(base: .seconds(2))
        #expect(changed(&lead, tail: .milliseconds(40), at: time(0)) == false)
        #expect(changed(&lead, tail: .milliseconds(700), at: time(1)) == false)
        #expect(lead.value == .seconds(2))
    }

    @Test func aBadNetworkRaisesItAtOnceAndWithinLimits() {
        var lead = AdaptiveLead(base: .seconds(2))
        #expect(changed(&lead, tail: .milliseconds(1_200), at: time(0)) == true)
        #expect(lead.value == .milliseconds(2_900))
        #expect(changed(&lead, tail: .seconds(60), at: time(1)) == true)
        #expect(lead.value == .seconds(5))
    }

    @Test func itComesDownSlowlyAndNeverBelow() {
        var lead = AdaptiveLead(base: .seconds(2))
        _ = lead.update(tail: .milliseconds(1_200), at: time(0))
        #expect(changed(&lead, tail: .zero, at: time(10)) == true)
        #expect(lead.value == .milliseconds(2_700))
        #expect(changed(&lead, tail: .zero, at: time(1_000)) == true)
        #expect(lead.value == .seconds(2))
        #expect(changed(&lead, tail: .zero, at: time(2_000)) == false)
    }

    @Test(arguments: [Interval(nanoseconds: .min), Interval(nanoseconds: .max), Interval(nanoseconds: -1)])
    func nonsenseOfARoomStaysWithinLimits(tail: Interval) {
        var lead = AdaptiveLead(base: .milliseconds(200))
        _ = lead.update(tail: tail, at: time(0))
        #expect(lead.value >= .milliseconds(200) && lead.value <= .milliseconds(3_200))
    }
}
