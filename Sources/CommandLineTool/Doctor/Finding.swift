/// Something that keeps the rooms from playing together, or may.
package struct Finding: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, CaseIterable {
        /// A room is not heard, or not in time.
        case problem
        /// It works, and less well than it could.
        case warning
        /// Good to know.
        case note
    }

    package var severity: Severity
    /// The room's name; empty where it concerns all, or a zone.
    package var room: String
    /// The zone's name; empty where it concerns a room or all, and in a house with one zone.
    package var zone: String
    /// What is wrong.
    package var finding: String
    /// What to do.
    package var remedy: String

    package init(_ severity: Severity, _ finding: String, room: String = "", zone: String = "", remedy: String) {
        self.severity = severity
        self.room = room
        self.zone = zone
        self.finding = finding
        self.remedy = remedy
    }

    package var json: JSONValue {
        [
            "severity": .string(severity.rawValue),
            "room": room.isEmpty ? .null : .string(room),
            "zone": zone.isEmpty ? .null : .string(zone),
            "finding": .string(finding),
            "remedy": .string(remedy),
        ]
    }
}
