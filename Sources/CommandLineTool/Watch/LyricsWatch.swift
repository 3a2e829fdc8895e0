import AudioCore
import ControlClient
import WireFormat

/// `lyrics --follow`: the line that is sung with its neighbours, drawn in place on a terminal; elsewhere a line for
/// each line.
final class LyricsWatch {
    private let session: Session
    private let isLive: Bool
    private var area: LiveArea
    private var now = Wire.NowPlaying()
    private var sung = SungLine()
    /// Why no line is shown.
    private var remark = ""
    private var shownRemark = ""
    private var shownLine: SungLine?

    init(_ session: Session) {
        self.session = session
        isLive = session.outside.output.isTerminal && !session.options.json
        area = LiveArea(session.outside.output)
    }

    func run() throws(CommandFailure) {
        try EventLoop(session, tick: .milliseconds(60_000), isOfOneZone: true).run { (step) throws(CommandFailure) in
            try self.take(step)
        }
        try area.finish()
    }

    private func take(_ step: EventLoop.Step) throws(CommandFailure) {
        switch step {
        case .resynchronize: try ask(isHeard: true)
        case .event(let event):
            if event.kind == .lyricLine {
                sung = SungLine(event)
                remark = ""
            } else if let now = event.nowPlaying {
                let isOther = now.item?.id != self.now.item?.id
                self.now = now
                if isOther { return try ask(isHeard: false) }
            }
        case .tick: break
        case .lost: remark = session.lost
        }
        try show()
    }

    /// Takes a snapshot.
    /// - Parameter isHeard: whether the item can be heard already; of one that will be, events tell when.
    private func ask(isHeard: Bool) throws(CommandFailure) {
        now = try session.call(.nowPlaying()).nowPlaying ?? Wire.NowPlaying()
        sung = SungLine()
        remark = ""
        if let item = now.item {
            do throws(CommandFailure) {
                let lyrics = try session.call(.lyrics(item: item.id))
                if isHeard { sung = SungLine(lyrics, positionMs: now.positionMs) }
                if !lyrics.synchronized { remark = "these lyrics have no times; ‘tutti lyrics’ prints them" }
            } catch {
                guard case .failed(let reason) = error else { throw error }
                remark = oneLine(reason)
            }
        } else {
            remark = "nothing is current"
        }
        try show()
    }

    private func show() throws(CommandFailure) {
        if isLive {
            let width = session.outside.output.size.columns - 1
            return try area.draw(
                LyricsText.liveLines(now, sung, remark: remark, width: width, palette: session.palette)
            )
        }
        if !remark.isEmpty {
            if remark != shownRemark { session.outside.complain("tutti: \(remark)") }
            shownRemark = remark
            return
        }
        shownRemark = ""
        guard sung != shownLine, sung.item != 0 else { return }
        shownLine = sung
        if session.options.json {
            try session.outside.output.write(sung.json.text + "\n")
        } else if let line = sung.current {
            try session.outside.output.write(LyricsText.line(line) + "\n")
        }
    }
}
