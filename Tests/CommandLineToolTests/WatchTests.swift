import AudioCore
import CommandLineTool
import RPC
import Testing
import WireFormat

private func event(_ revision: UInt64, _ now: Wire.NowPlaying, _ kind: Wire.EventKind = .nowPlaying) -> Wire.Event {
    Wire.Event(revision: revision, sessionId: 9, kind: kind, nowPlaying: now)
}

private var paused: Wire.NowPlaying {
    var now = playing
    now.state = .paused
    now.revision += 1
    return now
}

@Suite struct WatchTests {
    @Test func oneLineForEachChange() {
        var later = playing
        later.positionMs += 100
        let run = ToolRun(
            ["now", "--watch"],
            batches: [[event(1, later, .progress), event(2, paused), event(3, paused)]]
        )
        #expect(run.code == 0)
        #expect(
            run.output.lines == [
                "playing  1:02 / 3:45  Nobody - Silence  track 3 of 12, mode loop",
                "paused  1:02 / 3:45  Nobody - Silence  track 3 of 12, mode loop",
            ]
        )
    }

    @Test func jsonHasALineForEachEvent() {
        let run = ToolRun(["now", "-w", "--json"], batches: [[event(1, playing, .progress), event(2, paused)]])
        #expect(run.output.lines.count == 3)
        for line in run.output.lines { #expect(line.hasPrefix(#"{"state":""#) && line.hasSuffix("}")) }
    }

    @Test func liveLineIsDrawnInPlaceAndMovesOn() {
        let output = Recorder(isTerminal: true, columns: 60)
        let run = ToolRun(["now", "--watch"], output: output, environment: ["TERM": "dumb"], batches: [[]])
        #expect(run.output.text.hasPrefix("\r\u{1B}[J\u{1B}[?7l▶ 1:02 "))
        #expect(run.output.text.hasSuffix("\n"))
        #expect(!run.output.text.contains("\u{1B}[32m"))
    }

    @Test func eventsBeginWithASnapshotAndSkipHeartbeats() {
        let events = [
            event(4, playing, .progress), Wire.Event(revision: 4, sessionId: 9, kind: .heartbeat),
            Wire.Event(revision: 5, sessionId: 9, kind: .queueChanged, queueVersion: 3, queueLength: 2),
        ]
        let run = ToolRun(["events", "--json"], batches: [events])
        #expect(run.output.lines.count == 3)
        #expect(run.output.lines[0].hasPrefix(#"{"kind":"snapshot","now":{"state":"playing""#))
        #expect(run.output.lines[1].hasPrefix(#"{"kind":"progress","revision":4,"session_id":"9""#))
        #expect(run.output.lines[2].hasSuffix(#""queue_version":3,"queue_length":2}"#))
    }

    @Test func aLossOfEventsBringsASnapshot() {
        let events = [1, 2, 5].map {
            Wire.Event(revision: $0, sessionId: 9, kind: .queueChanged, queueVersion: $0, queueLength: 2)
        }
        let run = ToolRun(["events", "--json"], batches: [events])
        let kinds = run.output.lines.map { $0.prefix(17) }
        #expect(
            kinds == [
                #"{"kind":"snapshot"#, #"{"kind":"queue_ch"#, #"{"kind":"queue_ch"#, #"{"kind":"snapshot"#,
                #"{"kind":"queue_ch"#,
            ]
        )
    }

    @Test func restartOfTheCoordinatorIsSurvived() {
        let coordinator = FakeCoordinator()
        var restarted = event(1, paused)
        restarted.sessionId = 10
        let run = ToolRun(
            ["now", "--watch"],
            coordinator,
            batches: [[event(7, playing), restarted], []],
            wait: { _ in }
        )
        #expect(run.code == 0)
        #expect(run.output.lines == ["playing  1:02 / 3:45  Nobody - Silence  track 3 of 12, mode loop"])
    }

    @Test func aCoordinatorThatIsLostAtOnceIsNotAskedWithoutAPause() throws {
        let coordinator = FakeCoordinator()
        coordinator.on(Wire.PlayerService.getNowPlaying) { _ in throw RPCError(.unavailable, "gone again") }
        var waits = 0
        let run = ToolRun(["now", "--watch"], coordinator, batches: [[], [], []], wait: { waits = $0 })
        #expect(run.code == 0)
        #expect(try coordinator.requests(Wire.HouseService.getStatus).count == 3)
        #expect(waits == 3)
    }

    @Test func silenceMakesANewConnection() throws {
        let coordinator = FakeCoordinator()
        coordinator.on(Wire.PlayerService.getNowPlaying) { _ in Wire.GetNowPlayingResponse(nowPlaying: paused) }
        let run = ToolRun(["now", "--watch"], coordinator, batches: [[event(7, paused)], [event(9, playing)]])
        #expect(run.output.lines.map { $0.prefix(7) } == ["paused ", "playing"])
        #expect(try coordinator.requests(Wire.HouseService.getStatus).count == 2)
    }

    @Test func roomsAreTableOrLines() {
        let changed = Wire.Event(revision: 1, sessionId: 9, kind: .roomChanged, room: kitchen)
        let run = ToolRun(["rooms", "--watch"], batches: [[changed]])
        #expect(run.output.lines == ["Kitchen: in sync, volume 40, delay -2.5 ms"])
    }
}

@Suite struct NowTrackerTests {
    private let start = Instant<NodeClock>(nanoseconds: 0)

    @Test func positionMovesOnWhilePlayingUpToTheEnd() {
        let tracker = NowTracker(playing, at: start)
        #expect(tracker.at(start + .milliseconds(1_000)).positionMs == 63_500)
        #expect(tracker.at(start + .milliseconds(999_000)).positionMs == 225_000)
        #expect(NowTracker(paused, at: start).at(start + .milliseconds(1_000)).positionMs == 62_500)
    }

    @Test func jumpsAreChangesAndTimeIsNot() {
        var tracker = NowTracker(playing, at: start)
        var next = playing
        next.positionMs += 1_000
        next.revision += 1
        let later = start + .milliseconds(1_000)
        let passed = tracker.update(next, at: later)
        #expect(!passed)
        next.positionMs = 0
        let jumped = tracker.update(next, at: later)
        #expect(jumped)
    }
}
