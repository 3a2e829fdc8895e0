import AudioCore
import ControlClient
import WireFormat

/// `now --watch`: one live line on a terminal; elsewhere one line for each change; with --json one for each event.
final class NowWatch {
    private let session: Session
    private let isLive: Bool
    private var tracker: NowTracker?
    private var area: LiveArea
    private var lastLine = ""
    private var sung = SungLine()
    /// The item whose lyrics were asked for.
    private var askedItem: UInt64?
    /// Shown in place of what plays.
    private var isLost = false

    private static let redraw = Interval.milliseconds(250)

    init(_ session: Session) {
        self.session = session
        isLive = session.outside.output.isTerminal && !session.options.json
        area = LiveArea(session.outside.output)
    }

    func run() throws(CommandFailure) {
        let tick = isLive ? Self.redraw : Interval.milliseconds(60_000)
        try EventLoop(session, tick: tick, isOfOneZone: true).run { (step) throws(CommandFailure) in try self.take(step)
        }
        try area.finish()
    }

    private func take(_ step: EventLoop.Step) throws(CommandFailure) {
        switch step {
        case .resynchronize:
            let now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
            askedItem = nil
            try take(now, isEvent: false)
        case .event(let event):
            if event.kind == .lyricLine {
                sung = SungLine(event)
                try draw()
            }
            if let now = event.nowPlaying { try take(now, isEvent: true) }
        case .tick: try draw()
        case .lost:
            isLost = true
            if isLive {
                try draw()
            } else {
                session.outside.complain(lostLine)
            }
        }
    }

    private func take(_ now: Wire.NowPlaying, isEvent: Bool) throws(CommandFailure) {
        let time = session.outside.now()
        let isChange = tracker?.update(now, at: time) ?? true
        if tracker == nil { tracker = NowTracker(now, at: time) }
        isLost = false
        if isLive {
            try askLyrics(now, isHeard: !isEvent)
            try draw()
        } else if session.options.json {
            if isChange || isEvent { try session.outside.output.write(now.json.text + "\n") }
        } else if isChange {
            // Some changes do not show, such as a file's length becoming known exactly.
            let line = NowText.plainLine(now)
            if line != lastLine { try session.outside.output.write(line + "\n") }
            lastLine = line
        }
    }

    /// Of what can be heard already; afterwards the events tell, and of other items from the first line on.
    private func askLyrics(_ now: Wire.NowPlaying, isHeard: Bool) throws(CommandFailure) {
        let item = now.item?.id ?? 0
        guard item != askedItem else { return }
        askedItem = item
        sung = SungLine()
        // Those of what comes over a network are known once it has been opened: nobody waits for its server here.
        guard isHeard, let shown = now.item, item != 0, shown.hasLyrics || !TrackURI.isElsewhere(shown.uri) else {
            return
        }
        do throws(CommandFailure) {
            sung = SungLine(try session.call(.lyrics(item: item)), positionMs: now.positionMs)
        } catch {
            // No lyrics, or a coordinator that knows nothing of them.
            guard case .failed = error else { throw error }
        }
    }

    private func draw() throws(CommandFailure) {
        guard isLive, let tracker else { return }
        let width = session.outside.output.size.columns - 1
        let line =
            isLost
            ? DisplayWidth.truncate(lostLine, to: width)
            : NowText.liveLine(tracker.at(session.outside.now()), width: width, palette: session.palette)
        let words = sung.current.map(LyricsText.words) ?? ""
        guard !words.isEmpty, !isLost, sung.item == tracker.latest.item?.id else { return try area.draw([line]) }
        try area.draw([line, session.palette(.faint, DisplayWidth.truncate("  " + words, to: width))])
    }

    private var lostLine: String { "tutti: \(session.lost)" }
}
