import PlaybackCore
import Testing

/// Random sequences of commands against the naive model, with every announcement checked and every edit mirrored.
@Suite struct QueueModelTests {
    @Test(arguments: PlayMode.allCases)
    func randomCommandsDoWhatTheModelSays(start: PlayMode) throws {
        for seed in 0..<UInt64(2_500) where run(start, seed) != nil {
            // Once more, telling what was done.
            var log: [String] = []
            let problem = run(start, seed) { log.append($0) } ?? "it went away"
            Issue.record("seed \(seed), mode \(start): \(problem)\n\(log.joined(separator: "\n"))")
            return
        }
    }

    private func run(_ start: PlayMode, _ seed: UInt64, log: ((String) -> Void)? = nil) -> String? {
        var player = ModelPlayer(seed: seed, log: log)
        player.setMode(start)
        for _ in 0..<20 where player.problem == nil { player.step() }
        return player.problem
    }
}

/// Does the same to a queue and to its model, and to a mirror that knows only the edits.
struct ModelPlayer {
    var queue: PlayQueue
    var model = NaiveQueue()
    var mirror: StoredZone
    var random: SplitMix64
    var problem: String?
    private let log: ((String) -> Void)?

    init(seed: UInt64, log: ((String) -> Void)?) {
        self.log = log
        queue = PlayQueue(seed: seed)
        mirror = StoredZone(seed: seed)
        random = SplitMix64(seed: seed ^ 0x5555)
    }

    mutating func step() {
        switch Int.random(in: 0..<24, using: &random) {
        case 0...3: add()
        case 4...8: advance()
        case 9...11: next()
        case 12...13: previous()
        case 14...15: play()
        case 16...18: fail()
        case 19: remove()
        case 20: move()
        case 21: setMode(PlayMode.allCases[Int.random(in: 0..<4, using: &random)])
        case 22: toggleSwitch()
        default:
            switch Int.random(in: 0..<4, using: &random) {
            case 0: clear()
            case 1: replace()
            case 2: staleEdit()
            default: restart()
            }
        }
        compare()
    }

    private mutating func anyID() -> ItemID? { queue.items.randomElement(using: &random)?.id }

    private mutating func check(_ condition: Bool, _ what: String) {
        if !condition, problem == nil { problem = what }
    }

    private mutating func took(_ effect: QueueEffect, _ what: @autoclosure () -> String) {
        log?("\(what()) -> \(effect.current), next changed: \(effect.nextChanged)")
        mirror.apply(effect.edits)
        check(effect.current == .unchanged || !effect.nextChanged, "nextChanged although the current item moved")
    }

    private mutating func add() {
        let count = Int.random(in: 0...3, using: &random)
        let new = (0..<count).map { _ in
            NewItem(
                uri: "x",
                autoplay: Int.random(in: 0..<6, using: &random) > 0,
                problem: Int.random(in: 0..<8, using: &random) == 0 ? "missing" : nil
            )
        }
        let place: QueuePlace
        let index: Int
        switch Int.random(in: 0..<3, using: &random) {
        case 0: (place, index) = (.end, queue.items.count)
        case 1: (place, index) = (.next, queue.currentIndex.map { $0 + 1 } ?? 0)
        default:
            index = Int.random(in: 0...queue.items.count, using: &random)
            place = .index(index)
        }
        guard let added = try? queue.add(new, at: place) else { return check(false, "add failed") }
        let entries = zip(added.ids, new).map {
            NaiveQueue.Entry(id: $0, failed: $1.problem != nil, autoplay: $1.autoplay)
        }
        model.entries.insert(contentsOf: entries, at: index)
        if model.mode == .shuffle {
            if place == .next {
                model.first.insert(contentsOf: added.ids, at: 0)
            } else {
                model.unplayed.formUnion(added.ids)
            }
        }
        took(added.effect, "add \(added.ids) at \(place)")
    }

    private mutating func advance() {
        guard let current = model.entry(model.current) else { return }
        let announced = queue.plan()
        let effect = queue.advance()
        took(effect, "advance")
        check(announced.first == following(effect), "it did not do what was announced")
        checkPlan(after: announced)
        if model.mode == .one, !current.failed {
            check(queue.current == current.id, "`one` did not repeat")
        } else {
            let consuming = model.consume && !current.failed
            moved(model.choices(leaving: current, consuming: consuming), consuming: consuming)
        }
        settle(effect)
    }

    /// After one step the rest of the plan still holds.
    private mutating func checkPlan(after announced: [Following]) {
        guard case .play? = announced.first else { return }
        let now = queue.plan()
        let rest = Array(announced.dropFirst())
        check(Array(now.prefix(rest.count)) == rest, "the announcement changed without an edit")
    }

    private func following(_ effect: QueueEffect) -> Following {
        switch effect.current {
        case .unchanged: .end
        case .moved(to: let id): .play(id)
        case .paused(at: let id): .pause(at: id)
        case .stopped(at: let id): .stop(at: id)
        case .ended: model.stopAfterCurrent ? .stop(at: nil) : .end
        }
    }

    private mutating func settle(_ effect: QueueEffect) {
        if model.stopAfterCurrent {
            check(
                effect.current == (queue.current.map { .stopped(at: $0) } ?? .ended),
                "did not stop after the current"
            )
            model.stopAfterCurrent = false
        } else if let entry = model.entry(model.current) {
            check(effect.current == (entry.autoplay ? .moved(to: entry.id) : .paused(at: entry.id)), "wrong effect")
        } else {
            check(effect.current == .ended, "not ended")
        }
    }

    private mutating func moved(_ choices: (ids: Set<ItemID>, isNewRound: Bool), consuming: Bool) {
        let chosen = queue.current
        check(
            chosen.map { choices.ids.contains($0) } ?? choices.ids.isEmpty,
            "it chose what it may not choose"
        )
        model.go(to: chosen, consuming: consuming, isNewRound: choices.isNewRound)
    }

    private mutating func next() {
        let current = model.entry(model.current)
        took(queue.next(), "next")
        let consuming = model.consume && current?.failed == false
        moved(model.choices(leaving: current, consuming: consuming), consuming: consuming)
    }

    private mutating func previous() {
        guard let current = model.current, let effect = try? queue.previous() else { return }
        took(effect, "previous from \(current)")
        check(effect.current == model.back().map { .moved(to: $0) }, "previous went elsewhere")
    }

    private mutating func play() {
        guard let id = anyID(), let effect = try? queue.play(id) else { return }
        took(effect, "play \(id)")
        model.jump(to: id)
    }

    private mutating func fail() {
        guard let id = Bool.random(using: &random) ? queue.current : anyID() else { return }
        let leaving = model.entry(id)
        let isStillHeard = Int.random(in: 0..<3, using: &random) == 0
        let effect = isStillHeard ? queue.noteFailure(id, reason: "test") : queue.markFailed(id, reason: "test")
        took(effect, "fail \(id)\(isStillHeard ? ", still heard" : "")")
        model.setFailed(id, true)
        guard id == model.current, !isStillHeard else {
            return check(effect.current == .unchanged, "a failure moved what it should not")
        }
        moved(model.choices(leaving: leaving, consuming: false), consuming: false)
        settle(effect)
    }

    private mutating func remove() {
        let ids = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in anyID() }
        guard !ids.isEmpty, let effect = try? queue.remove(ids) else { return }
        took(effect, "remove \(ids)")
        let gone = Set(ids)
        let gap = model.entries.firstIndex { $0.id == model.current }
            .map { index in model.entries[..<index].count { !gone.contains($0.id) } }
        let lost = model.current.map { gone.contains($0) } ?? false
        model.remove(gone)
        if lost {
            moved(model.choices(leaving: nil, consuming: false, gap: gap), consuming: false)
        } else {
            check(effect.current == .unchanged, "removing others moved the current item")
        }
    }

    private mutating func move() {
        guard let id = anyID() else { return }
        let index = Int.random(in: queue.items.indices, using: &random)
        guard let effect = try? queue.move(id, to: index) else { return check(false, "move failed") }
        took(effect, "move \(id) to \(index)")
        guard let entry = model.entry(id) else { return }
        model.entries.removeAll { $0.id == id }
        model.entries.insert(entry, at: index)
        check(effect.current == .unchanged, "moving changed the current item")
    }

    mutating func setMode(_ mode: PlayMode) {
        took(queue.setMode(mode), "mode \(mode)")
        model.setMode(mode)
    }

    private mutating func toggleSwitch() {
        if Bool.random(using: &random) {
            model.consume.toggle()
            took(queue.setConsume(model.consume), "consume")
        } else {
            model.stopAfterCurrent.toggle()
            took(queue.setStopAfterCurrent(model.stopAfterCurrent), "stop after current")
        }
    }

    private mutating func clear() {
        guard let effect = try? queue.clear() else { return check(false, "clear failed") }
        took(effect, "clear")
        model.remove(Set(model.entries.map(\.id)))
    }

    private mutating func replace() {
        let new = [NewItem(uri: "x"), NewItem(uri: "y", problem: "missing")]
        guard let replaced = try? queue.replace(with: new, expectedVersion: queue.version) else {
            return check(false, "replace failed")
        }
        took(replaced.effect, "replace by \(replaced.ids)")
        model.remove(Set(model.entries.map(\.id)))
        model.entries = zip(replaced.ids, new).map { NaiveQueue.Entry(id: $0, failed: $1.problem != nil) }
        if model.mode == .shuffle { model.unplayed = Set(replaced.ids) }
    }

    /// An edit by someone who has seen another version changes nothing.
    private mutating func staleEdit() {
        let old = queue.version &- 1
        check((try? queue.add([NewItem(uri: "x")], expectedVersion: old)) == nil, "a stale addition was taken")
        check((try? queue.clear(expectedVersion: old)) == nil, "a stale clear was taken")
        guard let id = anyID() else { return }
        check((try? queue.remove([id], expectedVersion: old)) == nil, "a stale removal was taken")
        check((try? queue.move(id, to: 0, expectedVersion: old)) == nil, "a stale move was taken")
    }

    /// A restart from what was stored: everything goes on as if nothing had been, but failures are forgotten.
    private mutating func restart() {
        log?("restart")
        queue = PlayQueue(restoring: mirror)
        for index in model.entries.indices { model.entries[index].failed = false }
        model.retried = [:]
    }

    private mutating func compare() {
        check(queue.items.map(\.id) == model.entries.map(\.id), "other items")
        check(queue.items.map(\.status.isFailed) == model.entries.map(\.failed), "other failures")
        check(queue.current == model.current, "another current item")
        check(
            queue.modes
                == PlayModes(mode: model.mode, consume: model.consume, stopAfterCurrent: model.stopAfterCurrent),
            "other modes"
        )
        check(queue.items.enumerated().allSatisfy { queue.index(of: $1.id) == $0 }, "the index is wrong")
        check((queue.order.round != nil) == (queue.modes.mode == .shuffle), "a shuffle round in another mode")
        if let round = queue.order.round {
            check(
                Set(round.remaining) == model.unplayed && round.remaining.count == model.unplayed.count,
                "another round"
            )
        }
        check(mirror.items.map(\.id) == queue.items.map(\.id), "the stored list differs")
        check(mirror.order == queue.order && mirror.modes == queue.modes, "the stored order or modes differ")
        check(mirror.version == queue.version && mirror.nextItemID == queue.nextItemID, "the stored counters differ")
    }
}
