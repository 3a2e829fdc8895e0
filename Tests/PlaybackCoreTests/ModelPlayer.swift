import PlaybackCore

/// Does the same to a queue and to its model, and to a mirror that knows only the edits.
struct ModelPlayer {
    var queue: PlayQueue
    var model = NaiveQueue()
    var plan = PlanAhead()
    var mirror: StoredZone
    var random: SplitMix64
    var problem: String?
    let log: ((String) -> Void)?

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

    mutating func anyID() -> ItemID? { queue.items.randomElement(using: &random)?.id }

    mutating func check(_ condition: Bool, _ what: String) {
        if !condition, problem == nil { problem = what }
    }

    mutating func took(_ effect: QueueEffect, _ what: @autoclosure () -> String) {
        log?("\(what()) -> \(effect.current), next changed: \(effect.nextChanged)")
        mirror.apply(effect.edits)
        check(effect.current == .unchanged || !effect.nextChanged, "nextChanged although the current item moved")
    }

    mutating func advance() {
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
    mutating func checkPlan(after announced: [Following]) {
        guard case .play? = announced.first else { return }
        let now = queue.plan()
        let rest = Array(announced.dropFirst())
        check(Array(now.prefix(rest.count)) == rest, "the announcement changed without an edit")
    }

    func following(_ effect: QueueEffect) -> Following {
        switch effect.current {
        case .unchanged: .end
        case .moved(to: let id): .play(id)
        case .paused(at: let id): .pause(at: id)
        case .stopped(at: let id): .stop(at: id)
        case .ended: model.stopAfterCurrent ? .stop(at: nil) : .end
        }
    }

    mutating func settle(_ effect: QueueEffect) {
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

    mutating func moved(_ choices: (ids: Set<ItemID>, isNewRound: Bool), consuming: Bool) {
        let chosen = queue.current
        check(
            chosen.map { choices.ids.contains($0) } ?? choices.ids.isEmpty,
            "it chose what it may not choose"
        )
        model.go(to: chosen, consuming: consuming, isNewRound: choices.isNewRound)
    }

    mutating func next() {
        let current = model.entry(model.current)
        took(queue.next(), "next")
        let consuming = model.consume && current?.failed == false
        moved(model.choices(leaving: current, consuming: consuming), consuming: consuming)
    }

    mutating func previous() {
        guard let current = model.current, let effect = try? queue.previous() else { return }
        took(effect, "previous from \(current)")
        check(effect.current == model.back().map { .moved(to: $0) }, "previous went elsewhere")
    }

    mutating func play() {
        guard let id = anyID(), let effect = try? queue.play(id) else { return }
        took(effect, "play \(id)")
        model.jump(to: id)
    }

    mutating func fail() {
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

    mutating func compare() {
        // Asked for more or less, as what is prepared is.
        for ahead in 0..<Int.random(in: 0..<8, using: &random) {
            check(
                plan.following(ahead: ahead, in: queue) == queue.following(ahead: ahead),
                "the plan that was kept is another"
            )
        }
        check(queue.items.map(\.id) == model.entries.map(\.id), "other items")
        check(queue.items.map { queue.isPassedOver($0.id) } == model.entries.map(\.failed), "other failures")
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
