/// Aligned columns that fit a width. Cells are cut and columns left out where they must be.
package struct Table: Sendable {
    package struct Column: Sendable {
        package var title: String
        package var isRight: Bool
        /// How narrow the column may become; nil: never narrower than its content.
        package var minimum: Int?
        /// Where even that is not enough, columns are left out, those of the highest rank first; nil: never.
        package var sacrifice: Int?

        package init(_ title: String, right: Bool = false, minimum: Int? = nil, sacrifice: Int? = nil) {
            self.title = title
            self.isRight = right
            self.minimum = minimum
            self.sacrifice = sacrifice
        }
    }

    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        package var text: String
        package var style: Palette.Style

        package init(_ text: String, _ style: Palette.Style = .plain) {
            self.text = text
            self.style = style
        }

        package init(stringLiteral value: String) { self.init(value) }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []
    private static let gap = 2

    package init(_ columns: [Column]) { self.columns = columns }

    /// - Parameter cells: one for each column. Control characters in them become spaces.
    package mutating func add(_ cells: [Cell]) {
        rows.append(cells.map { Cell(oneLine($0.text), $0.style) })
    }

    /// Lines without trailing spaces, the titles first.
    /// - Parameter width: columns to fit into; nil: as wide as it gets, for output that is no terminal.
    package func lines(width: Int?, palette: Palette) -> [String] {
        let widths = fit(width)
        let head = columns.map { Cell($0.title, .faint) }
        return ([head] + rows).map { line($0, widths, palette) }
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ palette: Palette) -> String {
        var line = ""
        var owed = 0
        for (index, (cell, column)) in zip(cells, columns).enumerated() where widths[index] > 0 {
            let text = DisplayWidth.truncate(cell.text, to: widths[index])
            let filling = widths[index] - DisplayWidth.of(text)
            if column.isRight { owed += filling }
            if !text.isEmpty {
                line += String(repeating: " ", count: owed) + palette(cell.style, text)
                owed = 0
            }
            owed += (column.isRight ? 0 : filling) + Self.gap
        }
        return line
    }

    /// The columns' widths: natural ones, then taken one by one from the widest column that may shrink; 0 for a column
    /// that is left out.
    private func fit(_ width: Int?) -> [Int] {
        var natural = columns.enumerated().map { index, column in
            rows.reduce(DisplayWidth.of(column.title)) { max($0, DisplayWidth.of($1[index].text)) }
        }
        guard let width else { return natural }
        while true {
            var widths = natural
            var excess = widths.reduce(0) { $0 + ($1 > 0 ? $1 + Self.gap : 0) } - Self.gap - width
            while excess > 0 {
                let shrinkable = columns.indices.filter { widths[$0] > (columns[$0].minimum ?? .max) }
                guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
                widths[widest] -= 1
                excess -= 1
            }
            let droppable = columns.indices.filter { natural[$0] > 0 && columns[$0].sacrifice != nil }
            let victim = droppable.max { (columns[$0].sacrifice ?? 0) < (columns[$1].sacrifice ?? 0) }
            guard excess > 0, let victim else { return widths }
            natural[victim] = 0
        }
    }
}
