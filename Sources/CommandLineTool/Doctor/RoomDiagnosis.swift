import RPC
import WireFormat

/// What is wrong with one room.
struct RoomDiagnosis {
    let room: Wire.Room
    let status: Wire.GetStatusResponse

    /// Command leads above this are felt as sluggish.
    static let slowCommand: Int64 = 200_000_000
    /// A device that tells its position in coarser steps limits how well rooms agree (Documentation/timeline-and-sync.md).
    private static let coarseSteps = 0.002
    /// In seconds: a room keeps a period and so much queued, and more where it was late (same document).
    private static let usualMargin = 0.03
    private static let deeper = 0.005
    /// Clocks known worse than this are heard as an echo between neighbouring rooms.
    private static let poorClock: Int64 = 1_000_000
    private static let poorPlayout: Int64 = 1_000_000
    /// Crystals are within 100 ppm; twice that is a broken clock, as in some virtual machines.
    private static let implausibleRate: Int64 = 250_000
    /// An access point wakes a sleeping station at each beacon, 102.4 ms apart: packets come in lumps that long.
    private static let beacon: Int64 = 80_000_000
    private static let nearby: Int64 = 20_000_000
    /// So many packets that are missed are not worth a word: 20 ms each, concealed. So many xruns may have been long ago.
    private static let few: UInt64 = 5
    /// What happens no more often than once in so many milliseconds is as good as long ago: only totals are known.
    private static let rarely: Int64 = 600_000

    var findings: [Finding] {
        guard room.connected else { return [offline] }
        return device + versions + (room.sync.map { clock($0) + network($0) + playout($0) } ?? [silent]) + settings
    }

    private func find(_ severity: Finding.Severity, _ text: String, remedy: String) -> Finding {
        Finding(severity, text, room: room.name.isEmpty ? room.id : room.name, remedy: remedy)
    }

    private func isRare(_ count: UInt64) -> Bool {
        status.uptimeMs / max(1, Int64(clamping: count)) >= Self.rarely
    }

    /// The time is the coordinator's, and a room may have started later: many are a warning, however long it has been.
    private func severity(of count: UInt64) -> Finding.Severity {
        count <= Self.few && isRare(count) ? .note : .warning
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

    private func clock(_ sync: Wire.SyncReport) -> [Finding] {
        var findings = [Finding]()
        if sync.clockSteps > 0 {
            findings.append(
                find(
                    severity(of: sync.clockSteps),
                    "its clock stepped \(Wording.count(Int(clamping: sync.clockSteps), "time"))",
                    remedy: "keep both machines from suspending; in a virtual machine, check its clock source"
                )
            )
        }
        if sync.uncertaintyNs > Self.poorClock, sync.state != .syncing {
            findings.append(
                find(
                    .warning,
                    "the coordinator's clock is only known to \(Wording.span(nanoseconds: sync.uncertaintyNs))",
                    remedy:
                        "use a cable or a better radio link; check that UDP to the coordinator is not blocked or shaped"
                )
            )
        }
        let rate = max(sync.driftPpb.magnitude, sync.ratePpb.magnitude)
        if rate > UInt64(Self.implausibleRate) {
            findings.append(
                find(
                    .warning,
                    "a clock is off by \(Wording.fixed(Double(rate) / 1_000, decimals: 0)) ppm, more than any crystal",
                    remedy: "check the machine's clock source, and that the device runs at the rate it claims"
                )
            )
        }
        return findings
    }

    private func network(_ sync: Wire.SyncReport) -> [Finding] {
        let tail = sync.arrivalTailNs
        let span = Wording.span(nanoseconds: tail)
        if status.leadNs > 0, tail > status.leadNs / 2 { return [lag(tail)] }
        if tail > Self.beacon, sync.roundTripNs < Self.nearby, !isBesideCoordinator {
            return [
                find(
                    .warning,
                    "packets come in lumps of \(span) although the network is near: a sign of Wi-Fi power saving",
                    remedy: "turn it off on that machine: iw dev wlan0 set power_save off"
                )
            ]
        }
        let missed = Self.missed(sync)
        guard missed > Self.few, !isRare(missed) else { return [] }
        return [
            find(
                .note,
                "\(missed) packets did not come in time since it started, \(sync.concealed) were concealed in all",
                remedy: "if the figures grow, give this room a better network or the coordinator a longer --lead"
            )
        ]
    }

    /// The coordinator's lead follows the slowest room of each zone by itself, up to the longest that its status tells.
    private func lag(_ tail: Int64) -> Finding {
        let configured = Wording.span(nanoseconds: status.leadNs)
        let longest = max(status.maximumLeadNs, status.leadNs)
        let late = "packets come up to \(Wording.span(nanoseconds: tail)) late"
        guard tail > longest / 2 else {
            return find(
                .note,
                "\(late), so its zone is given a longer lead than the configured \(configured)",
                remedy: "nothing has to be done; a better network, or a longer --lead, saves the change"
            )
        }
        return find(
            tail > longest ? .problem : .warning,
            "\(late), and the lead grows to \(Wording.span(nanoseconds: longest)) at most (\(configured) is configured)",
            remedy: "start the coordinator with a longer --lead, or give this room a better network"
        )
    }

    /// Nothing but this machine's loopback is between it and the coordinator.
    private var isBesideCoordinator: Bool {
        (try? Endpoint(parsing: room.address, defaultPort: 1))?.isLoopback ?? false
    }

    /// Packets that the network owes: what was concealed and neither late nor lost, the coordinator was late with.
    private static func missed(_ sync: Wire.SyncReport) -> UInt64 {
        let lost = sync.lost > sync.repaired ? sync.lost - sync.repaired : 0
        return min(sync.concealed, sync.late.addingReportingOverflow(lost).partialValue)
    }

    private func playout(_ sync: Wire.SyncReport) -> [Finding] {
        var findings = [Finding]()
        if sync.state == .late || (sync.state == .noDevice && room.device?.open != false) {
            let reason = sync.reason.isEmpty ? "" : ": \(sync.reason)"
            let state = sync.state == .late ? "does not play in time" : "has no device"
            let remedy =
                sync.state == .late
                ? "wait some seconds after a start; if it stays so, a better network or a longer --lead helps"
                : "see what there is with ‘aplay -L’ and choose with --device"
            findings.append(find(.problem, state + reason, remedy: remedy))
        }
        if sync.xruns > 0 {
            findings.append(
                find(
                    severity(of: sync.xruns),
                    "the device ran empty \(Wording.count(Int(clamping: sync.xruns), "time"))",
                    remedy:
                        "relieve the machine, or allow real-time priority; a USB hub or a power supply may be at fault"
                )
            )
        }
        if sync.state == .inSync, sync.playoutErrorP99Ns > Self.poorPlayout {
            findings.append(
                find(
                    .warning,
                    "plays up to \(Wording.span(nanoseconds: sync.playoutErrorP99Ns)) beside the time",
                    remedy: "a device behind a sound server is often the cause: give tutti-room the hardware itself"
                )
            )
        }
        return findings
    }
}
