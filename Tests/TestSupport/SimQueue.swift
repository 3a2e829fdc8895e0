/// What will happen, by time: a binary heap. Equal times keep their order.
package struct SimQueue<Event> {
    private struct Entry {
        var time: TrueTime
        var order: Int
        var event: Event

        func isBefore(_ other: Entry) -> Bool { (time, order) < (other.time, other.order) }
    }

    private var heap: [Entry] = []
    private var pushed = 0

    package init() {}

    package var nextTime: TrueTime? { heap.first?.time }

    package mutating func push(_ event: Event, at time: TrueTime) {
        pushed += 1
        heap.append(Entry(time: time, order: pushed, event: event))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    package mutating func pop() -> (time: TrueTime, event: Event)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if heap.isEmpty { return (first.time, first.event) }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return (first.time, first.event)
    }
}
