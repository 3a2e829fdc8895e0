import AudioCore
import SyncCore
import Testing

@Suite struct ClockMappingTests {
    private let mapping = ClockMapping(
        node: Instant(nanoseconds: 86_400_000_000_000),
        coordinator: Instant(nanoseconds: 5_000_000_000),
        drift: 85e-6
    )

    @Test func theMappingPassesThroughItsPoint() {
        #expect(mapping.coordinatorTime(at: mapping.node) == mapping.coordinator)
        #expect(mapping.offset(at: mapping.node).nanoseconds == 5_000_000_000 - 86_400_000_000_000)
    }

    @Test func driftIsCoordinatorSecondsPerNodeSecond() {
        let later = mapping.node + .seconds(100)
        #expect(mapping.coordinatorTime(at: later) - mapping.coordinator == Interval(nanoseconds: 100_008_500_000))
        #expect(mapping.offset(at: later) - mapping.offset(at: mapping.node) == Interval(nanoseconds: 8_500_000))
    }

    @Test func theRoundTripLeavesOutWhatTheCoordinatorKept() {
        let exchange = ClockExchange(
            sent: Instant(nanoseconds: 1_000),
            received: Instant(nanoseconds: 900_000),
            replied: Instant(nanoseconds: 950_000),
            returned: Instant(nanoseconds: 251_000)
        )
        #expect(exchange.roundTripDelay == Interval(nanoseconds: 200_000))
    }
}
