import AudioCore
import PlaybackCore
import Testing

/// Random events to a zone, whose actions drive a pretended pipeline that believes only what it is told.
@Suite struct ZoneModelTests {
    @Test(arguments: PlayMode.allCases)
    func pipelineThatObeysActionsIsAlwaysRight(mode: PlayMode) throws {
        for seed in 0..<UInt64(250) where run(mode, seed) != nil {
            // Once more, telling what was done.
            var log: [String] = []
            let problem = run(mode, seed) { log.append($0) } ?? "it went away"
            Issue.record("seed \(seed), mode \(mode): \(problem)\n\(log.joined(separator: "\n"))")
            return
        }
    }

    private func run(_ mode: PlayMode, _ seed: UInt64, log: ((String) -> Void)? = nil) -> String? {
        var player = ZonePlayer(mode: mode, seed: seed, log: log)
        for _ in 0..<60 where player.problem == nil { player.step() }
        return player.problem
    }
}

/// A coordinator's pipeline without audio.
struct PretendedPipeline {
    enum Sound { case none, audible, held }

    var sound = Sound.none
    var item: ItemID?
    /// What it has prepared to follow.
    var plan: [Following] = []
    var mistake: String?

    mutating func perform(_ action: ZoneAction, _ queue: PlayQueue) {
        switch action {
        case .start(let new, _):
            (sound, item, plan) = (.audible, new.id, queue.plan())
        case .seek(let new, _):
            if sound != .audible || item != new.id { mistake = "seek in what does not play" }
        case .continueWith(let new):
            if sound == .none || plan.first != .play(new.id) { mistake = "went on with what was not announced" }
            item = new.id
            let rest = Array(plan.dropFirst())
            plan = queue.plan()
            if Array(plan.prefix(rest.count)) != rest { mistake = "the announcement changed without a word" }
        case .pause:
            if sound != .audible { mistake = "pause in silence" }
            sound = .held
        case .resume:
            if sound != .held { mistake = "resume of what was not paused" }
            sound = .audible
        case .cue(let new, _): (sound, item, plan) = (.none, new.id, [])
        case .stop: (sound, item, plan) = (.none, nil, [])
        case .replan:
            if sound == .none { mistake = "replan with nothing prepared" }
            plan = queue.plan()
        }
    }
}

struct ZonePlayer {
    var zone: ZonePlayback
    var pipeline = PretendedPipeline()
    var mirror: StoredZone
    var random: SplitMix64
    var problem: String?
    private let log: ((String) -> Void)?

    init(mode: PlayMode, seed: UInt64, log: ((String) -> Void)?) {
        self.log = log
        zone = ZonePlayback(seed: seed)
        mirror = StoredZone(seed: seed)
        random = SplitMix64(seed: seed &+ 1_000)
        perform(zone.setMode(mode), "mode \(mode)")
    }

    mutating func step() {
        let anyID = zone.queue.items.randomElement(using: &random)?.id ?? ItemID(0)
        let current = zone.queue.current ?? ItemID(0)
        let index = Int.random(in: 0...zone.queue.items.count, using: &random)
        let draw = Int.random(in: 0..<30, using: &random)
        zone.heardPosition = .seconds(Double(index) / 2)
        do {
            switch draw {
            case 0...3: perform(try zone.add(newItem(), at: [.end, .next, .index(index)][draw % 3]).outcome, "add")
            case 4...9: perform(zone.itemEnded(current), "ended \(current)")
            case 10...11: perform(zone.itemFailed(current, reason: "x", stillHeard: draw == 10), "failed \(current)")
            case 12: perform(zone.itemFailed(anyID, reason: "x"), "failed \(anyID)")
            case 13...14: perform(try zone.play(), "play")
            case 15: perform(try zone.play(anyID), "play \(anyID)")
            case 16: perform(try zone.toggle(), "toggle")
            case 17: perform(zone.pause(), "pause")
            case 18: perform(zone.stop(), "stop")
            case 19: perform(zone.next(), "next")
            case 20: perform(try zone.previous(), "previous")
            case 21: perform(try zone.seek(to: .seconds(Double(index))), "seek")
            case 22...23: perform(try zone.remove([draw == 22 ? current : anyID]), "remove")
            case 24: perform(try zone.move(anyID, to: index), "move \(anyID) to \(index)")
            case 25: perform(zone.setConsume(Bool.random(using: &random)), "consume")
            case 26: perform(zone.setStopAfterCurrent(Bool.random(using: &random)), "stop after current")
            case 27...28: perform(zone.setMode(PlayMode.allCases[index % 4]), "mode \(index % 4)")
            default: perform(try zone.replace(with: newItem() + newItem()).outcome, "replace")
            }
        } catch {
            log?("\(error)")
        }
        check()
    }

    private mutating func newItem() -> [NewItem] {
        let duration: Interval? = Bool.random(using: &random) ? .seconds(2) : nil
        return [
            NewItem(
                uri: "x",
                duration: duration,
                autoplay: Int.random(in: 0..<5, using: &random) > 0,
                keepPosition: Bool.random(using: &random),
                problem: Int.random(in: 0..<10, using: &random) == 0 ? "missing" : nil
            )
        ]
    }

    private mutating func perform(_ outcome: ZoneOutcome, _ what: @autoclosure () -> String) {
        log?("\(what()) -> \(zone.transport) \(zone.queue.currentName), \(outcome.actions.count) actions")
        for action in outcome.actions { pipeline.perform(action, zone.queue) }
        mirror.apply(outcome.edits)
        problem = problem ?? pipeline.mistake
    }

    private mutating func check() {
        let sound: PretendedPipeline.Sound
        switch zone.transport {
        case .playing: sound = .audible
        case .held: sound = .held
        case .stopped, .cued: sound = .none
        }
        if pipeline.sound != sound {
            problem = problem ?? "the pipeline is \(pipeline.sound), the zone \(zone.transport)"
        }
        if zone.transport != .stopped, pipeline.item != zone.queue.current {
            problem = problem ?? "another item is heard"
        }
        if zone.state != .stopped, zone.queue.current == nil { problem = problem ?? "nothing plays" }
        if sound != .none, pipeline.plan != zone.queue.plan() { problem = problem ?? "another item is announced" }
        if mirror.items.map(\.resumePosition) != zone.queue.items.map(\.resumePosition) {
            problem = problem ?? "other kept positions are stored"
        }
        if zone.transport != .stopped, zone.queue.currentItem?.resumePosition != nil {
            problem = problem ?? "the current item has its position twice"
        }
        if zone.queue.items.contains(where: { !$0.keepPosition && $0.resumePosition != nil }) {
            problem = problem ?? "an item keeps a position that should not"
        }
        if mirror.transport != zone.state { problem = problem ?? "another state is stored" }
        if let position = zone.cuedPosition, mirror.position != position {
            problem = problem ?? "another position is stored"
        }
    }
}
