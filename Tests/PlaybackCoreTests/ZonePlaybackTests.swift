import AudioCore
import PlaybackCore
import Testing

/// The table of `Documentation/queue-and-modes.md`: every state and every event.
@Suite struct ZonePlaybackTests {
    enum Start: String, CaseIterable, Sendable {
        case stopped
        case playing
        case held
        case cued
    }

    enum Event: String, CaseIterable, Sendable {
        case play, playB, pause, toggle, stop, next, previous, seek, seekToEnd, ended, failed, removeCurrent, addNext
    }

    /// `a`, `b`, `c` with `a` current; 10 s long each.
    private func zone(_ start: Start) throws -> ZonePlayback {
        var zone = ZonePlayback(seed: 1)
        let items = "abc".map { NewItem(uri: "x", title: String($0), duration: .seconds(10)) }
        _ = try zone.add(items)
        _ = try zone.play()
        switch start {
        case .stopped: _ = zone.stop()
        case .playing: break
        case .held: _ = zone.pause()
        case .cued:
            _ = zone.pause()
            _ = try zone.seek(to: .seconds(3))
        }
        return zone
    }

    private func handle(_ event: Event, _ zone: inout ZonePlayback) throws -> ZoneOutcome {
        let (a, b) = (zone.queue.id("a"), zone.queue.id("b"))
        return switch event {
        case .play: try zone.play()
        case .playB: try zone.play(b)
        case .pause: zone.pause()
        case .toggle: try zone.toggle()
        case .stop: zone.stop()
        case .next: zone.next()
        case .previous: try zone.previous()
        case .seek: try zone.seek(to: .seconds(5))
        case .seekToEnd: try zone.seek(to: .seconds(10))
        case .ended: zone.itemEnded(a)
        case .failed: zone.itemFailed(a, reason: "damaged")
        case .removeCurrent: try zone.remove([a])
        case .addNext: try zone.add(newItems("x"), at: .next).outcome
        }
    }

    /// What happens, as "state item: actions".
    private func outcome(_ event: Event, from start: Start) throws -> String {
        var zone = try zone(start)
        do {
            let outcome = try handle(event, &zone)
            let actions = outcome.actions.map { describe($0) }.joined(separator: ", ")
            return "\(zone.transportName) \(zone.queue.currentName): \(actions)"
        } catch let error as PlaybackError {
            return "\(error.code)"
        }
    }

    private func describe(_ action: ZoneAction) -> String {
        func name(_ item: QueueItem) -> String { item.title ?? "?" }
        return switch action {
        case .start(let item, let at): "start \(name(item)) \(Int(at.seconds))"
        case .seek(let item, let to): "seek \(name(item)) \(Int(to.seconds))"
        case .continueWith(let item): "continue \(name(item))"
        case .pause: "pause"
        case .resume: "resume"
        case .cue(let item, let at): "cue \(name(item)) \(Int(at.seconds))"
        case .stop: "stop"
        case .replan: "replan"
        }
    }

    static let table: [Event: [Start: String]] = [
        .play: [
            .stopped: "playing a: start a 0", .playing: "playing a: ", .held: "playing a: resume",
            .cued: "playing a: start a 3",
        ],
        .playB: [
            .stopped: "playing b: start b 0", .playing: "playing b: start b 0", .held: "playing b: start b 0",
            .cued: "playing b: start b 0",
        ],
        .pause: [.stopped: "stopped a: ", .playing: "held a: pause", .held: "held a: ", .cued: "cued a: "],
        .toggle: [
            .stopped: "playing a: start a 0", .playing: "held a: pause", .held: "playing a: resume",
            .cued: "playing a: start a 3",
        ],
        .stop: [
            .stopped: "stopped a: ", .playing: "stopped a: stop", .held: "stopped a: stop", .cued: "stopped a: stop",
        ],
        .next: [
            .stopped: "stopped b: ", .playing: "playing b: start b 0", .held: "cued b: cue b 0",
            .cued: "cued b: cue b 0",
        ],
        .previous: [
            .stopped: "stopped a: ", .playing: "playing a: start a 0", .held: "cued a: cue a 0",
            .cued: "cued a: cue a 0",
        ],
        .seek: [
            .stopped: "failedPrecondition", .playing: "playing a: seek a 5", .held: "cued a: cue a 5",
            .cued: "cued a: cue a 5",
        ],
        .seekToEnd: [
            .stopped: "failedPrecondition", .playing: "playing b: start b 0", .held: "cued b: cue b 0",
            .cued: "cued b: cue b 0",
        ],
        .ended: [
            .stopped: "stopped a: ", .playing: "playing b: continue b", .held: "held b: continue b",
            .cued: "cued a: ",
        ],
        .failed: [
            .stopped: "stopped a: ", .playing: "playing b: start b 0", .held: "cued b: cue b 0", .cued: "cued a: ",
        ],
        .removeCurrent: [
            .stopped: "stopped b: ", .playing: "playing b: start b 0", .held: "cued b: cue b 0",
            .cued: "cued b: cue b 0",
        ],
        .addNext: [.stopped: "stopped a: ", .playing: "playing a: replan", .held: "held a: replan", .cued: "cued a: "],
    ]

    @Test(arguments: Event.allCases, Start.allCases)
    func everyEventInEveryStateDoesWhatTheTableSays(event: Event, start: Start) throws {
        #expect(try outcome(event, from: start) == Self.table[event]?[start])
    }
}

extension ZonePlayback {
    var transportName: String {
        switch transport {
        case .stopped: "stopped"
        case .playing: "playing"
        case .held: "held"
        case .cued: "cued"
        }
    }
}
