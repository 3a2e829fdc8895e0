/// What a room's id may be: it stands in logs, in commands and in state files of both sides.
package enum RoomID {
    package static let rule = "1 to 64 printable ASCII characters without spaces"

    package static func isValid(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
