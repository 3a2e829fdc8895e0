import AudioCore
import CMPG123
import Glibc

/// Owns one mpg123 handle, opened on a byte source. Used on one thread; not `Sendable`.
final class MPGHandle {
    let raw: OpaquePointer
    let reader: SourceReader
    /// What messages call the source.
    let name: String

    /// mpg123 is set up once per process; a later initialization waits for the first.
    private static let libraryCode = mpg123_init()

    /// The frames decoded and thrown away before a seek's target, so that the bit reservoir (511 bytes, at the lowest
    /// rates more than ten frames) is full and sounds as in continuous play.
    private static let prerollFrames = 16

    /// - Parameter pieces: what of the source is decoded, from the first frame on.
    init(source: any ByteSource, pieces: SourcePieces, name: String, isStream: Bool = false) throws(AudioError) {
        var code: Int32 = Self.libraryCode
        guard code == Int32(MPG123_OK.rawValue), let raw = mpg123_new(nil, &code) else {
            throw AudioError(.internal, "cannot set up the MP3 decoder: mpg123 gave code \(code)", rawCode: code)
        }
        self.raw = raw
        self.reader = SourceReader(source: source, pieces: pieces, isStream: isStream)
        self.name = name
        try configure(isStream: isStream)
        let result = mpg123_open_handle(raw, Unmanaged.passUnretained(reader).toOpaque())
        if result != Int32(MPG123_OK.rawValue) { throw failure("open") }
    }

    deinit { mpg123_delete(raw) }

    /// Float, stereo, at the native rate; no tags, the first frame as any other, gapless mode off; junk skipped without
    /// end (the reader's budget is the end).
    private func configure(isStream: Bool) throws(AudioError) {
        let flags =
            MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_FORCE_STEREO.rawValue
            | MPG123_IGNORE_INFOFRAME.rawValue | MPG123_SKIP_ID3V2.rawValue
            // In a stream mpg123 goes back a little, as free format needs it, in a buffer of its own.
            | (isStream ? MPG123_SEEKBUFFER.rawValue : 0)
        let parameters: [(mpg123_parms, Int)] = [
            (MPG123_FLAGS, Int(flags)),
            (MPG123_RESYNC_LIMIT, -1),
            (MPG123_PREFRAMES, Self.prerollFrames),
        ]
        for (parameter, value) in parameters
        where mpg123_param2(raw, Int32(parameter.rawValue), value, 0) != Int32(MPG123_OK.rawValue) {
            throw failure("set up the decoder for")
        }
        let callbacks = mpg123_replace_reader_handle(raw, readBytes, seekBytes, nil)
        if callbacks != Int32(MPG123_OK.rawValue) { throw failure("set up the decoder for") }
    }

    /// What went wrong: the source's own error where there is one, else mpg123's.
    func failure(_ task: String, code: AudioError.Code = .internal) -> AudioError {
        if let failure = reader.failure { return failure }
        let number = mpg123_errcode(raw)
        let reason = mpg123_strerror(raw).map { String(cString: $0) } ?? "code \(number)"
        return AudioError(code, "cannot \(task) \(name): mpg123 says ‘\(reason)’", rawCode: number)
    }
}

extension MPGHandle {
    /// PCM frames in one frame of the stream.
    var framesPerFrame: Int64 { Int64(max(1, mpg123_spf(raw))) }

    /// As many of the largest frames have room in a small part of what the reader gives without hearing of music.
    private static let stepFrames = SourceReader.searchLimit / 8 / Int64(FrameChain.largestFrame)

    /// Goes to raw frame `target`. mpg123 reads through all that it has not seen, in which the reader cannot tell music
    /// from junk: so step by step.
    /// - Parameter position: where it is.
    /// - Returns: where it is then.
    func seek(to target: Int64, from position: Int64) throws(AudioError) -> Int64 {
        var place = position
        var last: Int64?
        repeat {
            place = min(target, max(place, 0) + Self.stepFrames * framesPerFrame)
            reader.foundAudio()
            let reached = mpg123_seek(raw, off_t(place), SEEK_SET)
            if reached < 0 || reader.failure != nil { throw failure("seek in", code: .unavailable) }
            // Behind the last frame there are no more steps.
            let frame = Int64(mpg123_framepos(raw))
            if reached < place || frame == last { return Int64(reached) }
            last = frame
        } while place < target && !reader.hasEnded
        return place
    }
}
