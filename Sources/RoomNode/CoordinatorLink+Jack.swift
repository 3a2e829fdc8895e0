import AudioCore
import LinuxSystem
import SyncCore
import Synchronization

/// What the control thread knows of the jack.
struct JackState {
    var watch: (any JackWatching)?
    /// There is none to watch, until the device is opened anew.
    var isMissing = false
    var isKnown = false
    var isUnplugged = false
    /// When it was unplugged last.
    var lost: Instant<CoordinatorClock>?

    var descriptors: [Int32] { watch.map { [$0.fileDescriptor] } ?? [] }
}

/// Watching the jack: on the control thread, and only where the zone wants to know.
extension CoordinatorLink {
    func lookAtJack() {
        let revisions = engine.revisions.withLock { $0 }
        guard revisions.watchesJack, audio.device.withLock({ $0.format }) != nil else {
            jack = JackState(lost: jack.lost)
            return
        }
        if jack.watch == nil, !jack.isMissing {
            jack.watch = ports.jack(configuration.device)
            jack.isMissing = jack.watch == nil
        }
        guard let watch = jack.watch else { return }
        guard let isPlugged = watch.isPlugged() else {
            jack.watch = nil
            jack.isMissing = true
            return
        }
        // Headphones that were not in at first have not been unplugged.
        if !isPlugged, jack.isKnown, !jack.isUnplugged {
            jack.lost = revisions.mapping?.coordinatorTime(at: MonotonicClock.now())
        }
        jack.isUnplugged = !isPlugged
        jack.isKnown = true
    }
}
