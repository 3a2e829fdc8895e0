import RPC
import WireFormat

/// What a room's figures say: its clock, its network, and what is heard.
extension RoomDiagnosis {
    /// Clocks known worse than this are heard as an echo between neighbouring rooms.
    private static let poorClock: Int64 = 1_000_000
    private static let poorPlayout: Int64 = 1_000_000
    /// Crystals are within 100 ppm; twice that is a broken clock, as in some virtual machines.
    private static let implausibleRate: Int64 = 250_000
    /// An access point wakes a sleeping station at each beacon, 102.4 ms apart: packets come in lumps that long.
    private static let beacon: Int64 = 80_000_000
    private static let nearby: Int64 = 20_000_000
    /// So many packets that are missed are not worth a word: 20 ms each, concealed. So many xruns may have been long
    /// ago.
    private static let few: UInt64 = 5
    /// What happens no more often than once in so many nanoseconds, 10 min, is as good as long ago: only totals are
    /// known.
    private static let rarely: Int64 = 600_000_000_000

    /// Of an older room it is not known: what it counts has just happened.
    private func isRare(_ count: UInt64, _ sync: Wire.SyncReport) -> Bool {
        sync.countingNs / max(1, Int64(clamping: count)) >= Self.rarely
    }

    /// Many may have come all together, and lately.
    private func severity(of count: UInt64, _ sync: Wire.SyncReport) -> Finding.Severity {
        count <= Self.few && isRare(count, sync) ? .note : .warning
    }

    func clock(_ sync: Wire.SyncReport) -> [Finding] {
        var findings = [Finding]()
        if sync.clockSteps > 0 {
            findings.append(
                find(
                    severity(of: sync.clockSteps, sync),
                    "its clock stepped \(Wording.count(Int(clamping: sync.clockSteps), "time"))",
                    remedy: "keep both machines from suspending; in a virtual machine, check its clock source"
                )
            )
        }
        if sync.state == .syncing, !sync.reason.isEmpty { findings.append(notInSync(sync.reason)) }
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

    private func notInSync(_ reason: String) -> Finding {
        find(
            .warning,
            "not in sync: \(reason)",
            remedy:
                "ask again in some seconds; where it stays so, let UDP pass between it and the coordinator, both ways"
        )
    }

    func network(_ sync: Wire.SyncReport) -> [Finding] {
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
        guard missed > Self.few, !isRare(missed, sync) else { return [] }
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

    func playout(_ sync: Wire.SyncReport) -> [Finding] {
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
                    severity(of: sync.xruns, sync),
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
