package import AudioCore
import CMPG123

/// How long a stream is, in frames of music at its rate.
package enum StreamLength: Hashable, Sendable {
    /// Counted, or stated by the encoder in a way that agrees with the number of bytes.
    case exact(FrameCount)
    /// From the mean bit rate of what has been read, or of music that changes its rate.
    case estimate(FrameCount)
    case unknown

    var isExact: Bool {
        switch self {
        case .exact: true
        case .estimate, .unknown: false
        }
    }
}

/// What the first frame of a stream tells.
struct FirstFrame {
    var rate: SampleRate
    var channels: Int
    /// PCM frames in each frame of the stream.
    var framesPerFrame: Int64
    /// Bits per second.
    var bitrate: Int
    /// "MPEG-1 layer III".
    var format: String
    /// The encoder's notes, where the frame holds those instead of audio.
    var info: InfoFrame?

    /// Frames of audio as the encoder's notes have them; nil where they may have counted themselves, or where so many
    /// do not have a bit rate that exists in the bytes that are told.
    var toldFrames: Int64? {
        guard let info, info.countsAudioOnly, let frames = info.frames else { return nil }
        guard let bytes = info.bytes else { return frames }
        let mean = Double(bytes) / Double(frames + 1) * 8 * Double(rate.hertz) / Double(framesPerFrame)
        return mean > 7_500 && mean < 650_000 ? frames : nil
    }

    /// Where the others lie.
    /// - Parameter size: bytes from the first frame on.
    func places(size: Int64?) -> StreamPlaces {
        StreamPlaces(info: info, bitrate: bitrate, rate: rate, framesPerFrame: framesPerFrame, size: size)
    }

    /// Those that the standard knows, in kbit/s.
    private static let rates = [
        8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320, 384, 448,
    ]

    /// Over the whole stream where the encoder's notes allow it, to the nearest thousand; nil where the rate varies
    /// untold.
    var meanBitrate: Int? {
        guard let info else { return bitrate > 0 ? bitrate : nil }
        guard let frames = info.frames, let bytes = info.bytes, frames > 0 else { return nil }
        // The bytes are those of the notes' own frame as well.
        let all = Double(frames) + (info.countsAudioOnly ? 1 : 0)
        let seconds = all * Double(framesPerFrame) / Double(rate.hertz)
        let mean = Int((Double(bytes) * 8 / seconds / 1_000).rounded())
        let nearest = Self.rates.min { abs($0 - mean) < abs($1 - mean) }
        return (info.isConstant ? nearest ?? mean : mean) * 1_000
    }
}

extension MPGHandle {
    /// Reads up to the first frame.
    func firstFrame() throws(AudioError) -> FirstFrame {
        let rate = try format()
        var details = mpg123_frameinfo2()
        var header: UInt = 0
        var body: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard mpg123_info2(raw, &details) == Int32(MPG123_OK.rawValue) else { throw failure("examine") }
        let isMono = details.mode == Int32(MPG123_M_MONO.rawValue)
        var info: InfoFrame?
        if details.layer == 3, mpg123_framedata(raw, &header, &body, &count) == Int32(MPG123_OK.rawValue) {
            info = InfoFrame(
                header: UInt32(truncatingIfNeeded: header),
                body: Array(UnsafeBufferPointer(start: body, count: count)),
                isMono: isMono,
                isLowRate: details.version != Int32(MPG123_1_0.rawValue),
                hasChecksum: details.flags & Int32(MPG123_CRC.rawValue) != 0
            )
        }
        return FirstFrame(
            rate: rate,
            channels: isMono ? 1 : 2,
            framesPerFrame: Int64(max(1, mpg123_spf(raw))),
            bitrate: Int(details.bitrate) * 1_000,
            format: Self.formatName(details),
            info: info
        )
    }

    private static func formatName(_ details: mpg123_frameinfo2) -> String {
        let version =
            switch details.version {
            case Int32(MPG123_1_0.rawValue): "1"
            case Int32(MPG123_2_0.rawValue): "2"
            default: "2.5"
            }
        return "MPEG-\(version) layer " + String(repeating: "I", count: min(3, max(1, Int(details.layer))))
    }

    /// The rate of what is decoded next. Reads up to the next frame where none has been read.
    func format() throws(AudioError) -> SampleRate {
        var rate = 0
        var channels: Int32 = 0
        var encoding: Int32 = 0
        guard mpg123_getformat(raw, &rate, &channels, &encoding) == Int32(MPG123_OK.rawValue) else { throw noAudio() }
        guard channels == Int32(StreamFormat.channels), encoding == Int32(MPG123_ENC_FLOAT_32.rawValue),
            let hertz = Int32(exactly: rate), hertz > 0
        else {
            throw AudioError(
                .internal,
                "cannot play \(name): mpg123 decodes to \(channels) channels, encoding \(encoding), \(rate) Hz"
            )
        }
        return SampleRate(hertz: hertz)
    }

    /// Which frames are music, and how many. The encoder's notes are believed where the stream is too long to be read
    /// through, or cannot be.
    /// - Parameters:
    ///   - layout: nil where the source cannot seek.
    ///   - note: iTunes' note from the tags.
    func extent(
        first: FirstFrame,
        layout: StreamLayout?,
        note: ITunesGapless?
    ) -> (trim: GaplessTrim, length: StreamLength) {
        let trusted = GaplessTrim(info: first.info, note: note, framesPerFrame: first.framesPerFrame)
        if let told = first.toldFrames, layout?.isWhole != true {
            let length = FrameCount(trusted.length(of: (told + 1) * first.framesPerFrame))
            if let layout, let info = first.info, info.isSealed, info.bytes == layout.bytes {
                return (trusted, .exact(length))
            }
            if layout == nil { return (trusted, .estimate(length)) }
        }
        guard let layout else { return (trusted, .unknown) }
        let (counted, correction) = (layout.total, layout.correction(at: first.rate))
        if !layout.isWhole {
            let scale = Double(layout.bytes) / Double(max(1, layout.counted))
            let guess = Double(trusted.length(of: counted) + correction) * scale
            guard guess < Double(StreamPlaces.maximumFrames * first.framesPerFrame) else { return (trusted, .unknown) }
            return (trusted, .estimate(FrameCount(Int64(guess))))
        }
        let trim = GaplessTrim(info: first.info, note: note, framesPerFrame: first.framesPerFrame, counted: counted)
        let length = FrameCount(trim.length(of: counted) + correction)
        return (trim, layout.others.isEmpty ? .exact(length) : .estimate(length))
    }

    /// As `extent`, of a stream, of which nothing is read for it: what the encoder says is believed, and exact if
    /// sealed.
    func streamExtent(
        first: FirstFrame,
        places: StreamPlaces,
        size: Int64?,
        note: ITunesGapless?
    ) -> (trim: GaplessTrim, length: StreamLength) {
        let trim = GaplessTrim(info: first.info, note: note, framesPerFrame: first.framesPerFrame)
        guard let frames = places.frames else { return (trim, .unknown) }
        let length = FrameCount(trim.length(of: frames * first.framesPerFrame))
        let isCounted = first.toldFrames != nil && first.info?.isSealed ?? false
        // What follows cannot be looked at: more than a short tag may be another stream.
        guard isCounted, let bytes = first.info?.bytes, let size, bytes <= size,
            Double(size - bytes) < places.frameBytes
        else {
            return (trim, .estimate(length))
        }
        return (trim, .exact(length))
    }

    /// Where the frame that was parsed last begins, and where the next should, in bytes from the first frame.
    func place() -> (start: Int64, end: Int64) {
        var details = mpg123_frameinfo2()
        let start = Int64(mpg123_framepos(raw))
        _ = mpg123_info2(raw, &details)
        return (start, start + Int64(details.framesize))
    }

    func noAudio() -> AudioError {
        if let failure = reader.failure { return failure }
        return AudioError(
            .unsupported,
            "cannot play \(name): its MPEG frames hold no audio; convert it to MP3 or replace the file",
            rawCode: mpg123_errcode(raw)
        )
    }
}
