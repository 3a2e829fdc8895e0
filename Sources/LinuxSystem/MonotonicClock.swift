package import AudioCore
private import Glibc

/// This machine's monotonic clock (CLOCK_MONOTONIC_RAW): it is neither set nor slewed by time synchronization, so its
/// rate is that of the crystal. Callable on any thread, without locks or allocation.
package enum MonotonicClock<Domain: ClockDomain> {
    package static func now() -> Instant<Domain> { Instant(nanoseconds: read(CLOCK_MONOTONIC_RAW)) }

    /// How long the machine has been suspended since it was started: what monotonic clocks do not count.
    package static var timeAsleep: Interval {
        Interval(nanoseconds: read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC))
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
