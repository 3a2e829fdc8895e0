/// A clock that instants are read from. Instants of different domains cannot be compared or subtracted: only
/// `ClockMapping` (SyncCore) converts between them.
package protocol ClockDomain: Sendable {}

/// The monotonic clock of the coordinator's machine: the common time of all its rooms. Its epoch is arbitrary.
package enum CoordinatorClock: ClockDomain {}

/// The monotonic clock of the machine a room node (or any other process) runs on. Its epoch is arbitrary.
package enum NodeClock: ClockDomain {}
