import PlaybackCore
import Testing

@testable import Coordinator

@Suite struct ProbeBacklogTests {
    private var backlog = ProbeBacklog<String>()

    private func requests(_ numbers: Range<UInt64>) -> [ProbeRequest] {
        numbers.map { ProbeRequest(item: ItemID($0), uri: "/\($0).mp3") }
    }

    /// The items of a zone's turn, at most `limit`.
    private mutating func items(_ limit: Int = .max) -> [UInt64] {
        guard let turn = backlog.turn() else { return [] }
        var items: [UInt64] = []
        while items.count < limit, let request = backlog.next(turn) { items.append(request.item.rawValue) }
        return items
    }

    @Test mutating func whatWasAddedLastComesFirst() {
        backlog.add(requests(1..<100_000), for: "a")
        #expect(items(2) == [1, 2])
        backlog.add(requests(200_000..<200_002), for: "a")
        #expect(items(4) == [200_000, 200_001, 3, 4])
    }

    @Test mutating func whatIsGoneIsLeftOut() {
        backlog.add(requests(1..<100_000), for: "a")
        backlog.drop(in: "a") { $0 < ItemID(99_998) }
        backlog.drop(in: "b") { _ in true }
        #expect(items() == [99_998, 99_999])
        #expect(backlog.isEmpty)
        backlog.add(requests(1..<3), for: "a")
        backlog.drop(in: "a") { _ in true }
        #expect(backlog.isEmpty && items() == [])
    }

    @Test mutating func zonesTakeTurns() {
        backlog.add(requests(1..<1_000), for: "a")
        backlog.add(requests(1_001..<1_004), for: "b")
        #expect(items(2) == [1, 2])
        #expect(items(2) == [1_001, 1_002])
        #expect(items(2) == [3, 4])
        #expect(items(2) == [1_003])
        #expect(items(2) == [5, 6])
    }

    @Test mutating func aChangeEndsATurn() {
        backlog.add(requests(1..<10), for: "a")
        guard let turn = backlog.turn() else { return }
        #expect(backlog.next(turn)?.item == ItemID(1))
        backlog.add(requests(20..<21), for: "b")
        #expect(backlog.next(turn) == nil)
    }

    @Test mutating func whatWaitsIsBounded() {
        let most = ProbeBacklog<String>.maximumJobs
        for number in 0..<UInt64(most + 5) { backlog.add(requests(number..<number + 1), for: "a") }
        #expect(items().count == most)
    }
}
