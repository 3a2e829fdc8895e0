import AudioCore
import SyncCore
import Testing
import WireFormat

@testable import RoomNode

@Suite struct SettingsStateTests {
    @Test func onlyNewerSettingsAreTaken() {
        var state = SettingsState()
        var inputs = PlayoutInputs()
        let taken = [3, 2, 3, 4].map {
            state.take(Wire.RoomSettings(revision: $0, volumePercent: 100), atOnce: false, into: &inputs)
        }
        #expect(taken == [true, false, false, true])
        #expect(state.revision == 4)
    }

    @Test func aChangeGoesFromWhatIsHeardToWhatIsToldAtItsTime() {
        var state = SettingsState()
        var inputs = PlayoutInputs()
        _ = state.take(Wire.RoomSettings(revision: 1, volumePercent: 100), atOnce: true, into: &inputs)
        let full = inputs.gain
        #expect(inputs.gainBefore == full)
        #expect(inputs.gainTime == Instant(nanoseconds: .min))
        _ = state.take(
            Wire.RoomSettings(revision: 2, effectiveTimeNs: 55, volumePercent: 100, muted: true),
            atOnce: false,
            into: &inputs
        )
        #expect(inputs.gainBefore == full)
        #expect(inputs.gain == .silence)
        #expect(inputs.gainTime == Instant(nanoseconds: 55))
    }

    @Test func aRegistrationsSettingsAreInForceWhateverTheirRevision() {
        var state = SettingsState()
        var inputs = PlayoutInputs()
        _ = state.take(Wire.RoomSettings(revision: 9, pauseOnUnplug: true), atOnce: false, into: &inputs)
        #expect(state.watchesJack)
        let taken = state.take(Wire.RoomSettings(revision: 1), atOnce: true, into: &inputs)
        #expect(taken)
        #expect(state.revision == 1)
        #expect(!state.watchesJack)
        state.begin()
        #expect(state.revision == 0)
    }

    @Test(arguments: [(Int64.max, Int64(2_000_000_000)), (.min, -2_000_000_000), (5_000_000, 5_000_000)])
    func aDelayIsAtMostTwoSeconds(told: Int64, taken: Int64) {
        var state = SettingsState()
        var inputs = PlayoutInputs()
        _ = state.take(Wire.RoomSettings(revision: 1, delayNs: told), atOnce: false, into: &inputs)
        #expect(inputs.delay.nanoseconds == taken)
    }
}
