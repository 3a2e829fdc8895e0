import AudioCore
private import Glibc
import LinuxSystem

/// Time as the audio thread uses it: the machine's, or a test's.
struct NodeTime: Sendable {
    var now: @Sendable () -> Instant<NodeClock>
    /// How long the machine has been suspended in all.
    var asleep: @Sendable () -> Interval
    var pause: @Sendable (Interval) -> Void

    static let system = NodeTime(
        now: { MonotonicClock.now() },
        asleep: { MonotonicClock<NodeClock>.timeAsleep },
        pause: { interval in
            let nanoseconds = max(0, interval.nanoseconds)
            var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
            nanosleep(&time, nil)
        }
    )
}
