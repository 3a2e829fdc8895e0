import AudioCore
import PlaybackCore
import Testing

@Suite struct FailureTests {
    private func fail(_ queue: inout PlayQueue, _ name: Character) -> QueueEffect {
        queue.markFailed(queue.id(name), reason: "no such file")
    }

    @Test(arguments: [(PlayMode.off, "c"), (.loop, "c"), (.one, "c")])
    func failedCurrentItemIsFollowedByTheNext(mode: PlayMode, expected: String) throws {
        var queue = try queue("abc", mode, playing: "b")
        #expect(queue.name(fail(&queue, "b")) == expected)
        #expect(queue[queue.id("b")]?.status == .failed("no such file"))
    }

    @Test func failedItemsArePassedOver() throws {
        var queue = try queue("abcd", playing: "a")
        let effect = fail(&queue, "b")
        #expect(effect.current == .unchanged && effect.nextChanged)
        #expect(!fail(&queue, "b").nextChanged)
        #expect(queue.following() == .play(queue.id("c")))
        #expect(queue.name(queue.advance()) == "c")
        #expect(try queue.name(queue.previous()) == "a")
        #expect(queue.name(queue.next()) == "c")
    }

    @Test(arguments: PlayMode.allCases)
    func nothingPlayableEnds(mode: PlayMode) throws {
        var queue = try queue("abcd", mode)
        _ = try queue.ensureCurrent()
        var failures = 0
        while let current = queue.current, failures < 20 {
            _ = queue.markFailed(current, reason: "damaged")
            failures += 1
        }
        #expect(failures == 4)
        #expect(queue.current == nil)
        #expect(queue.items.allSatisfy { $0.status.isFailed })
        #expect(queue.name(queue.next()) == "end")
    }

    @Test(arguments: PlayMode.allCases)
    func playTriesEverythingAgain(mode: PlayMode) throws {
        var queue = try queue("abc", mode)
        for name in "abc" { _ = fail(&queue, name) }
        let effect = try queue.ensureCurrent()
        #expect(effect.current == queue.current.map { .moved(to: $0) })
        #expect(queue.items.allSatisfy { !queue.isPassedOver($0.id) })
    }

    @Test func eachRoundGivesFailedItemsAnotherChance() throws {
        var queue = try queue("abc", .loop, playing: "b")
        _ = fail(&queue, "a")
        _ = fail(&queue, "c")
        #expect(queue.name(queue.advance()) == "a")
        #expect(queue.items.allSatisfy { !queue.isPassedOver($0.id) })
    }

    @Test func anItemSaysWhyItFailedUntilItPlays() throws {
        var queue = try queue("ab", .loop, playing: "b")
        let (a, info) = (queue.id("a"), TrackInfo(sampleRate: .stream, channels: 2))
        _ = fail(&queue, "a")
        #expect(queue.name(queue.advance()) == "a")
        #expect(queue[a]?.status == .failed("no such file"))
        queue.markLoading(a)
        #expect(queue[a]?.status == .failed("no such file"))
        _ = queue.markFailed(a, reason: "damaged")
        #expect(queue[a]?.status == .failed("damaged") && queue.isPassedOver(a))
        #expect(queue.currentName == "b")
        #expect(queue.name(queue.advance()) == "a")
        _ = queue.markReady(a, info)
        #expect(queue[a]?.status == .ready && !queue.isPassedOver(a))
    }

    @Test(arguments: [PlayMode.loop, .shuffle])
    func whatFailsAgainBeforeTheNextRoundIsPassedOverInIt(mode: PlayMode) throws {
        var queue = try queue("ab", mode, playing: "b")
        _ = fail(&queue, "a")
        // It is prepared to follow, since a new round tries it again, and fails again.
        #expect(queue.following() == .play(queue.id("a")))
        #expect(fail(&queue, "a").nextChanged)
        #expect(queue.following() == .play(queue.id("b")))
        #expect(queue.name(queue.advance()) == "b")
        #expect(queue[queue.id("a")]?.status.isFailed == true)
        // And once more a round later.
        #expect(queue.following() == .play(queue.id("a")))
    }

    @Test func beingOpenedInARoundDoesNotHideThatItHadFailed() throws {
        var queue = try queue("ab", .loop, playing: "b")
        _ = fail(&queue, "a")
        #expect(queue.following() == .play(queue.id("a")))
        queue.markLoading(queue.id("a"))
        #expect(fail(&queue, "a").nextChanged)
        #expect(queue.following() == .play(queue.id("b")))
    }

    @Test func playingAFailedItemTriesItAgain() throws {
        var queue = try queue("abc", playing: "a")
        _ = fail(&queue, "c")
        #expect(try queue.name(queue.play(queue.id("c"))) == "c")
        #expect(queue.currentItem?.status == .unknown)
    }

    @Test func failedItemIsNotConsumed() throws {
        var queue = try queue("abc", playing: "a")
        _ = queue.setConsume(true)
        _ = fail(&queue, "a")
        #expect(queue.names == "abc")
        _ = queue.next()
        #expect(queue.names == "ac")
    }

    @Test func failureOfAnUnknownItemIsIgnored() throws {
        var queue = try queue("a", playing: "a")
        let effect = queue.markFailed(ItemID(77), reason: "late")
        #expect(effect.current == .unchanged && !effect.nextChanged && effect.edits.isEmpty)
    }

    @Test func stopAfterCurrentHoldsForAFailedItemToo() throws {
        var queue = try queue("abc", playing: "a")
        _ = queue.setStopAfterCurrent(true)
        #expect(queue.name(fail(&queue, "a")) == "stop b")
        #expect(!queue.modes.stopAfterCurrent)
    }
}
