/// What follows what is heard, as far as it has been asked for: `PlayQueue.plan` that is kept while all comes as it was
/// planned. So to look a thousand short tracks ahead costs no more than the step that is new.
package struct PlanAhead {
    private var steps: ArraySlice<Following> = []
    /// The order of play behind the last of them.
    private var view: Lookahead?
    private var edition: UInt64 = 0
    private var stepsTaken: UInt64 = 0

    package init() {}

    /// As `PlayQueue.following`, of which it has to be always the same queue.
    package mutating func following(ahead: Int, in queue: PlayQueue) -> Following? {
        catchUp(queue)
        while steps.count <= ahead {
            if let last = steps.last, case .play = last {} else if !steps.isEmpty { return nil }
            guard view?.order.current != nil, var view else { return nil }
            self.view = nil
            steps.append(queue.automaticStep(&view))
            self.view = view
        }
        return steps[steps.startIndex + ahead]
    }

    /// Drops what has come, and all where something was edited.
    private mutating func catchUp(_ queue: PlayQueue) {
        let taken = Int(clamping: queue.stepsTaken - stepsTaken)
        if view != nil, edition == queue.edition, taken <= steps.count {
            steps = steps.dropFirst(taken)
        } else {
            steps = []
            view = Lookahead(order: queue.order)
            edition = queue.edition
        }
        stepsTaken = queue.stepsTaken
    }
}
