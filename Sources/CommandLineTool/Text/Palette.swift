/// Colours, or none: where the output is no terminal, `TERM` is `dumb`, or `NO_COLOR` is set (no-color.org).
package struct Palette: Hashable, Sendable {
    package enum Style: String, Hashable, Sendable {
        case plain = ""
        case bold = "1"
        case faint = "2"
        case good = "32"
        case doubtful = "33"
        case bad = "31"
    }

    package var isColoured: Bool

    package init(isColoured: Bool) { self.isColoured = isColoured }

    package init(_ outside: Outside) {
        let forbidden = !(outside.variable("NO_COLOR") ?? "").isEmpty || outside.variable("TERM") == "dumb"
        isColoured = outside.output.isTerminal && !forbidden
    }

    package func callAsFunction(_ style: Style, _ text: String) -> String {
        guard isColoured, style != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}
