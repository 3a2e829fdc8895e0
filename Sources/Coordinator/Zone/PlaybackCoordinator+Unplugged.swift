package import AudioCore
import LinuxSystem
import PlaybackCore

extension PlaybackCoordinator {
    /// Pauses what plays because a room lost its device, and tells why. Playback goes on later with what was heard
    /// then; nothing starts it but a command. It is stored soon: nobody is told that it is, and the room's report does
    /// not wait for a disk.
    /// - Parameters:
    ///   - reason: a whole sentence without a full stop.
    ///   - time: when the loss was heard; nil where that is not known.
    package func pause(because reason: String, heard time: Instant<CoordinatorClock>?) {
        let now = ports.clock()
        tick(now)
        guard playback.transport == .playing else { return }
        Log.notice("zone \(base.name) pauses: \(reason)")
        let outcome = playback.pause()
        pauseReason = reason
        apply(outcome, now)
        if let time, time < now {
            send(schedule.rewindHold(to: time, ring: ports.ring))
            keepTransport(playback.state, at: elapsed(at: now))
        }
        saving.request()
    }
}
