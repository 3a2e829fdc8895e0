private import Synchronization

/// The newest value of a kind, from one thread to one other: neither waits for the other, neither allocates. What is
/// not read before the next write is replaced. A triple buffer: the writer's, the reader's and the one in between are
/// exchanged.
final class Mailbox<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: `back` belongs to the writer, `front` to the reader, and a slot changes hands with an atomic exchange.
    private let slots: UnsafeMutablePointer<Value>
    private let middle = Atomic<UInt8>(1)
    private var back: UInt8 = 0
    private var front: UInt8 = 2
    private static var fresh: UInt8 { 4 }

    init(_ initial: Value) {
        slots = .allocate(capacity: 3)
        slots.initialize(repeating: initial, count: 3)
    }

    deinit { slots.deallocate() }

    /// The writer's side.
    func write(_ value: Value) {
        slots[Int(back)] = value
        back = middle.exchange(back | Self.fresh, ordering: .acquiringAndReleasing) & 3
    }

    /// The reader's side: nil where nothing was written since the last read.
    func read() -> Value? {
        guard middle.load(ordering: .relaxed) & Self.fresh != 0 else { return nil }
        front = middle.exchange(front, ordering: .acquiringAndReleasing) & 3
        return slots[Int(front)]
    }
}
