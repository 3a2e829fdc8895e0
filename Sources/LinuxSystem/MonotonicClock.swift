package import AudioCore
private import CLinux

/// This machine's monotonic clock (CLOCK_MONOTONIC_RAW): it is neither set nor slewed by time synchronization, so its
/// rate is that of the crystal. Callable on any thread, without locks or allocation.
package enum MonotonicClock<Domain: ClockDomain> {
    package static func now() -> Instant<Domain> { Instant(nanoseconds: tutti_monotonic_ns()) }

    /// How long the machine has been suspended since it was started: what monotonic clocks do not count.
    package static var timeAsleep: Interval { Interval(nanoseconds: tutti_asleep_ns()) }
}
