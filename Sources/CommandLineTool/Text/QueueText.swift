package import WireFormat

/// The queue, for people. `#` counts from 1: the number that `play` takes.
package enum QueueText {
    /// - Parameter width: nil where the output is no terminal.
    package static func lines(_ list: Wire.ListResponse, width: Int?, palette: Palette) -> [String] {
        guard !list.items.isEmpty else { return ["the queue is empty; add tracks with: tutti add FILE..."] }
        var table = Table([
            .init(""), .init("#", right: true), .init("ID", right: true), .init("TITLE", minimum: 12),
            .init("ARTIST", minimum: 8), .init("TIME", right: true), .init("STATUS", minimum: 8),
        ])
        for item in list.items {
            let isCurrent = list.hasCurrent && item.id == list.currentId
            let style: Palette.Style = item.status == .failed ? .bad : isCurrent ? .bold : .plain
            table.add([
                .init(isCurrent ? ">" : ""), .init("\(UInt64(item.index) + 1)"), .init("\(item.id)", .faint),
                .init(TrackName.title(of: item), style), .init(item.artist), .init(Wording.duration(of: item)),
                .init(notes(item), item.status == .failed ? .bad : .faint),
            ])
        }
        let total = list.items.reduce(Int64(0)) { $0 &+ max(0, $1.durationMs) }
        let sum = Wording.count(list.items.count, "track") + ", " + Wording.time(milliseconds: total)
        return table.lines(width: width, palette: palette) + [palette(.faint, sum)]
    }

    /// What is special about an item.
    private static func notes(_ item: Wire.Item) -> String {
        var notes = [String]()
        if item.status == .failed { notes.append("failed: \(item.error)") }
        if item.status == .loading { notes.append("loading") }
        if item.isLive { notes.append("live") }
        if item.startPositionMs > 0 { notes.append("from \(Wording.time(milliseconds: item.startPositionMs))") }
        if item.keepPosition { notes.append("keeps its position") }
        if item.noAutoplay { notes.append("waits") }
        return notes.joined(separator: ", ")
    }
}
