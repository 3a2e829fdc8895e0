/// Which of a stream's decoded frames are music: the encoder's delay before them, the decoder's own, and the padding
/// behind are not. Positions are raw: frames at the source's rate since the decoder's first output.
struct GaplessTrim: Hashable {
    /// The first raw frame of music.
    var start: Int64 = 0
    /// Raw frames that are padding; music goes on after them where a stream is longer than it says. Nil: none.
    var padding: Range<Int64>?

    /// A layer III decoder's output lags by 528 frames and one (LAME's technical FAQ, ISO 11172-3's polyphase and
    /// MDCT).
    static let decoderDelay: Int64 = 529

    /// - Parameters:
    ///   - info: the encoder's notes, where the first frame holds those instead of audio.
    ///   - note: iTunes' note, which counts where the frame says nothing of delay and padding.
    ///   - framesPerFrame: PCM frames in one frame of the stream.
    ///   - counted: the raw frames of the whole stream, where they have been counted.
    init(info: InfoFrame?, note: ITunesGapless?, framesPerFrame: Int64, counted: Int64? = nil) {
        // The frame that carries the notes decodes to silence.
        let audio = info == nil ? 0 : framesPerFrame
        start = audio
        if let delay = info?.delay, let padding = info?.padding, delay + padding > 0 {
            start += delay + Self.decoderDelay
            guard var end = info?.frames.map({ audio + $0 * framesPerFrame }) ?? counted else { return }
            // An encoder that counted its own notes.
            if info?.countsAudioOnly == false, counted == end - framesPerFrame { end -= framesPerFrame }
            setPadding(padding, end: end)
        } else if let note {
            start += note.delay + Self.decoderDelay
            setPadding(note.padding, end: audio + note.delay + note.length + note.padding)
        } else if info?.frames != nil, info?.isFraunhofer == false {
            start += Self.decoderDelay
        }
    }

    /// Notes by which nothing but padding would be left are no notes of it.
    /// - Parameters:
    ///   - padding: frames of silence that the encoder appended; the decoder's delay uses up the first of them.
    ///   - end: the raw frame behind them.
    private mutating func setPadding(_ padding: Int64, end: Int64) {
        let first = end - max(0, padding - Self.decoderDelay)
        if first >= start, first < end { self.padding = first..<end }
    }

    /// The parts of raw frames `range` that are music, in order.
    func music(in range: Range<Int64>) -> [Range<Int64>] {
        let audible = range.clamped(to: start..<Int64.max)
        guard let padding, padding.overlaps(audible) else { return audible.isEmpty ? [] : [audible] }
        return [
            audible.clamped(to: Int64.min..<padding.lowerBound),
            audible.clamped(to: padding.upperBound..<Int64.max),
        ].filter { !$0.isEmpty }
    }

    /// The frames of music in a stream that decodes to `raw` frames.
    func length(of raw: Int64) -> Int64 {
        music(in: 0..<max(0, raw)).reduce(0) { $0 + Int64($1.count) }
    }

    /// Where music frame `position` lies in the raw frames.
    func raw(of position: Int64) -> Int64 {
        let raw = start + max(0, position)
        guard let padding, raw >= padding.lowerBound else { return raw }
        return raw + Int64(padding.count)
    }
}
