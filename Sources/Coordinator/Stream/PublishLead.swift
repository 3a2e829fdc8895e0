package import AudioCore
private import Synchronization

/// How far ahead of their presentation time packets are published now. The rooms' directory writes, the pipeline reads.
package final class PublishLead: Sendable {
    private let nanoseconds: Atomic<Int64>

    package init(_ lead: Interval) { nanoseconds = Atomic(lead.nanoseconds) }

    package var value: Interval { Interval(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

    func set(_ value: Interval) { nanoseconds.store(value.nanoseconds, ordering: .relaxed) }
}
