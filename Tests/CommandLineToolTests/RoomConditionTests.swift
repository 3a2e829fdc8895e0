import CommandLineTool
import Testing
import WireFormat

/// A room's one word, and why.
@Suite struct RoomConditionTests {
    private let plain = Palette(isColoured: false)

    private func room(_ state: Wire.SyncState, _ reason: String, error: String = "") -> Wire.Room {
        var room = kitchen
        room.sync?.state = state
        room.sync?.reason = reason
        room.device?.error = error
        return room
    }

    @Test func whatIsNotInSyncSaysWhyBelowTheTable() {
        var away = kitchen
        (away.id, away.name, away.connected, away.sync) = ("a", "Attic", false, Wire.SyncReport(state: .offline))
        let rooms = [
            away, room(.late, "audio does not arrive in time"), room(.noDevice, "", error: "cannot open hw:1"),
            kitchen,
        ]
        let lines = RoomsText.lines(rooms, width: 80, palette: plain)
        #expect(
            lines.dropFirst(5) == [
                "Attic: offline: the room does not answer", "Kitchen: late: audio does not arrive in time",
                "Kitchen: no device: cannot open hw:1",
            ]
        )
        let details = RoomsText.details(away, palette: plain)
        #expect(details.contains { $0.hasPrefix("state") && $0.hasSuffix("offline: the room does not answer") })
        #expect(RoomsText.line(away) == "Attic: offline: the room does not answer, volume 40, delay -2.5 ms")
    }

    @Test func aSecondRoomWithTheSameIDIsToldBelowTheTable() {
        var doubled = kitchen
        doubled.doubleAddress = "192.0.2.1"
        let last = RoomsText.lines([doubled], width: nil, palette: plain).last
        #expect(last == "Kitchen: another room at 192.0.2.1 has the same id; see ‘tutti doctor’")
    }

    @Test func whereNoExchangeHasBeenAnsweredTheClockIsNotKnown() {
        var blocked = kitchen
        blocked.sync?.uncertaintyNs = .max
        blocked.sync?.roundTripNs = .max
        let lines = RoomsText.lines([blocked], width: nil, palette: plain) + RoomsText.details(blocked, palette: plain)
        #expect(!lines.contains { $0.contains("922337") || $0.contains("e+15") })
        #expect(lines.contains { $0.hasPrefix("clock") && $0.hasSuffix("not known yet") })
        let json = blocked.json.text
        #expect(json.contains(#""uncertainty_us":null"#) && json.contains(#""round_trip_us":null"#))
    }

    @Test func aRoomThatHasJustComeIsSyncing() {
        var fresh = kitchen
        fresh.sync = nil
        #expect(RoomsText.lines([fresh], width: nil, palette: plain).last == "Kitchen: syncing: it has just connected")
        let json = fresh.json.text
        #expect(json.contains(#""clock_steps":null,"state":"syncing","reason":"it has just connected""#))
    }

    @Test func oneChannelIsOne() {
        var mono = kitchen
        mono.device?.channels = 1
        let details = RoomsText.details(mono, palette: plain).joined(separator: "\n")
        #expect(details.contains("48000 Hz, 1 channel, S16_LE"))
    }

    @Test func endlessNamesAreCutOff() {
        var item = silence
        item.title = String(repeating: "ä", count: 4_000)
        #expect(TrackName.title(of: item) == String(repeating: "ä", count: 150) + "…")
    }
}
