package import PlaybackCore

/// Names what follows and how it is to sound: another one with each change.
package struct PlanEdition: Hashable, Sendable {
    package var queue: UInt64
    package var ratePermille: Int
    package var replayGain: ReplayGainMode

    package init(queue: UInt64, ratePermille: Int, replayGain: ReplayGainMode) {
        self.queue = queue
        self.ratePermille = ratePermille
        self.replayGain = replayGain
    }
}
