package import AudioCore
package import WireFormat

/// What plays now, between one event and the next.
package struct NowTracker: Sendable {
    package private(set) var latest: Wire.NowPlaying
    private var time: Instant<NodeClock>

    /// A position that differs by more than this from the expected one is a jump: someone sought.
    private static let jump: Int64 = 1_500

    /// - Parameter time: when `now` was received.
    package init(_ now: Wire.NowPlaying, at time: Instant<NodeClock>) {
        latest = now
        self.time = time
    }

    /// - Returns: whether something changed that a reader should know, beyond the passing of time.
    package mutating func update(_ now: Wire.NowPlaying, at time: Instant<NodeClock>) -> Bool {
        let expected = at(time)
        defer {
            latest = now
            self.time = time
        }
        let (distance, overflow) = now.positionMs.subtractingReportingOverflow(expected.positionMs)
        return withoutTime(now) != withoutTime(latest) || overflow || distance.magnitude > UInt64(Self.jump)
    }

    /// The state with the position moved on to `time` while it plays, at most to the item's end.
    package func at(_ time: Instant<NodeClock>) -> Wire.NowPlaying {
        guard latest.state == .playing else { return latest }
        let rate = latest.ratePermille == 0 ? 1 : Double(latest.ratePermille) / 1_000
        let passed = Int64((max(0, (time - self.time).seconds) * 1_000 * rate).rounded(.down))
        var moved = latest
        moved.positionMs = latest.positionMs &+ passed
        if let item = latest.item, item.durationMs > 0, !item.durationEstimated {
            moved.positionMs = min(moved.positionMs, max(item.durationMs, latest.positionMs))
        }
        return moved
    }

    private func withoutTime(_ now: Wire.NowPlaying) -> Wire.NowPlaying {
        var copy = now
        copy.positionMs = 0
        copy.revision = 0
        copy.sessionId = 0
        return copy
    }
}
