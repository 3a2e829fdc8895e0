import AudioCore
import PlaybackCore
import Testing

@Suite struct QueueEditTests {
    private func code(_ body: () throws -> Void) -> PlaybackError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PlaybackError)?.code
        }
    }

    @Test func itemsAreAddedWhereTheyShouldBe() throws {
        var queue = try queue("abc", playing: "b")
        _ = try queue.add(newItems("de"))
        _ = try queue.add(newItems("xy"), at: .next)
        _ = try queue.add(newItems("z"), at: .next)
        _ = try queue.add(newItems("1"), at: .index(0))
        #expect(queue.names == "1abzxycde")
        #expect(queue.currentName == "b")
        for (index, item) in queue.items.enumerated() { #expect(queue.index(of: item.id) == index) }
    }

    @Test func nextIsTheBeginningWhereNothingIsCurrent() throws {
        var queue = try queue("ab")
        _ = try queue.add(newItems("x"), at: .next)
        #expect(queue.names == "xab")
    }

    @Test(arguments: [
        (PlayMode.off, "b", "b", "c"), (.off, "c", "c", "end"), (.off, "bc", "b", "end"), (.loop, "c", "c", "a"),
        (.one, "b", "b", "c"), (.one, "c", "c", "a"), (.loop, "abc", "b", "end"), (.off, "ab", "b", "c"),
        (.off, "ac", "b", "="),
    ])
    func removingTheCurrentItemGoesOnWithWhatFollows(
        mode: PlayMode,
        removed: String,
        playing: String,
        expected: String
    ) throws {
        var queue = try queue("abc", mode, playing: playing.first)
        let effect = try queue.remove(removed.map { queue.id($0) })
        #expect(queue.name(effect) == expected)
        #expect(queue.names == "abc".filter { !removed.contains($0) })
    }

    @Test func removingTheCurrentItemOfAShufflePlaysWhatWasAnnounced() throws {
        var queue = try queue("abcdef", .shuffle, playing: "c")
        let announced = queue.following()
        let effect = try queue.remove([queue.id("c")])
        #expect(effect.current == queue.current.map { .moved(to: $0) })
        #expect(announced == queue.current.map { .play($0) })
    }

    @Test func movingKeepsTheCurrentItem() throws {
        var queue = try queue("abcd", playing: "b")
        let effect = try queue.move(queue.id("b"), to: 3)
        #expect(effect.current == .unchanged && effect.nextChanged)
        #expect(queue.names == "acdb")
        #expect(queue.name(queue.advance()) == "end")
        _ = try queue.move(queue.id("d"), to: 0)
        #expect(queue.names == "dacb")
    }

    @Test func onlyChangesOfWhatFollowsAreAnnounced() throws {
        var queue = try queue("abcdefgh", playing: "b")
        #expect(try !queue.add(newItems("x")).effect.nextChanged)
        #expect(try !queue.remove([queue.id("a")]).nextChanged)
        #expect(try !queue.move(queue.id("h"), to: 0).nextChanged)
        #expect(try queue.remove([queue.id("c")]).nextChanged)
        #expect(queue.setMode(.one).nextChanged)
        #expect(queue.setMode(.loop).nextChanged)
        #expect(queue.setStopAfterCurrent(true).nextChanged)
    }

    @Test func clearAndReplaceEndPlayback() throws {
        var queue = try queue("abc", playing: "b")
        #expect(try queue.name(queue.replace(with: newItems("xyz")).effect) == "end")
        #expect(queue.names == "xyz")
        #expect(queue.current == nil)
        #expect(try queue.name(queue.clear()) == "=")
        #expect(queue.items.isEmpty)
    }

    @Test func versionRisesWithTheListAlone() throws {
        var queue = try queue("abc", playing: "a")
        let version = queue.version
        _ = queue.setMode(.loop)
        _ = queue.advance()
        queue.markLoading(queue.id("c"))
        _ = queue.markFailed(queue.id("c"), reason: "")
        _ = try queue.move(queue.id("c"), to: 2)
        #expect(queue.version == version)
        _ = try queue.move(queue.id("c"), to: 0)
        _ = try queue.remove([queue.id("c")])
        _ = queue.setConsume(true)
        _ = queue.next()
        #expect(queue.version == version + 3)
    }

    @Test func editsOfAnOldVersionAreRefused() throws {
        var queue = try queue("abc")
        let old = queue.version - 1
        #expect(code { _ = try queue.add(newItems("x"), expectedVersion: old) } == .aborted)
        #expect(code { _ = try queue.remove([queue.id("a")], expectedVersion: old) } == .aborted)
        #expect(code { _ = try queue.move(queue.id("a"), to: 1, expectedVersion: old) } == .aborted)
        #expect(code { _ = try queue.clear(expectedVersion: old) } == .aborted)
        #expect(code { _ = try queue.replace(with: [], expectedVersion: old) } == .aborted)
        #expect(queue.names == "abc")
        _ = try queue.clear(expectedVersion: old + 1)
        #expect(queue.items.isEmpty)
    }

    @Test func mistakesAreErrorsThatChangeNothing() throws {
        var queue = try queue("abc")
        #expect(code { _ = try queue.remove([queue.id("a"), ItemID(99)]) } == .notFound)
        #expect(code { _ = try queue.move(ItemID(99), to: 0) } == .notFound)
        #expect(code { _ = try queue.move(queue.id("a"), to: 3) } == .outOfRange)
        #expect(code { _ = try queue.move(queue.id("a"), to: -1) } == .outOfRange)
        #expect(code { _ = try queue.add(newItems("x"), at: .index(4)) } == .outOfRange)
        #expect(code { _ = try queue.play(index: 3) } == .outOfRange)
        #expect(code { _ = try queue.play(ItemID(99)) } == .notFound)
        // Remotes that count from 1 and from 0 show the same text.
        let error = #expect(throws: PlaybackError.self) { _ = try queue.play(index: 3) }
        #expect(error?.message == "cannot play from that place: the queue has only 3 items")
        #expect(queue.names == "abc" && queue.version == 1)
        var empty = PlayQueue(seed: 1)
        #expect(code { _ = try empty.ensureCurrent() } == .failedPrecondition)
        #expect(code { _ = try empty.previous() } == .failedPrecondition)
    }

    @Test func queueIsCapped() throws {
        var queue = PlayQueue(seed: 1)
        let most = [NewItem](repeating: NewItem(uri: "x"), count: PlayQueue.maximumItems)
        _ = try queue.add(most)
        #expect(code { _ = try queue.add(newItems("x")) } == .resourceExhausted)
        #expect(queue.items.count == PlayQueue.maximumItems)
        #expect(try queue.replace(with: most).ids.count == PlayQueue.maximumItems)
    }

    @Test func idsAreNeverGivenTwice() throws {
        var queue = try queue("abc")
        _ = try queue.clear()
        var stored = StoredZone(seed: 1)
        stored.nextItemID = queue.nextItemID
        queue = PlayQueue(restoring: stored)
        #expect(try queue.add(newItems("d")).ids == [ItemID(4)])
    }

    @Test func storedZoneThatDoesNotFitTogetherIsPutRight() {
        var stored = StoredZone(seed: 1)
        stored.items = [3, 3, 5].map { QueueItem(id: ItemID($0), uri: "x", status: .ready) }
        stored.modes.mode = .shuffle
        stored.order.current = ItemID(9)
        stored.order.past = [ItemID(9), ItemID(5)]
        let queue = PlayQueue(restoring: stored)
        #expect(queue.items.map(\.id) == [ItemID(3), ItemID(5)])
        #expect(queue.items.allSatisfy { $0.status == .unknown })
        #expect(queue.current == nil && queue.order.past == [ItemID(5)] && queue.nextItemID == 6)
        #expect(queue.order.round?.remaining.count == 2)
    }

    @Test func whatIsFoundOutAboutAnItemIsKept() throws {
        var queue = try queue("ab")
        let rate = SampleRate(hertz: 48_000)
        let info = TrackInfo(artist: "X", sampleRate: rate, channels: 2, length: 96_000, lengthIsEstimate: true)
        let effect = queue.markReady(queue.id("a"), info)
        let item = try #require(queue[queue.id("a")])
        #expect(item.title == "a" && item.artist == "X" && item.duration == .seconds(2) && item.durationEstimated)
        #expect(item.status == .ready)
        #expect(effect.edits == [.updated(item)])
        #expect(queue.markReady(queue.id("a"), info).edits.isEmpty)
    }

    @Test func longTextsAreCutAndLongAddressesRefused() throws {
        let long = String(repeating: "x", count: 100_000)
        var queue = PlayQueue(seed: 1)
        let id = try #require(try queue.add([NewItem(uri: "/a", title: long, artist: long, album: long)]).ids.first)
        #expect(queue[id]?.title?.utf8.count == 1_024)
        #expect(queue[id]?.album?.utf8.count == 1_024)
        var info = TrackInfo(sampleRate: .stream, channels: 2)
        info.title = long + long
        _ = queue.markReady(id, info)
        #expect(queue[id]?.title?.utf8.count == 1_024)
        let error = #expect(throws: PlaybackError.self) { _ = try queue.add([NewItem(uri: "/" + long)]) }
        #expect(error?.code == .invalidArgument)
        #expect((error?.message.utf8.count ?? 0) < 300)
    }
}
