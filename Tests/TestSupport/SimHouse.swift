import AudioCore

/// A simulated house: rooms with clocks and crystals of their own on links of one kind.
package struct SimHouse: Sendable {
    package var rooms: [SimRoom.Plan]
    package var broadcast: SimBroadcast

    /// Crystals of the cards in ppm, and the machines' clocks: seconds off and ppm fast.
    private static let cards: [Double] = [40, -35, 80, -90, 15, -60, 100, -100]
    private static let clocks: [(offset: Double, ppm: Double)] = [
        (3.2, 30), (1_000, -25), (86_400, 55), (0.5, -70), (12_345, 12), (0.3, -8), (90, 90), (7, -90),
    ]

    /// - Parameters:
    ///   - rooms: how many; from the ninth on crystals and clocks repeat.
    ///   - wanderPpm: the amplitude of every crystal's wander, each with a phase of its own.
    ///   - seed: of everything that is random.
    package init(rooms count: Int, on link: SimLinkProfile, wanderPpm: Double = 0, seed: UInt64 = 1) {
        broadcast = .endless(ppm: 7, wanderPpm: wanderPpm)
        var random = SimRandom(seed: seed &+ 4_711)
        rooms = (0..<count).map { index in
            let (offset, ppm) = Self.clocks[index % Self.clocks.count]
            let oscillator = SimOscillator(ppm: ppm, wanderPpm: wanderPpm, wanderPhase: random.uniform() * 6.28)
            let card = SimCard(
                ppm: Self.cards[index % Self.cards.count],
                wanderPpm: wanderPpm,
                wanderPhase: random.uniform() * 6.28
            )
            return SimRoom.Plan(
                seed: seed &* 1_000 &+ UInt64(index),
                clock: SimClock(epoch: Int64(offset * 1e9), oscillator: oscillator),
                card: card,
                link: link
            )
        }
    }

    /// Runs every room for `seconds`.
    package func run(seconds: Double, stream: () -> any SimStream = { SimReceiver() }) -> [SimTrace] {
        rooms.map { plan in
            let room = SimRoom(plan, broadcast: broadcast, stream: stream())
            room.run(until: seconds * 1e9)
            return room.trace
        }
    }
}
