import CommandLineTool
import Testing
import WireFormat

@Suite struct DiagnosisTests {
    private func findings(_ change: (inout Wire.Room) -> Void) -> [Finding] {
        var room = kitchen
        change(&room)
        return Diagnosis(status: status, rooms: [room]).findings
    }

    private func changedSync(_ change: (inout Wire.SyncReport) -> Void) -> [Finding] {
        findings { room in
            var sync = room.sync ?? .init()
            change(&sync)
            room.sync = sync
        }
    }

    @Test func healthyHouseIsWell() {
        let diagnosis = Diagnosis(status: status, rooms: [kitchen])
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.isWell)
        #expect(diagnosis.lines(palette: Palette(isColoured: false)) == ["all well"])
    }

    @Test func offlineIsTheOnlyFindingOfAnOfflineRoom() {
        let found = findings {
            $0.connected = false
            $0.device?.realtime = false
        }
        #expect(found.map(\.finding) == ["offline"])
    }

    @Test func twoRoomsWithOneIDAreAProblem() {
        let found = findings {
            $0.address = "192.0.2.7"
            $0.doubleAddress = "192.0.2.1"
        }
        #expect(found.map(\.severity) == [.problem])
        #expect(found.first?.finding.contains("at 192.0.2.7, one at 192.0.2.1") == true)
    }

    @Test(arguments: [
        ("Device or resource busy", "something else uses it"), ("Permission denied", "add the user"),
        ("No such file or directory", "see what there is with ‘aplay -L’"),
    ])
    func closedDeviceIsExplained(_ error: String, _ remedy: String) {
        let found = findings {
            $0.device?.open = false
            $0.device?.error = error
            $0.sync?.state = .noDevice
        }
        #expect(found.count == 1)
        #expect(found.first?.severity == .problem)
        #expect(found.first?.remedy.hasPrefix(remedy) == true)
    }

    @Test func coarseDeviceAndRefusedPriorityAreWarnings() {
        let coarse = findings { $0.device?.granularityFrames = 480 }
        #expect(coarse.map(\.finding) == ["device ‘hw:0’ tells its position in steps of 10 ms"])
        let fine = findings { $0.device?.granularityFrames = 48 }
        #expect(fine.isEmpty)
        let deep = findings { $0.device?.bufferFrames = 4_800 }
        #expect(deep.map(\.severity) == [.note])
        #expect(deep.first?.finding.contains("keeps 100 ms queued") == true)

        let refused = findings { $0.device?.realtime = false }
        #expect(refused.first?.finding.hasPrefix("real-time priority") == true)
    }

    @Test(
        arguments: [(900, nil), (1_200, .note), (2_600, .warning), (5_200, .problem)] as [(Int64, Finding.Severity?)]
    )
    func networkTailIsComparedWithTheLeadThatCanBeGiven(_ milliseconds: Int64, _ severity: Finding.Severity?) {
        let found = changedSync {
            $0.arrivalTailNs = milliseconds * 1_000_000
            $0.roundTripNs = 50_000_000
        }
        #expect(found.map(\.severity) == (severity.map { [$0] } ?? []))
    }

    @Test(arguments: [(Int64(3), 1), (Int64(60), 0)])
    func lumpsOnANearNetworkArePowerSaving(_ roundTrip: Int64, _ count: Int) {
        let found = changedSync {
            $0.arrivalTailNs = 104_000_000
            $0.roundTripNs = roundTrip * 1_000_000
        }
        #expect(found.filter { $0.finding.contains("Wi-Fi power saving") }.count == count)
    }

    @Test(arguments: [("127.0.0.1:50312", 0), ("[::1]:50312", 0), ("127.0.0.1", 0), ("192.168.1.7:50312", 1)])
    func aRoomBesideTheCoordinatorHasNoRadio(_ address: String, _ count: Int) {
        let found = findings { room in
            room.address = address
            room.sync?.arrivalTailNs = 211_000_000
        }
        #expect(found.count == count)
    }

    /// Three hours and a half, in `kitchen`.
    @Test(arguments: [(UInt64(0), UInt64(93), 0), (10, 93, 0), (40, 93, 1), (40, 3, 0)])
    func packetsThatTheNetworkOwesAreJudgedByTheirRate(_ lost: UInt64, _ concealed: UInt64, _ count: Int) {
        let found = changedSync { ($0.lost, $0.concealed) = (lost, concealed) }
        #expect(found.map(\.severity) == Array(repeating: .note, count: count))
    }

    @Test(arguments: [
        ("Kitchen", "Kitchen"), ("Living Room", "'Living Room'"), ("Ada's", #"'Ada'\''s'"#), ("Küche", "Küche"),
        ("", "''"), ("a;b", "'a;b'"),
    ])
    func remediesNameRoomsAsAShellDoes(_ name: String, _ word: String) {
        #expect(Wording.shellWord(name) == word)
        guard !name.isEmpty else { return }
        let found = findings { ($0.name, $0.muted) = (name, true) }
        #expect(found.map(\.remedy) == ["tutti room \(word) unmute"])
    }

    @Test func clockStepsAndXrunsAreCounted() {
        let stepped = changedSync { $0.clockSteps = 1 }
        #expect(stepped.map(\.finding) == ["its clock stepped 1 time"])
        let ran = changedSync { $0.xruns = 3 }
        #expect(ran.map(\.finding) == ["the device ran empty 3 times"])
    }

    @Test(
        arguments: [
            (UInt64(1), 60, .warning), (1, 600, .note), (3, 1_200, .warning), (3, 86_400, .note),
            (100, 604_800, .warning), (1, 0, .warning),
        ]
            as [(UInt64, Int64, Finding.Severity)]
    )
    func whatHappensSeldomIsANote(_ count: UInt64, _ seconds: Int64, _ severity: Finding.Severity) {
        var (room, old) = (kitchen, status)
        room.sync?.xruns = count
        room.sync?.clockSteps = count
        room.sync?.countingNs = seconds * 1_000_000_000
        // The coordinator's own age says nothing of the room's.
        old.uptimeMs = 604_800_000
        let diagnosis = Diagnosis(status: old, rooms: [room])
        #expect(diagnosis.findings.map(\.severity) == [severity, severity])
        #expect(diagnosis.isWell == (severity == .note))
    }

    @Test func poorFiguresAreWarnings() {
        let found = changedSync {
            $0.uncertaintyNs = 2_000_000
            $0.ratePpb = -900_000
            $0.playoutErrorP99Ns = 5_000_000
        }
        #expect(found.map(\.severity) == [.warning, .warning, .warning])
    }

    @Test func whatARoomThatIsNotInSyncWaitsForIsNamed() {
        let waiting = changedSync {
            $0.state = .syncing
            $0.reason = "the coordinator's clock does not answer yet"
            $0.uncertaintyNs = .max
        }
        #expect(waiting.map(\.finding) == ["not in sync: the coordinator's clock does not answer yet"])
        #expect(changedSync { $0.state = .syncing }.isEmpty)
    }

    @Test func mutedRoomIsANoteAndStillWell() {
        var room = kitchen
        room.muted = true
        let diagnosis = Diagnosis(status: status, rooms: [room])
        #expect(diagnosis.findings.map(\.severity) == [.note])
        #expect(diagnosis.isWell)
    }

    private func zoneFindings(
        _ change: (inout Wire.Zone, inout Wire.NowPlaying) -> Void,
        others: Int = 1
    ) -> [Finding] {
        var zone = Wire.Zone(
            id: "z",
            name: "Garden",
            state: .playing,
            volumePercent: 50,
            roomsKnown: 1,
            roomsConnected: 1
        )
        var now = Wire.NowPlaying(state: .playing)
        change(&zone, &now)
        let other = Wire.Zone(id: "o", name: "House", volumePercent: 50, roomsKnown: 1, roomsConnected: 1)
        let all = [(zone, now)] + Array(repeating: (other, Wire.NowPlaying()), count: others)
        return Diagnosis(status: status, zones: all, rooms: [kitchen]).findings
    }

    @Test func aZoneThatNobodyHearsIsAProblem() {
        let found = zoneFindings { zone, _ in (zone.roomsKnown, zone.roomsConnected) = (0, 0) }
        #expect(found.map(\.finding) == ["plays, and has no room"])
        #expect(found.first?.zone == "Garden" && found.first?.severity == .problem)
        let away = zoneFindings { zone, _ in zone.roomsConnected = 0 }
        #expect(away.map(\.finding) == ["plays, and none of its rooms is connected"])
        let stopped = zoneFindings { zone, _ in
            (zone.roomsKnown, zone.roomsConnected, zone.state) = (0, 0, .stopped)
        }
        #expect(stopped.isEmpty)
    }

    @Test func whatAZoneSaysOfItsMusicIsTold() {
        let failed = zoneFindings { _, now in
            now.error = "cannot play x.mp3: it is gone"
            now.state = .stopped
        }
        #expect(failed.map(\.severity) == [.problem])
        #expect(failed.first?.remedy.contains("--zone Garden queue") == true)
        let waiting = zoneFindings { _, now in
            (now.state, now.bufferingPercent, now.error) = (.buffering, 40, "its server sends nothing")
        }
        #expect(waiting.map(\.severity) == [.warning])
        #expect(waiting.first?.finding.contains("40 %") == true)
        let unplugged = zoneFindings { _, now in
            (now.state, now.pauseReason) = (.paused, "headphones were unplugged")
        }
        #expect(unplugged.map(\.severity) == [.note])
    }

    @Test func theOnlyZoneIsNotNamed() {
        let found = zoneFindings({ zone, _ in zone.volumePercent = 0 }, others: 0)
        #expect(found.map(\.remedy) == ["tutti volume 50"])
        #expect(found.first?.zone.isEmpty == true)
    }

    @Test func worstComesFirst() {
        var attic = Wire.Room(id: "a", name: "Attic")
        attic.connected = false
        var warned = status
        warned.warnings = ["the state file was damaged"]
        let found = Diagnosis(status: warned, rooms: [kitchen, attic]).findings
        #expect(found.map(\.severity) == [.problem, .warning])
    }
}
