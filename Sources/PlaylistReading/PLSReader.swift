import AudioCore

/// PLS: `FileN`, `TitleN` and `LengthN` in a section `[playlist]`; keys in any case and order, numbers with gaps. What
/// `NumberOfEntries` says does not matter.
enum PLSReader {
    static func entries(_ text: String, limit: Int) -> [PlaylistEntry] {
        var entries: [Int: PlaylistEntry] = [:]
        var isInside = true
        for line in text.playlistLines {
            if line.hasPrefix("[") {
                isInside = line.hasPrefixIgnoringCase("[playlist]")
                continue
            }
            guard isInside, let equals = line.firstIndex(of: "="), let (key, number) = numbered(line[..<equals]),
                entries[number] != nil || entries.count < limit
            else { continue }
            let value = line[line.index(after: equals)...].trimmed
            var entry = entries[number] ?? PlaylistEntry(reference: "")
            switch key {
            case "file": entry.reference = value.withoutQuotes
            case "title": entry.title = value.trimmedOrNil
            case "length": entry.duration = PlaylistDuration.seconds(value)
            default: continue
            }
            entries[number] = entry
        }
        return entries.sorted { $0.key < $1.key }.map(\.value).filter { !$0.reference.isEmpty }
    }

    /// `File12` is `file` and 12.
    private static func numbered(_ key: Substring) -> (key: String, number: Int)? {
        let text = key.trimmed.lowercased()
        let name = text.prefix { !$0.isNumber }
        guard let number = Int(text.dropFirst(name.count)) else { return nil }
        return (String(name), number)
    }
}
