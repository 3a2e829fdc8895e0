/// How many columns text takes on a terminal.
package enum DisplayWidth {
    package static func of(_ text: String) -> Int {
        var width = 0
        for character in text { width += of(character) }
        return width
    }

    /// 0 for what combines, 2 for East Asian wide characters and emoji (Unicode Standard Annex 11, in ranges coarse
    /// enough to be readable), else 1.
    package static func of(_ character: Character) -> Int {
        if let byte = character.asciiValue { return byte < 0x20 || byte == 0x7F ? 0 : 1 }
        var width = 0
        for scalar in character.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control: continue
            default: width = max(width, isWide(scalar.value) ? 2 : 1)
            }
        }
        return width
    }

    /// `text` in at most `width` columns; where something had to go, its last column is an ellipsis.
    package static func truncate(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        if text.utf8.count <= width || of(text) <= width { return text }
        var kept = ""
        var used = 0
        for character in text {
            let next = of(character)
            guard used + next < width else { break }
            kept.append(character)
            used += next
        }
        return kept + "…"
    }

    /// `text` filled up with spaces to `width` columns.
    package static func pad(_ text: String, to width: Int, alignedRight: Bool = false) -> String {
        let gap = String(repeating: " ", count: max(0, width - of(text)))
        return alignedRight ? gap + text : text + gap
    }

    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
