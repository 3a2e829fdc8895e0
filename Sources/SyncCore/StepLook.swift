package import AudioCore

/// When to look for the next step of a pointer that moves in steps, relative to when the step is expected.
///
/// A look tells whether the step has been, not when. Where it is expected too late every look finds it done, at the
/// very time at which it was looked for, and so confirms the mistake. So a look that finds it done makes the next ones
/// reach twice as far ahead, until one finds that it is yet to come.
package struct StepLook: Sendable {
    /// How far ahead the looks reach, ns.
    private var ahead = Self.least
    private var random: UInt32 = 1
    /// Some times what reads are late by.
    private static let least: Int64 = 20_000
    /// So far they reach beyond the expected step, ns.
    private static let behind: Int64 = 4_000

    package init() {}

    /// Spread evenly, so that no look falls into step with what is looked at.
    package mutating func next() -> Interval {
        random = random &* 1_664_525 &+ 1_013_904_223
        return Interval(nanoseconds: Int64(random >> 16) * (ahead + Self.behind) / 65_536 - ahead)
    }

    /// - Parameter step: how long a step takes: looks reach ahead half of it at most.
    package mutating func found(_ isDone: Bool, step: Interval) {
        ahead = isDone ? min(2 * ahead, max(Self.least, step.nanoseconds / 2)) : max(Self.least, ahead * 3 / 4)
    }
}
