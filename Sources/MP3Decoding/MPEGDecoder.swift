package import AudioCore
import CMPG123
import Glibc

/// MPEG audio (1, 2, 2.5; layers I, II, III) from a byte source to stereo float at the source's own rate, encoder delay
/// and padding removed. Used on one thread; not `Sendable`. Calls block on the source.
///
/// Mono is doubled. Samples are as decoded: loud music exceeds +-1, and is not clipped here. mpg123's own gapless mode is
/// off: it knows less of the encoders' notes.
package final class MPEGDecoder {
    /// The rate of the frames that `next` returned last, or returns first. It can change within a stream.
    package private(set) var rate: SampleRate
    /// The rate of the first frame, at which `length` and seeking count.
    package let nativeRate: SampleRate
    /// What the first frame says; 1 or 2.
    package let channels: Int
    /// Frames of music, counted or estimated.
    package let length: StreamLength

    private let handle: MPGHandle
    private let tags: TrackTags
    private let trim: GaplessTrim
    /// The source's offset of the first frame, and what tells frames from junk; nil where the source cannot seek.
    private let origin: Int64
    private var start: StreamStart?
    /// Where the next frame should begin, in bytes from the first; nil after a seek.
    private var expected: Int64?
    /// What mpg123 decoded last: its memory, its raw position, and the parts of it that are yet to be returned.
    private var decoded = UnsafeBufferPointer<Float>(start: nil, count: 0)
    private var decodedStart: Int64 = 0
    private var parts: [Range<Int64>] = []
    /// The raw position of the next frame that mpg123 decodes.
    private var position: Int64 = 0

    /// In a row, after which a stream counts as ended.
    private static let errorLimit = 8

    /// Reads up to the first frame of music.
    /// - Parameter name: what messages call the source.
    /// - Throws: `unsupported` where no audio is found, or what the source throws.
    package init(source: any ByteSource, name: String) throws(AudioError) {
        var origin: Int64 = 0
        var tags = TrackTags()
        var start: StreamStart?
        if var window = SourceWindow(source) {
            (tags, origin) = try TrackTags.read(&window)
            var finder = StreamStart(window, name: name)
            origin = try finder.find(from: origin)
            start = finder
        }
        self.tags = tags
        self.origin = origin
        self.start = start
        handle = try MPGHandle(source: source, origin: origin, name: name)
        let first = try handle.firstFrame()
        var size = source.size.map { $0 - origin }
        if let bytes = first.info?.bytes, let present = size, bytes < present,
            try start?.goesOn(after: origin + bytes) == false
        {
            // Tags or junk behind the end that the encoder's notes give.
            handle.reader.limit(to: bytes)
            size = bytes
        }
        rate = first.rate
        nativeRate = first.rate
        channels = first.channels
        (trim, length) = try handle.extent(
            first: first,
            size: size,
            note: tags.gaplessNote.flatMap { ITunesGapless($0) }
        )
        if try !fill() { throw handle.noAudio() }
    }

    /// The next frames of music as interleaved stereo at `rate`, valid until the next call of any method; nil at the end.
    package func next() throws(AudioError) -> UnsafeBufferPointer<Float>? {
        guard try fill() else { return nil }
        let part = parts.removeFirst()
        let channels = Int64(StreamFormat.channels)
        let samples =
            Int((part.lowerBound - decodedStart) * channels)..<Int((part.upperBound - decodedStart) * channels)
        return UnsafeBufferPointer(rebasing: decoded[samples])
    }

    /// The next `next` begins with music frame `target`, clamped to the stream. It decodes a little before it, and sounds
    /// as continuous play does.
    package func seek(to target: FrameCount) throws(AudioError) {
        parts = []
        handle.reader.foundAudio()
        let raw = mpg123_seek(handle.raw, off_t(trim.raw(of: target.rawValue)), SEEK_SET)
        if raw < 0 || handle.reader.failure != nil { throw handle.failure("seek in", code: .unavailable) }
        position = Int64(raw)
        expected = nil
    }

    /// Title, artist and album with the stream's format.
    package var info: TrackInfo {
        var info = TrackInfo(
            title: tags.title,
            artist: tags.artist,
            album: tags.album,
            sampleRate: nativeRate,
            channels: channels
        )
        switch length {
        case .exact(let frames): info.length = frames
        case .estimate(let frames):
            info.length = frames
            info.lengthIsEstimate = true
        case .unknown: break
        }
        return info
    }

    /// Decodes until there is a part to return. False at the end.
    private func fill() throws(AudioError) -> Bool {
        var errors = 0
        while parts.isEmpty {
            var number: off_t = 0
            var bytes: UnsafeMutablePointer<UInt8>?
            var count = 0
            let result = mpg123_decode_frame(handle.raw, &number, &bytes, &count)
            if let failure = handle.reader.failure { throw failure }
            switch result {
            case Int32(MPG123_OK.rawValue):
                errors = 0
                handle.reader.foundAudio()
                if let bytes { take(UnsafeRawBufferPointer(start: bytes, count: count)) }
                if try !isSound() { parts = [] }
            case Int32(MPG123_NEW_FORMAT.rawValue):
                rate = try handle.format()
            case Int32(MPG123_ERR.rawValue) where errors < Self.errorLimit && !handle.reader.isExhausted:
                errors += 1
            default:
                return false
            }
        }
        return true
    }

    /// False for a frame that mpg123 believes to have found behind a gap, and that nothing like it follows.
    private func isSound() throws(AudioError) -> Bool {
        let place = handle.place()
        defer { expected = place.end }
        guard let expected, place.start > expected else { return true }
        return try start?.goesOn(at: origin + place.start) ?? true
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        decoded = bytes.bindMemory(to: Float.self)
        decodedStart = position
        position += Int64(decoded.count / StreamFormat.channels)
        parts = trim.music(in: decodedStart..<position)
    }
}
