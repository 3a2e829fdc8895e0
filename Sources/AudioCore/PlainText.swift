/// Text from outside on its way into one line of a message.
package enum PlainText {
    /// `text` with a space for each control character, so that nothing in it can forge a line or move a cursor.
    package static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars { line.unicodeScalars.append(isControl(scalar) ? " " : scalar) }
        return line
    }

    /// C0 and C1 controls, and the directional and line separators that reorder or break a line.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
