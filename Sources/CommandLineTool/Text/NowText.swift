package import WireFormat

/// What plays now, for people.
package enum NowText {
    /// The lines of `now`.
    package static func lines(_ now: Wire.NowPlaying, width: Int, palette: Palette) -> [String] {
        var lines = [String]()
        if let item = now.item {
            let title = DisplayWidth.truncate(TrackName.title(of: item), to: width)
            lines.append(palette(.bold, title))
            let source = [item.artist, item.album].filter { !$0.isEmpty }.map(oneLine).joined(separator: " - ")
            if !source.isEmpty { lines.append(DisplayWidth.truncate(source, to: width)) }
            lines.append("\(state(now, palette))  \(progress(now, width: min(width, 60) - 10, palette: palette))")
        } else {
            lines.append("\(state(now, palette)), nothing is current")
        }
        lines.append(palette(.faint, place(now)))
        if !now.streamTitle.isEmpty { lines.append(DisplayWidth.truncate(oneLine(now.streamTitle), to: width)) }
        if !now.pauseReason.isEmpty { lines.append(palette(.doubtful, oneLine(now.pauseReason))) }
        if !now.error.isEmpty { lines.append(palette(.bad, oneLine(now.error))) }
        return lines
    }

    /// One line that shows everything, for `now --watch` on a terminal: never wider than `width`.
    package static func liveLine(_ now: Wire.NowPlaying, width: Int, palette: Palette) -> String {
        guard let item = now.item else {
            return DisplayWidth.truncate("\(symbol(now)) \(now.state.spelling)  \(place(now))", to: width)
        }
        let room = min(44, max(20, width / 2), width - 2)
        let barWidth = DisplayWidth.of(progress(now, width: room, palette: .init(isColoured: false)))
        guard barWidth <= room else {
            return DisplayWidth.truncate("\(symbol(now)) \(Wording.position(of: now))", to: width)
        }
        let bar = progress(now, width: room, palette: palette)
        let rest = width - barWidth - 4
        let head = "\(symbol(now)) \(bar)"
        guard rest >= 8 else { return head }
        let remark = remark(now)
        let problem = remark.isEmpty ? "" : "  \(remark)"
        return "\(head)  " + DisplayWidth.truncate(name(now, item) + problem, to: rest)
    }

    /// One line for each change, for `now --watch` into a pipe, and the answer of the transport commands.
    package static func plainLine(_ now: Wire.NowPlaying) -> String {
        guard let item = now.item else { return "\(now.state.spelling)  \(place(now))" }
        let duration = Wording.duration(of: item)
        let time = Wording.position(of: now) + (duration.isEmpty ? "" : " / \(duration)")
        let remark = remark(now)
        let problem = remark.isEmpty ? "" : "  (\(remark))"
        return "\(now.state.spelling)  \(time)  \(name(now, item))  \(place(now))\(problem)"
    }

    /// `1:02 ━━━━━━────── 3:45` in exactly `width` columns; without a bar where there is no room or no known end.
    static func progress(
        _ now: Wire.NowPlaying,
        width: Int,
        palette: Palette,
    ) -> String {
        let elapsed = Wording.position(of: now)
        guard let item = now.item, item.durationMs > 0 else { return elapsed }
        let total = Wording.duration(of: item)
        let room = width - elapsed.count - total.count - 2
        guard room >= 6 else { return "\(elapsed) / \(total)" }
        let part = min(1, max(0, Double(now.positionMs) / Double(item.durationMs)))
        let filled = Int((part * Double(room)).rounded())
        let bar = palette(.good, String(repeating: "━", count: filled))
        let rest = palette(.faint, String(repeating: "─", count: room - filled))
        return "\(elapsed) \(bar)\(rest) \(total)"
    }

    /// `track 3 of 12, loop`.
    static func place(_ now: Wire.NowPlaying) -> String {
        var parts = [String]()
        if let item = now.item, now.queueLength > 0 {
            parts.append("track \(UInt64(item.index) + 1) of \(now.queueLength)")
        } else {
            parts.append(now.queueLength == 0 ? "the queue is empty" : Wording.count(Int(now.queueLength), "track"))
        }
        switch now.mode {
        case .unspecified, .off: break
        case .loop, .shuffle, .one: parts.append("mode \(now.mode.spelling)")
        }
        if now.ratePermille != 1_000, now.ratePermille != 0 {
            parts.append("rate \(Wording.fixed(Double(now.ratePermille) / 1_000, decimals: 2))")
        }
        if now.consume { parts.append("consume") }
        if now.stopAfterCurrent { parts.append("stops after this track") }
        if now.state == .buffering { parts.append("buffering \(now.bufferingPercent) %") }
        return parts.joined(separator: ", ")
    }

    /// What a station says it plays, else the track's name.
    private static func name(_ now: Wire.NowPlaying, _ item: Wire.Item) -> String {
        now.streamTitle.isEmpty ? TrackName.full(of: item) : oneLine(now.streamTitle)
    }

    /// Why it is not as it should be.
    private static func remark(_ now: Wire.NowPlaying) -> String {
        [now.pauseReason, now.error].filter { !$0.isEmpty }.map(oneLine).joined(separator: "; ")
    }

    private static func state(_ now: Wire.NowPlaying, _ palette: Palette) -> String {
        switch now.state {
        case .playing: palette(.good, "playing")
        case .buffering: palette(.doubtful, "buffering")
        case .paused: palette(.doubtful, "paused")
        case .unspecified, .stopped: "stopped"
        }
    }

    private static func symbol(_ now: Wire.NowPlaying) -> String {
        switch now.state {
        case .playing: "▶"
        case .buffering: "…"
        case .paused: "‖"
        case .unspecified, .stopped: "■"
        }
    }
}
