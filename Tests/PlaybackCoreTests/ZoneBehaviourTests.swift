import AudioCore
import PlaybackCore
import Testing

@Suite struct ZoneBehaviourTests {
    @Test func endOfTheQueueStops() throws {
        var zone = try zone("ab", playing: "b")
        let outcome = zone.itemEnded(zone.queue.id("b"))
        #expect(outcome.actions == [.stop])
        #expect(zone.state == .stopped && zone.queue.current == nil)
        #expect(outcome.edits.contains(.transport(.stopped, position: .zero)))
        _ = try zone.play()
        #expect(zone.queue.currentName == "a")
    }

    @Test func endIsTakenOnce() throws {
        var zone = try zone("abc", playing: "a")
        let ended = zone.queue.id("a")
        _ = zone.itemEnded(ended)
        #expect(zone.itemEnded(ended) == ZoneOutcome())
        #expect(zone.queue.currentName == "b")
    }

    @Test func itemWithoutAutoplayPausesWhenReachedAndPlaysWhenAskedFor() throws {
        var zone = ZonePlayback(seed: 1)
        _ = try zone.add([NewItem(uri: "a"), NewItem(uri: "b", startPosition: .seconds(4), autoplay: false)])
        _ = try zone.play(index: 0)
        let second = zone.queue.items[1].id
        #expect(zone.queue.following() == .pause(at: second))
        let outcome = zone.itemEnded(zone.queue.items[0].id)
        #expect(outcome.actions == [.cue(zone.queue.items[1], at: .seconds(4))])
        #expect(zone.state == .paused)
        #expect(try zone.play().actions == [.start(zone.queue.items[1], at: .seconds(4))])
        _ = try zone.play(index: 0)
        #expect(zone.next().actions == [.start(zone.queue.items[1], at: .seconds(4))])
    }

    @Test func stopAfterCurrentStopsOnceWithTheNextItemReady() throws {
        var zone = try zone("abc", playing: "a")
        #expect(zone.setStopAfterCurrent(true).actions == [.replan])
        let outcome = zone.itemEnded(zone.queue.id("a"))
        #expect(outcome.actions == [.stop])
        #expect(outcome.changes == [.current, .transport, .modes])
        #expect(zone.queue.currentName == "b" && !zone.queue.modes.stopAfterCurrent)
    }

    @Test func seekIsClampedAndPastAnEstimatedEndIsLeftToTheReader() throws {
        var zone = try zone("ab", playing: "a")
        let rate = SampleRate(hertz: 48_000)
        let info = TrackInfo(sampleRate: rate, channels: 2, length: 480_000, lengthIsEstimate: true)
        _ = zone.itemReady(zone.queue.id("a"), info)
        let item = try #require(zone.queue.currentItem)
        #expect(try zone.seek(to: .seconds(-5)).actions == [.seek(item, to: .zero)])
        #expect(try zone.seek(to: .seconds(20)).actions == [.seek(item, to: .seconds(20))])
        #expect(try zone.seek(to: .seconds(1e9)).actions == [.seek(item, to: .longestTrack)])
    }

    @Test func brokenItemThatIsStillHeardEndsGaplessly() throws {
        var zone = try zone("ab", .one, playing: "a")
        let first = zone.queue.id("a")
        #expect(zone.itemFailed(first, reason: "damaged", stillHeard: true).actions == [.replan])
        #expect(zone.queue.currentName == "a" && zone.queue.following() == .play(zone.queue.id("b")))
        #expect(zone.itemEnded(first).actions == zone.queue.currentItem.map { [.continueWith($0)] })
        #expect(zone.queue.currentName == "b")
    }

    @Test(arguments: PlayMode.allCases)
    func queueOfUnplayableItemsStops(mode: PlayMode) throws {
        var zone = try zone("abc", mode)
        _ = try zone.play()
        var failures = 0
        while zone.state == .playing, let current = zone.queue.current, failures < 10 {
            _ = zone.itemFailed(current, reason: "damaged")
            failures += 1
        }
        #expect(failures == 3)
        #expect(zone.state == .stopped && zone.queue.current == nil)
    }

    @Test func restartPausesWherePlaybackWas() throws {
        var stored = StoredZone(seed: 1)
        stored.items = [QueueItem(id: ItemID(1), uri: "a"), QueueItem(id: ItemID(2), uri: "b")]
        stored.order.current = ItemID(2)
        stored.transport = .playing
        stored.position = .seconds(42)
        var zone = ZonePlayback(restoring: stored)
        #expect(zone.state == .paused && zone.cuedPosition == .seconds(42))
        #expect(try zone.play().actions == [.start(zone.queue.items[1], at: .seconds(42))])
        stored.transport = .stopped
        #expect(ZonePlayback(restoring: stored).state == .stopped)
        stored.transport = .playing
        stored.items.removeLast()
        #expect(ZonePlayback(restoring: stored).state == .stopped)
    }

    @Test func replaceStopsAndPlayBeginsWithTheNewList() throws {
        var zone = try zone("abc", playing: "b")
        #expect(try zone.replace(with: newItems("xy")).outcome.actions == [.stop])
        _ = try zone.play()
        #expect(zone.queue.currentName == "x")
    }

    @Test func emptyQueueSaysWhatToDo() {
        var zone = ZonePlayback(seed: 1)
        #expect(throws: PlaybackError(.failedPrecondition, "the queue is empty: add something first")) {
            try zone.play()
        }
        #expect(zone.next().actions.isEmpty && zone.pause().actions.isEmpty && zone.stop().actions.isEmpty)
    }
}

extension ZoneBehaviourTests {
    @Test func switchesChangeWhatIsNamed() throws {
        var zone = try zone("ab", playing: "a")
        #expect(zone.setSwitches(consume: true, stopAfterCurrent: nil).changes == [.modes])
        #expect(zone.queue.modes == PlayModes(consume: true))
        #expect(zone.setSwitches(consume: nil, stopAfterCurrent: true).actions == [.replan])
        #expect(zone.setSwitches(consume: false, stopAfterCurrent: false).changes == [.modes])
        #expect(zone.queue.modes == PlayModes())
    }
}
