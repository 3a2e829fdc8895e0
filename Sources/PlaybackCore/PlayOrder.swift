/// The shuffle's state, present exactly in mode `shuffle`. All three lists are stacks: their last element comes first.
package struct ShuffleRound: Hashable, Sendable {
    /// Items that were added to play next.
    package var queued: [ItemID]
    /// Items that `previous` has gone back over: `next` walks forward through them again.
    package var forward: [ItemID]
    /// Items that this round has still to play, in random order.
    package var remaining: [ItemID]

    package init(queued: [ItemID] = [], forward: [ItemID] = [], remaining: [ItemID] = []) {
        self.queued = queued
        self.forward = forward
        self.remaining = remaining
    }

    mutating func forget(where isGone: (ItemID) -> Bool) {
        queued.removeAll(where: isGone)
        forward.removeAll(where: isGone)
        remaining.removeAll(where: isGone)
    }
}

/// Where playback is in the order of play.
package struct PlayOrder: Hashable, Sendable {
    /// What is heard, or what `play` would start; nil before the first play and after the end.
    package var current: ItemID?
    /// What was current before, oldest first; at most `maximumPast`. Kept in every mode, walked in shuffle.
    package var past: [ItemID]
    package var round: ShuffleRound?
    package var random: SplitMix64

    package static let maximumPast = 1_000

    package init(current: ItemID? = nil, past: [ItemID] = [], round: ShuffleRound? = nil, random: SplitMix64) {
        self.current = current
        self.past = past
        self.round = round
        self.random = random
    }

    /// Makes `id` current and remembers what was, unless it stays the same.
    mutating func enter(_ id: ItemID?) {
        if let current, current != id {
            past.append(current)
            if past.count > Self.maximumPast { past.removeFirst(past.count - Self.maximumPast) }
        }
        current = id
    }

    mutating func forget(where isGone: (ItemID) -> Bool) {
        past.removeAll(where: isGone)
        round?.forget(where: isGone)
        if let id = current, isGone(id) { current = nil }
    }

    /// Adds items to the round at random places, but never before what is announced as next: the last that is playable.
    mutating func deal(_ ids: [ItemID], isPlayable: (ItemID) -> Bool) {
        guard var round else { return }
        let announced = current == nil ? nil : round.remaining.lastIndex(where: isPlayable)
        let first = announced.map { Array(round.remaining[$0...]) } ?? []
        round.remaining.removeLast(first.count)
        round.remaining.reserveCapacity(round.remaining.count + ids.count + first.count)
        for id in ids {
            round.remaining.append(id)
            let place = Int.random(in: 0..<round.remaining.count, using: &random)
            round.remaining.swapAt(place, round.remaining.count - 1)
        }
        round.remaining += first
        self.round = round
    }
}
