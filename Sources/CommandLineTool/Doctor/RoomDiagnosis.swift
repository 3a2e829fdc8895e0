import WireFormat

/// What is wrong with one room.
struct RoomDiagnosis {
    let room: Wire.Room
    let status: Wire.GetStatusResponse

    /// Command leads above this are felt as sluggish.
    static let slowCommand: Int64 = 200_000_000
    /// A device that tells its position in coarser steps limits how well rooms agree
    /// (Documentation/timeline-and-sync.md).
    private static let coarseSteps = 0.002
    /// In seconds: a room keeps a period and so much queued, and more where it was late (same document).
    private static let usualMargin = 0.03
    private static let deeper = 0.005

    var findings: [Finding] {
        guard room.connected else { return [offline] }
        return doubled + device + versions + (room.sync.map { clock($0) + network($0) + playout($0) } ?? [silent])
            + settings
    }

    func find(_ severity: Finding.Severity, _ text: String, remedy: String) -> Finding {
        Finding(severity, text, room: room.name.isEmpty ? room.id : room.name, remedy: remedy)
    }

    private var offline: Finding {
        find(
            .problem,
            "offline",
            remedy: "check that tutti-room runs there and reaches this coordinator; its log says why it does not"
        )
    }

    private var silent: Finding {
        find(.warning, "connected, and has not reported yet", remedy: "ask again in some seconds")
    }

    private var doubled: [Finding] {
        guard !room.doubleAddress.isEmpty else { return [] }
        return [
            find(
                .problem,
                "two processes have its id \(room.id): one at \(room.address), one at \(room.doubleAddress)",
                remedy:
                    "stop one, and start it with another --id; or, where a machine was copied, without the copied file room-id "
                    + "in its state folder"
            )
        ]
    }

    private var versions: [Finding] {
        guard !room.version.isEmpty, !status.version.isEmpty, room.version != status.version else { return [] }
        return [
            find(
                .note,
                "runs version \(room.version), the coordinator \(status.version)",
                remedy: "one version apart works; update the older soon"
            )
        ]
    }

    private var settings: [Finding] {
        guard room.muted || room.volumePercent == 0 else { return [] }
        let name = Wording.shellWord(room.name.isEmpty ? room.id : room.name)
        return [
            find(
                .note,
                room.muted ? "muted" : "at volume 0",
                remedy: room.muted ? "tutti room \(name) unmute" : "tutti room \(name) volume 50"
            )
        ]
    }

    private var device: [Finding] {
        guard let device = room.device else { return [] }
        guard device.open else { return [closed(device)] }
        var findings = [Finding]()
        let steps = Double(device.granularityFrames) / Double(max(1, device.sampleRateHz))
        if steps > Self.coarseSteps {
            findings.append(
                find(
                    .warning,
                    "device ‘\(device.name)’ tells its position in steps of \(Wording.short(steps * 1_000)) ms",
                    remedy:
                        "give tutti-room the hardware itself, such as --device hw:0, rather than a plug-in or a sound server"
                )
            )
        }
        let queue = Double(device.bufferFrames) / Double(max(1, device.sampleRateHz))
        let period = Double(device.periodFrames) / Double(max(1, device.sampleRateHz))
        if queue > max(2 * period, period + Self.usualMargin) + Self.deeper {
            findings.append(
                find(
                    .note,
                    "keeps \(Wording.short(queue * 1_000)) ms queued, as its machine stood still lately: commands take so much longer",
                    remedy:
                        "it comes down by itself after minutes of quiet; give the machine less else to do, or more processors"
                )
            )
        }
        if !device.realtime {
            findings.append(
                find(
                    .warning,
                    "real-time priority was refused: it may crackle when the machine is busy",
                    remedy: "allow it: LimitRTPRIO=60 in the service, ‘ulimits: rtprio’ in compose, or CAP_SYS_NICE"
                )
            )
        }
        return findings
    }

    private func closed(_ device: Wire.DeviceReport) -> Finding {
        let error = device.error.lowercased()
        let remedy =
            if error.contains("busy") {
                "something else uses it: find it with ‘fuser -v /dev/snd/*’, stop it, or choose another --device"
            } else if error.contains("permission") || error.contains("denied") {
                "add the user of tutti-room to the group ‘audio’ (in a container: --device /dev/snd too)"
            } else {
                "see what there is with ‘aplay -L’ and choose with --device; check cable and power of a USB device"
            }
        let reason = device.error.isEmpty ? "" : ": \(device.error)"
        return find(.problem, "device ‘\(device.name)’ cannot be opened\(reason)", remedy: remedy)
    }
}
