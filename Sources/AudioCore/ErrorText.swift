/// Messages that name what outsiders named: files, addresses, tags.
package enum ErrorText {
    /// `text` on one line, and without users and passwords.
    package static func line(_ text: String) -> String { withoutUsers(PlainText.oneLine(text)) }

    /// `text` without what nobody else should read: of addresses the user and password are left out (RFC 3986 section
    /// 3.2.1).
    package static func withoutUsers(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var pieces = text.split(separator: "/", omittingEmptySubsequences: false)
        for index in pieces.indices.dropFirst(2) where pieces[index - 1].isEmpty && pieces[index - 2].hasSuffix(":") {
            let authority = pieces[index].prefix { !"?# ".contains($0) }
            if let end = authority.lastIndex(of: "@") { pieces[index] = pieces[index][authority.index(after: end)...] }
        }
        return pieces.joined(separator: "/")
    }
}
