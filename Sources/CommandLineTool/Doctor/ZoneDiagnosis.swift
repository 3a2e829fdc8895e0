import WireFormat

/// What is wrong with one zone.
struct ZoneDiagnosis {
    let zone: Wire.Zone
    /// What it plays.
    let now: Wire.NowPlaying
    /// In a house with one zone nobody needs its name.
    let isOnlyZone: Bool

    var findings: [Finding] { rooms + music + volume }

    private func find(_ severity: Finding.Severity, _ text: String, remedy: String) -> Finding {
        Finding(severity, text, zone: isOnlyZone ? "" : zone.name, remedy: remedy)
    }

    /// For a command line, where the zone has to be named.
    private var option: String { isOnlyZone ? "" : " --zone \(Wording.shellWord(zone.name))" }

    private var rooms: [Finding] {
        let isAtWork = zone.state == .playing || zone.state == .buffering
        guard zone.roomsConnected == 0, isAtWork, !isOnlyZone || zone.roomsKnown > 0 else { return [] }
        return [
            find(
                .problem,
                zone.roomsKnown == 0 ? "plays, and has no room" : "plays, and none of its rooms is connected",
                remedy: zone.roomsKnown == 0
                    ? "give it one: tutti room NAME zone \(Wording.shellWord(zone.name)); or stop it: tutti\(option) stop"
                    : "start its rooms; their logs say why they are not connected"
            )
        ]
    }

    private var music: [Finding] {
        if now.state == .buffering {
            let reason = now.error.isEmpty ? "" : ": \(now.error)"
            return [
                find(
                    .warning,
                    "waits for its music, \(now.bufferingPercent) % of what it needs are there\(reason)",
                    remedy: "it goes on by itself; if that happens often, the network to that server is too slow"
                )
            ]
        }
        if !now.error.isEmpty {
            return [find(.problem, now.error, remedy: "see what the queue says of each track: tutti\(option) queue")]
        }
        guard !now.pauseReason.isEmpty else { return [] }
        return [find(.note, "paused by itself: \(now.pauseReason)", remedy: "go on with: tutti\(option) play")]
    }

    private var volume: [Finding] {
        guard zone.volumePercent == 0, zone.roomsKnown > 0 else { return [] }
        return [find(.note, "at volume 0, and so are its rooms", remedy: "tutti\(option) volume 50")]
    }
}
