import PlaybackCore
import Testing

@Suite struct ShuffleTests {
    /// Lets `count` items play to their end.
    private func play(_ queue: inout PlayQueue, _ count: Int) -> String {
        (0..<count).map { _ in queue.name(queue.advance()) }.joined()
    }

    @Test(arguments: 0..<UInt64(50))
    func everyRoundPlaysEachItemOnce(seed: UInt64) throws {
        var queue = try queue("abcdef", .shuffle, seed: seed)
        _ = try queue.ensureCurrent()
        let first = queue.currentName + play(&queue, 5)
        #expect(String(first.sorted()) == "abcdef")
        for _ in 0..<5 {
            let last = queue.currentName
            let round = play(&queue, 6)
            #expect(String(round.sorted()) == "abcdef")
            #expect(!round.hasPrefix(last))
        }
    }

    @Test(arguments: 0..<UInt64(50))
    func jumpsCountAsPlayed(seed: UInt64) throws {
        var queue = try queue("abcdef", .shuffle, seed: seed)
        _ = try queue.play(queue.id("c"))
        _ = try queue.play(queue.id("e"))
        #expect(String(play(&queue, 4).sorted()) == "abdf")
    }

    @Test func differentSeedsGiveDifferentOrders() throws {
        let orders = try (0..<UInt64(20)).map { seed in
            var queue = try queue("abcdef", .shuffle, playing: "a", seed: seed)
            return play(&queue, 5)
        }
        #expect(Set(orders).count > 10)
        let again = try (0..<UInt64(20)).map { seed in
            var queue = try queue("abcdef", .shuffle, playing: "a", seed: seed)
            return play(&queue, 5)
        }
        #expect(orders == again)
    }

    @Test func previousWalksTheHistoryAndNextWalksItForwardAgain() throws {
        var queue = try queue("abcdef", .shuffle, playing: "a")
        let heard = "a" + play(&queue, 8)
        var back = ""
        for _ in 0..<8 { back += try queue.name(queue.previous()) }
        #expect(String(back.reversed()) == heard.dropLast())
        #expect(try queue.name(queue.previous()) == "a")
        #expect((0..<8).map { _ in queue.name(queue.next()) }.joined() == heard.dropFirst())
    }

    @Test func itemAddedNextPlaysNextAndOnceInItsRound() throws {
        var queue = try queue("abcd", .shuffle, playing: "a")
        let effect = try queue.add(newItems("xy"), at: .next).effect
        #expect(effect.nextChanged)
        #expect(queue.names == "axybcd")
        let round = play(&queue, 5)
        #expect(round.hasPrefix("xy"))
        #expect(String(round.sorted()) == "bcdxy")
    }

    @Test func itemAddedNextPlaysNextAlsoAfterGoingBack() throws {
        var queue = try queue("abcd", .shuffle, playing: "a")
        let second = play(&queue, 1)
        _ = try queue.previous()
        _ = try queue.add(newItems("x"), at: .next)
        #expect(play(&queue, 2) == "x" + second)
    }

    @Test func itemsAddedDuringARoundJoinItWithoutChangingWhatWasAnnounced() throws {
        var queue = try queue("abcd", .shuffle, playing: "a")
        let announced = queue.following()
        _ = try queue.add(newItems("vwxyz"))
        #expect(queue.following() == announced)
        #expect(String(play(&queue, 8).sorted()) == "bcdvwxyz")
    }

    @Test func itemAddedWhenTheRoundIsOverPlaysBeforeTheNextRound() throws {
        var queue = try queue("ab", .shuffle, playing: "a")
        _ = play(&queue, 1)
        _ = try queue.add(newItems("x"))
        #expect(play(&queue, 1) == "x")
    }

    @Test(arguments: [(PlayMode.off, "d"), (.loop, "d"), (.one, "c")])
    func leavingShuffleGoesOnInListOrder(mode: PlayMode, expected: String) throws {
        var queue = try queue("abcdef", .shuffle, playing: "c")
        _ = queue.setMode(mode)
        #expect(play(&queue, 1) == expected)
    }

    @Test func switchingToShuffleKeepsTheCurrentItemAndItsHistory() throws {
        var queue = try queue("abcdef", .off, playing: "a")
        _ = play(&queue, 2)
        _ = queue.setMode(.shuffle)
        #expect(queue.currentName == "c")
        #expect(try queue.name(queue.previous()) == "b")
    }

    @Test func oneItemPlaysRoundAfterRound() throws {
        var queue = try queue("a", .shuffle, playing: "a")
        #expect(play(&queue, 3) == "aaa")
    }

    @Test func consumeEndsTheShuffle() throws {
        var queue = try queue("abc", .shuffle, playing: "a")
        _ = queue.setConsume(true)
        #expect(String(play(&queue, 2).sorted()) == "bc")
        #expect(queue.name(queue.advance()) == "end")
        #expect(queue.items.isEmpty)
    }

    @Test func historyIsBounded() throws {
        var queue = try queue("ab", .loop, playing: "a")
        _ = play(&queue, PlayOrder.maximumPast + 10)
        #expect(queue.order.past.count == PlayOrder.maximumPast)
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func whatIsAddedNeverComesBeforeWhatIsAnnounced(seed: UInt64) throws {
        var queue = try queue("abcdef", .shuffle, playing: "a", seed: seed)
        if case .play(let first) = queue.following() { _ = queue.markFailed(first, reason: "no such file") }
        let announced = queue.following()
        _ = try queue.add(newItems("ghijklmn"))
        #expect(queue.following() == announced)
    }
}
