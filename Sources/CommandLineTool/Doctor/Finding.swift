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
    /// The room's name; empty where it concerns all.
    package var room: String
    /// What is wrong.
    package var finding: String
    /// What to do.
    package var remedy: String

    package init(_ severity: Severity, _ finding: String, room: String = "", remedy: String) {
        self.severity = severity
        self.room = room
        self.finding = finding
        self.remedy = remedy
    }

    package var json: JSONValue {
        [
            "severity": .string(severity.rawValue),
            "room": room.isEmpty ? .null : .string(room),
            "finding": .string(finding),
            "remedy": .string(remedy),
        ]
    }
}
