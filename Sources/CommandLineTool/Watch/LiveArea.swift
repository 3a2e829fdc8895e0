/// Lines on a terminal that are drawn again in place.
struct LiveArea {
    private let output: any TextOutput
    private var drawn: [String] = []

    init(_ output: any TextOutput) { self.output = output }

    /// Draws lines over those of the last call, where they differ. Too long ones are cut by the terminal, lines beyond
    /// its height left out.
    mutating func draw(_ lines: [String]) throws(CommandFailure) {
        let shown = Array(lines.prefix(max(1, output.size.rows - 1)))
        guard shown != drawn else { return }
        var text = "\r"
        if drawn.count > 1 { text += "\u{1B}[\(drawn.count - 1)A" }
        // Without wrapping while it draws, so that a line is a row.
        text += "\u{1B}[J\u{1B}[?7l" + shown.joined(separator: "\r\n") + "\u{1B}[?7h"
        drawn = shown
        try output.write(text)
    }

    /// Leaves what is drawn, with the cursor below it.
    func finish() throws(CommandFailure) {
        if !drawn.isEmpty { try output.write("\n") }
    }
}
