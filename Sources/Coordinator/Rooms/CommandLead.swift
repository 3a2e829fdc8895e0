package import AudioCore
private import Synchronization

/// How far ahead commands are scheduled: the smallest that every connected room can honour. The rooms' directory
/// writes, any thread reads.
package final class CommandLead: Sendable {
    /// Where no room is connected.
    package static let withoutRooms = Interval.milliseconds(30)
    /// What a room needs that has not told yet.
    package static let unknown = Interval.milliseconds(60)
    package static let limits = Interval.milliseconds(20)...Interval.milliseconds(1_000)

    private let nanoseconds = Atomic<Int64>(CommandLead.withoutRooms.nanoseconds)

    package init() {}

    package var value: Interval { Interval(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

    func set(_ value: Interval) { nanoseconds.store(value.nanoseconds, ordering: .relaxed) }
}
