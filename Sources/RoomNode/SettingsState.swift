import AudioCore
import SyncCore
import WireFormat

/// The settings that this room has.
struct SettingsState {
    private(set) var revision: UInt64 = 0
    /// The zone wants to know when the headphones are unplugged.
    private(set) var watchesJack = false

    /// Revisions start over with each start of the coordinator.
    mutating func begin() { revision = 0 }

    /// - Parameters:
    ///   - atOnce: they are those of a registration: in force whatever their revision is, and now.
    ///   - inputs: what is heard of them.
    /// - Returns: whether they were newer than those at hand.
    mutating func take(_ settings: Wire.RoomSettings, atOnce: Bool, into inputs: inout PlayoutInputs) -> Bool {
        guard settings.revision > revision || atOnce else { return false }
        revision = settings.revision
        watchesJack = settings.pauseOnUnplug
        let gain = StereoGain(settings)
        inputs.gainBefore = atOnce ? gain : inputs.gain
        inputs.gain = gain
        inputs.gainTime = Instant(nanoseconds: atOnce ? .min : settings.effectiveTimeNs)
        inputs.delay = Interval(nanoseconds: min(max(settings.delayNs, -2_000_000_000), 2_000_000_000))
        return true
    }
}
