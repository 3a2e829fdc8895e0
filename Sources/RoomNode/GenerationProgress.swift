import AudioCore

/// What is known of one generation beyond its packets.
struct GenerationProgress: Hashable, Sendable {
    /// How the room met it.
    enum Beginning: Hashable, Sendable {
        /// It was there when the generation began.
        case seen
        /// The generation was under way when the room came.
        case underWay
        /// So it was, and the packets below this sequence had been published by then.
        case underWayUpTo(UInt32)
    }

    private var beginning: Beginning
    /// Below it nothing is asked for again.
    var floor: UInt32 = 0
    private var wantedSince: Instant<CoordinatorClock>?

    init(beginning: Beginning = .seen) { self.beginning = beginning }

    var wasUnderWay: Bool { beginning != .seen }

    func isWanted(before time: Instant<CoordinatorClock>) -> Bool { wantedSince.map { $0 < time } ?? false }

    /// Whether a packet that is not there was lost, and not published before the room came.
    func couldHaveSeen(_ sequence: UInt32) -> Bool {
        switch beginning {
        case .seen: true
        case .underWay: false
        case .underWayUpTo(let first): sequence >= first
        }
    }

    /// - Parameter published: the sequence up to which packets must have been published by `time`.
    mutating func want(at time: Instant<CoordinatorClock>, published: UInt32) {
        if wantedSince == nil { wantedSince = time }
        // Some more may be under way.
        if beginning == .underWay { beginning = .underWayUpTo(published + 20) }
    }

    /// The coordinator has told what it has below `sequence`.
    mutating func answered(upTo sequence: UInt32) { floor = max(floor, sequence) }
}
