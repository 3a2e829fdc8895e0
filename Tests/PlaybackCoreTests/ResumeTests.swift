import AudioCore
import PlaybackCore
import Testing

/// Items that keep the position at which they were left.
@Suite struct ResumeTests {
    /// `a` and `b` keep their position, `c` does not; `a` plays at 40 s.
    private func zone(_ mode: PlayMode = .off) throws -> ZonePlayback {
        var zone = ZonePlayback(seed: 1)
        _ = try zone.add(
            "abc".map { NewItem(uri: "\($0)", title: String($0), duration: .seconds(60), keepPosition: $0 != "c") }
        )
        _ = zone.setMode(mode)
        _ = try zone.play(index: 0)
        zone.heardPosition = .seconds(40)
        return zone
    }

    private func resume(_ zone: ZonePlayback, _ name: Character) -> Interval? {
        zone.queue[zone.queue.id(name)]?.resumePosition
    }

    private func isStored(_ outcome: ZoneOutcome, _ zone: ZonePlayback, _ name: Character) -> Bool {
        outcome.edits.contains { $0 == zone.queue[zone.queue.id(name)].map(ZoneEdit.updated) }
    }

    @Test func nextPreviousAndAnotherChoiceLeaveThePosition() throws {
        var zone = try zone()
        let outcome = zone.next()
        #expect(resume(zone, "a") == .seconds(40))
        #expect(isStored(outcome, zone, "a"))
        zone.heardPosition = .seconds(7)
        let back = try zone.previous()
        #expect(back.actions.contains { $0.position == .seconds(40) })
        #expect(resume(zone, "b") == .seconds(7))
        #expect(resume(zone, "a") == nil && isStored(back, zone, "a"))
        zone.heardPosition = .seconds(41)
        _ = try zone.play(zone.queue.id("c"))
        #expect(resume(zone, "a") == .seconds(41))
    }

    @Test func stopLeavesThePositionAndPlayGoesOn() throws {
        var zone = try zone()
        _ = zone.stop()
        #expect(zone.queue.currentItem?.start == .seconds(40))
        let outcome = try zone.play()
        #expect(outcome.actions.first?.position == .seconds(40))
        #expect(resume(zone, "a") == nil)
    }

    @Test func theEndIsTheBeginningNextTime() throws {
        var zone = try zone(.one)
        let repeated = zone.itemEnded(zone.queue.id("a"))
        #expect(repeated.actions.first?.position == .zero)
        zone.heardPosition = .seconds(50)
        _ = try zone.seek(to: .seconds(70))
        #expect(zone.queue.currentName == "a" && resume(zone, "a") == nil)
        _ = zone.setMode(.off)
        _ = zone.itemEnded(zone.queue.id("a"))
        #expect(zone.queue.currentName == "b" && resume(zone, "a") == nil)
    }

    @Test func choosingWhatPlaysGoesOnThere() throws {
        var zone = try zone()
        #expect(try zone.play(index: 0).actions.first?.position == .seconds(40))
        // There is nothing before it: its beginning.
        #expect(try zone.previous().actions.first?.position == .zero)
    }

    @Test func aFailureKeepsThePosition() throws {
        var zone = try zone()
        _ = zone.itemFailed(zone.queue.id("a"), reason: "gone")
        #expect(zone.queue.currentName == "b" && resume(zone, "a") == .seconds(40))
        zone.heardPosition = .seconds(20)
        _ = zone.itemFailed(zone.queue.id("b"), reason: "gone", stillHeard: true)
        _ = zone.itemEnded(zone.queue.id("b"))
        #expect(resume(zone, "b") == .seconds(20))
    }

    @Test func aPausedItemIsLeftWhereItIsCued() throws {
        var zone = try zone()
        _ = zone.pause()
        _ = try zone.seek(to: .seconds(12))
        _ = zone.next()
        #expect(resume(zone, "a") == .seconds(12))
    }

    @Test func otherItemsAndBeginningsKeepNothing() throws {
        var zone = try zone()
        zone.heardPosition = .zero
        _ = zone.next()
        #expect(resume(zone, "a") == nil)
        _ = zone.next()
        zone.heardPosition = .seconds(9)
        #expect(zone.queue.currentName == "c")
        _ = zone.stop()
        #expect(resume(zone, "c") == nil)
    }

    @Test func aFreshStartAfterARestartStillLeavesThePosition() throws {
        var stored = StoredZone(seed: 1)
        stored.items = [
            QueueItem(id: ItemID(1), uri: "a", keepPosition: true), QueueItem(id: ItemID(2), uri: "b"),
        ]
        stored.order.current = ItemID(1)
        stored.transport = .playing
        stored.position = .seconds(33)
        var zone = ZonePlayback(restoring: stored)
        _ = zone.next()
        #expect(zone.queue[ItemID(1)]?.resumePosition == .seconds(33))
    }
}

extension ZoneAction {
    fileprivate var position: Interval? {
        switch self {
        case .start(_, at: let position), .seek(_, to: let position), .cue(_, at: let position): position
        case .continueWith(let item): item.start
        case .pause, .resume, .stop, .replan: nil
        }
    }
}
