import AudioCore

/// What a station calls itself ("icy-name").
enum StationName {
    /// What servers send where nobody has given them a name.
    private static let fillers: Set<String> = ["no name", "unspecified name", "unnamed server", "(null)", "-"]

    /// Nil where there is none.
    static func text(_ bytes: [UInt8], _ recognize: ([UInt8]) -> String) -> String? {
        let name = recognize(bytes).trimmed.cut()
        return name.isEmpty || fillers.contains(name.lowercased()) ? nil : name
    }
}
