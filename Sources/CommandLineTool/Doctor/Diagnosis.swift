package import WireFormat

/// Reads the coordinator's status, its zones and the rooms' reports as a technician would. Pure: the same reports, the
/// same findings.
package struct Diagnosis: Sendable {
    /// The worst first.
    package let findings: [Finding]

    /// - Parameter zones: with what each plays.
    package init(
        status: Wire.GetStatusResponse,
        zones: [(zone: Wire.Zone, now: Wire.NowPlaying)] = [],
        rooms: [Wire.Room]
    ) {
        var all = Self.house(status, rooms)
        for (zone, now) in zones {
            all += ZoneDiagnosis(zone: zone, now: now, isOnlyZone: zones.count == 1).findings
        }
        for room in rooms { all += RoomDiagnosis(room: room, status: status).findings }
        findings = Finding.Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
    }

    /// Nothing is wrong; notes may be left.
    package var isWell: Bool { findings.allSatisfy { $0.severity == .note } }

    package var json: JSONValue {
        ["well": .boolean(isWell), "findings": .array(findings.map(\.json))]
    }

    /// For people: a line for each finding and one for its remedy.
    package func lines(palette: Palette) -> [String] {
        var lines = findings.flatMap { finding -> [String] in
            let style: Palette.Style =
                switch finding.severity {
                case .problem: .bad
                case .warning: .doubtful
                case .note: .faint
                }
            let zone = finding.zone.isEmpty ? "" : "zone \(oneLine(finding.zone)): "
            let place = finding.room.isEmpty ? zone : "\(oneLine(finding.room)): "
            return [
                "\(palette(style, finding.severity.rawValue)): \(place)\(oneLine(finding.finding))",
                "    \(finding.remedy)",
            ]
        }
        if isWell { lines.append(palette(.good, "all well")) }
        return lines
    }

    private static func house(_ status: Wire.GetStatusResponse, _ rooms: [Wire.Room]) -> [Finding] {
        var findings = status.warnings.map {
            Finding(.warning, $0, remedy: "the coordinator says so; its log tells more")
        }
        if rooms.isEmpty {
            findings.append(
                Finding(
                    .problem,
                    "no room is known, so nothing is heard",
                    remedy: "start one on the machine with the loudspeakers: tutti-room --coordinator HOST[:PORT]"
                )
            )
        }
        if status.commandLeadNs > RoomDiagnosis.slowCommand {
            findings.append(
                Finding(
                    .warning,
                    "pause and play take \(Wording.span(nanoseconds: status.commandLeadNs)), as the slowest room needs that",
                    remedy: "look for the room with the longest network tail or the largest hardware buffer below"
                )
            )
        }
        return findings
    }
}
