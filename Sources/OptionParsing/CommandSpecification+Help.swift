extension CommandSpecification {
    /// The text of `--help`, ending in a newline.
    /// - Parameter width: columns.
    package func helpText(width: Int = 80) -> String {
        let title = "Usage: "
        var lines = Self.wrap("\(name) \(usage)", width: width, indent: title.count)
        lines[0] = title + lines[0].dropFirst(title.count)
        lines += [""] + Self.wrap(summary, width: width)
        for paragraph in details { lines += [""] + Self.wrap(paragraph, width: width) }
        lines += Self.section(HelpSection("Operands", operandNames), width: width)
        for section in sections { lines += Self.section(section, width: width) }
        lines += Self.section(HelpSection("Options", allOptions.map(Self.entry)), width: width)
        let variables = options.compactMap { option in
            option.environment.map { HelpEntry($0, "stands in for --\(option.name) where that is not given") }
        }
        lines += Self.section(HelpSection("Environment", variables + environment), width: width)
        if !examples.isEmpty {
            lines += ["", "Examples:"]
            for example in examples {
                lines += ["  \(example.term)"] + Self.wrap(example.text, width: width, indent: 6)
            }
        }
        let codes = exitCodes.map { HelpEntry("\($0.rawValue)", $0.meaning) }
        lines += Self.section(HelpSection("Exit codes", codes), width: width)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func entry(_ option: OptionDeclaration) -> HelpEntry {
        var term = (option.short.map { "-\($0), " } ?? "    ") + "--\(option.name)"
        if let placeholder = option.placeholder { term += " \(placeholder)" }
        var text = option.help
        if option.isRequired { text += " (required)" }
        if let value = option.defaultText, !value.isEmpty { text += " (default: \(value))" }
        return HelpEntry(term, text)
    }

    /// Terms in one column, texts in the next; a long term has its text on the line below.
    private static func section(_ section: HelpSection, width: Int) -> [String] {
        guard !section.entries.isEmpty else { return [] }
        let widest = 28
        let column = (section.entries.map(\.term.count).filter { $0 <= widest }.max() ?? widest) + 4
        var lines = ["", "\(section.title):"]
        for entry in section.entries {
            var text = wrap(entry.text, width: width, indent: column)
            let term = "  " + entry.term
            if term.count + 2 <= column, let first = text.first {
                text[0] = term + String(repeating: " ", count: column - term.count) + first.dropFirst(column)
            } else {
                text.insert(term, at: 0)
            }
            lines += text
        }
        return lines
    }

    private static func wrap(_ text: String, width: Int, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines = [String]()
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(margin + line) }
        return lines
    }
}
