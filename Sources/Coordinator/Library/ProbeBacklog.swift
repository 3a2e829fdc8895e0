import PlaybackCore

/// What is yet to be looked at, by zone: the zones take turns, and in each the newest request comes first, since it is
/// what somebody waits for. What is in no queue any more is left out. Pure.
struct ProbeBacklog<Zone: Hashable & Sendable> {
    /// A zone's turn; it is over once something has changed.
    struct Turn: Sendable {
        fileprivate(set) var zone: Zone
        fileprivate var change: UInt64
    }

    private struct Waiting {
        var zone: Zone
        /// The oldest first.
        var jobs: [ArraySlice<ProbeRequest>]
    }

    /// Bounds what waits in one zone: beyond it the oldest are dropped, and those items are read when they are played.
    static var maximumJobs: Int { 1_000 }

    /// In the order of their turns; none without a job.
    private var waiting: [Waiting] = []
    private var change: UInt64 = 0

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ requests: [ProbeRequest], for zone: Zone) {
        guard !requests.isEmpty else { return }
        change += 1
        let index = waiting.firstIndex { $0.zone == zone } ?? waiting.endIndex
        if index == waiting.endIndex { waiting.append(Waiting(zone: zone, jobs: [])) }
        waiting[index].jobs.append(requests[...])
        if waiting[index].jobs.count > Self.maximumJobs { waiting[index].jobs.removeFirst() }
    }

    /// Forgets the requests of a zone that `isGone` names.
    mutating func drop(in zone: Zone, where isGone: (ItemID) -> Bool) {
        guard let index = waiting.firstIndex(where: { $0.zone == zone }) else { return }
        change += 1
        let jobs = waiting[index].jobs.map { job in job.filter { !isGone($0.item) }[...] }.filter { !$0.isEmpty }
        if jobs.isEmpty { waiting.remove(at: index) } else { waiting[index].jobs = jobs }
    }

    /// The zone whose turn it is; nil where nothing waits.
    mutating func turn() -> Turn? {
        guard !waiting.isEmpty else { return nil }
        let first = waiting.removeFirst()
        waiting.append(first)
        return Turn(zone: first.zone, change: change)
    }

    /// The zone's next request; nil where its turn is over.
    mutating func next(_ turn: Turn) -> ProbeRequest? {
        guard turn.change == change, let index = waiting.firstIndex(where: { $0.zone == turn.zone }),
            let request = waiting[index].jobs.last?.first
        else { return nil }
        let last = waiting[index].jobs.endIndex - 1
        waiting[index].jobs[last].removeFirst()
        if waiting[index].jobs[last].isEmpty { waiting[index].jobs.removeLast() }
        if waiting[index].jobs.isEmpty { waiting.remove(at: index) }
        return request
    }
}
