import AudioCore
import LinuxSystem
import PlaybackCore
import RPC

/// Who waits for the store. One save is under way at a time, so that each builds on one that has succeeded.
struct ZoneSaving: Sendable {
    /// What a caller hears that had to wait.
    enum Turn: Sendable {
        /// Its changes were stored with those of another caller, or could not be.
        case done(StoreError?)
        /// It stores now, for all who wait.
        case now
    }

    typealias Waiter = CheckedContinuation<Turn, Never>

    var isUnderWay = false
    /// Whether the store lacks more than what is unsaved: earlier changes could not be stored, or the zone is new.
    var needsAll = false
    /// Callers whose changes are in `unsaved`. Not cancellable: each save ends, and lets the next begin.
    var waiting: [Waiter] = []
    /// One element where something is to be stored that nobody waits for.
    let requests: AsyncStream<Void>
    private let requesting: AsyncStream<Void>.Continuation

    init() { (requests, requesting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Has what is unsaved stored soon, by `keepStoring`.
    func request() { requesting.yield() }

    /// Ends `keepStoring` after the save that is under way.
    func endRequests() { requesting.finish() }
}

/// Keeps the zone in the store.
extension PlaybackCoordinator {
    /// Stores what messages and time have changed, beside the loop that takes them: a slow disk holds up no message.
    func keepStoring() async {
        for await _ in saving.requests { _ = await persist() }
    }

    /// Stores a zone that has just been made.
    /// - Throws: `dataLoss` where it could not be stored yet.
    func storeAll() async throws(RPCError) {
        saving.needsAll = true
        try await store()
    }

    /// Has the place that is heard stored, instead of one that still waits for that.
    func keepTransport(_ state: TransportState, at position: Interval) {
        keepLast(.transport(state, position: position)) { if case .transport = $0 { true } else { false } }
    }

    /// Has an order of play stored, instead of one that still waits for that.
    func keepOrder(_ order: PlayOrder) {
        keepLast(.order(order)) { if case .order = $0 { true } else { false } }
    }

    /// Of places and orders of play that nothing else has come between only the last is stored.
    private func keepLast(_ edit: ZoneEdit, _ isReplaced: (ZoneEdit) -> Bool) {
        let other = unsaved.lastIndex { !$0.isWhole }
        let start = other.map { $0 + 1 } ?? 0
        unsaved.replaceSubrange(start..., with: unsaved[start...].filter { !isReplaced($0) })
        unsaved.append(edit)
    }

    /// Stores what has changed; all of the zone, where earlier changes could not be stored. Returns when it is stored,
    /// also where another caller does it, and when what was being stored at the call is: the caller may answer for that
    /// as well. Changes of the caller are made without a suspension before the call.
    /// - Returns: why it could not be stored, if so.
    func persist() async -> StoreError? {
        guard !unsaved.isEmpty || saving.isUnderWay || saving.needsAll else { return nil }
        if saving.isUnderWay {
            switch await withCheckedContinuation({ (waiter: ZoneSaving.Waiter) in saving.waiting.append(waiter) }) {
            case .done(let error): return error
            case .now: break
            }
        }
        saving.isUnderWay = true
        let others = saving.waiting
        saving.waiting = []
        let error = await save()
        for other in others { other.resume(returning: .done(error)) }
        if saving.waiting.isEmpty {
            saving.isUnderWay = false
        } else {
            saving.waiting.removeFirst().resume(returning: .now)
        }
        return error
    }

    private func save() async -> StoreError? {
        let edits = unsaved
        unsaved = []
        guard !edits.isEmpty || saving.needsAll else { return nil }
        do {
            if saving.needsAll {
                try await ports.keeper.save(snapshot)
            } else {
                try await ports.keeper.save(edits, zone: zone)
            }
            saving.needsAll = false
            storeWarning = ""
            due.stored()
            return nil
        } catch {
            saving.needsAll = true
            note(error)
            let now = ports.clock()
            due.couldNotStore(at: now)
            setAlarm(now)
            return error
        }
    }

    private var snapshot: StoredZone {
        var zone = base
        zone.items = playback.queue.items
        zone.version = playback.queue.version
        zone.nextItemID = playback.queue.nextItemID
        zone.modes = playback.queue.modes
        zone.order = playback.queue.order
        zone.transport = playback.state
        zone.position = elapsed(at: ports.clock())
        return zone
    }

    func savePosition(_ position: Interval) async {
        do {
            try await ports.keeper.savePosition(position, transport: playback.state, zone: zone)
        } catch {
            note(error)
        }
    }

    private func note(_ error: StoreError) {
        if storeWarning.isEmpty { Log.error("cannot store the zone \(zone): \(error)") }
        storeWarning = "changes are not being stored: \(error)"
    }
}

extension ZoneEdit {
    /// Whether it says all that there is to be said of what it is about.
    fileprivate var isWhole: Bool {
        switch self {
        case .transport, .order: true
        case .inserted, .removed, .moved, .cleared, .updated, .counters, .modes, .volume, .rate, .replayGain, .renamed:
            false
        }
    }
}
