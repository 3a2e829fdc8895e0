package import AudioCore
import CMPG123
import Glibc
import LinuxSystem

/// MPEG audio (1, 2, 2.5; layers I, II, III) from a byte source to stereo float at the source's own rate, encoder delay
/// and padding removed. Used on one thread; not `Sendable`. Calls block on the source.
///
/// Mono is doubled. Samples are as decoded: loud music exceeds +-1, and is not clipped here. mpg123's own gapless mode
/// is off: it knows less of the encoders' notes.
package final class MPEGDecoder {
    /// The rate of the frames that `next` returned last, or returns first. It can change within a stream.
    package private(set) var rate: SampleRate
    /// The rate of the first frame, at which `length` and seeking count.
    package let nativeRate: SampleRate
    /// What the first frame says; 1 or 2.
    package let channels: Int
    /// Frames of music as far as it was known at first, counted or estimated.
    var firstLength: StreamLength
    /// The file that is decoded, as far as it has been counted; nil where it is a stream, or has not been counted.
    var file: CountedFile?
    /// Frames of music, counted or estimated, as far as it is known by now.
    package var length: StreamLength { survey?.length(told: firstLength, trim: trim) ?? firstLength }
    /// Where the last seek in a stream led, if what was sought seems to lie behind its end.
    var landed: FrameCount?
    /// How much further on than it seemed the place of the last seek in a stream was, once it has been counted.
    var correction: FrameCount = 0

    private(set) var handle: MPGHandle
    let name: String
    /// What is read; nil where it is a file.
    let stream: RememberingSource?
    /// Where a stream's frames lie.
    private(set) var survey: StreamSurvey?
    /// Raw frames before this one are thrown away, after a seek in a stream.
    var firstWanted: Int64 = 0
    /// What the tags before a stream's music say, where somebody reads them, and how the music is coded.
    package let description: TrackDescription?
    /// "MPEG-1 layer III"; bits per second, on average where it is told and varies.
    package let format: (name: String, bitrate: Int?)
    let trim: GaplessTrim
    /// What tells frames from junk; nil where nothing else is decoded, or the source cannot seek.
    var chain: FrameChain?
    /// Where the next frame should begin, in bytes from the first; nil after a seek.
    private var expected: Int64?
    /// False after opening and seeking: then mpg123 may hold frames that are parsed and not decoded, which only its own
    /// loop treats as they need.
    private var isContinuous = false
    /// Whether the frame before was junk.
    private var isInJunk = false
    /// What mpg123 decoded last: its memory, its raw position, and the parts of it that are yet to be returned.
    private var decoded = UnsafeBufferPointer<Float>(start: nil, count: 0)
    private(set) var decodedStart: Int64 = 0
    var parts: [Range<Int64>] = []
    /// The raw position of the next frame that mpg123 decodes.
    var position: Int64 = 0

    /// In a row, after which a stream counts as ended.
    private static let errorLimit = 8

    /// Reads up to the first frame of music.
    /// - Parameter name: what messages call the source.
    /// - Throws: `unsupported` where no audio is found, or what the source throws.
    package init(source: any ByteSource, name: String) throws(AudioError) {
        var note: ITunesGapless?
        var layout: StreamLayout?
        var chain: FrameChain?
        if var window = SourceWindow(source) {
            let tags = try TrackTags(&window)
            var frames = FrameChain(window)
            layout = try frames.layout(from: StreamStart.find(&frames, from: tags.end, name: name))
            note = tags.gaplessNote
            // Where all frames are known, mpg123 sees nothing else.
            chain = layout?.isWhole == true ? nil : frames
        }
        description = nil
        self.name = name
        self.chain = chain
        stream = nil
        handle = try MPGHandle(source: source, pieces: layout?.pieces ?? SourcePieces(from: 0), name: name)
        let first = try handle.firstFrame()
        rate = first.rate
        nativeRate = first.rate
        channels = first.channels
        format = (first.format, first.meanBitrate)
        (trim, firstLength) = handle.extent(first: first, layout: layout, note: note)
        if let layout, layout.isWhole { file = CountedFile(source: source, layout: layout, note: note) }
        if try !fill() { throw handle.noAudio() }
    }

    /// Reads a stream up to the first frame of music, and neither its end nor more than it has to.
    /// - Parameters:
    ///   - describing: reads the tags before the music.
    ///   - memory: knows what has been counted before of what is called so.
    ///   - beside: begins to read the stream once more, from an offset on.
    ///   - now: tells how quickly the stream comes.
    /// - Throws: as for a file.
    package init(
        stream source: any ByteSource,
        name: String,
        describing: (any TrackDescribing)? = nil,
        memory: CountMemory = CountMemory(),
        beside: @escaping (Int64) -> (any ByteSource)? = { _ in nil },
        now: @escaping () -> Instant<NodeClock> = MonotonicClock<NodeClock>.now
    ) throws(AudioError) {
        let head = try StreamHead(source, name: name, describing: describing)
        let stream = head.stream
        (self.name, self.stream, description, chain) = (name, stream, head.description, head.chain)
        handle = try MPGHandle(source: stream, pieces: head.pieces, name: name, isStream: true)
        let first = try handle.firstFrame()
        rate = first.rate
        nativeRate = first.rate
        channels = first.channels
        format = (first.format, first.meanBitrate)
        let places = first.places(size: head.size)
        let note = head.gaplessNote
        let extent = handle.streamExtent(first: first, places: places, size: head.size, note: note)
        trim = extent.trim
        // What a station's music says of its length is true of the file that it once was.
        firstLength = stream.isLive ? .unknown : extent.length
        survey = StreamSurvey(
            stream,
            places: places,
            counted: memory.count(of: name, size: stream.size, origin: head.origin),
            music: StreamSurvey.Music(
                framesPerFrame: first.framesPerFrame,
                rate: first.rate,
                frames: firstLength.isExact ? places.frames : nil
            ),
            chain: head.chain,
            beside: beside,
            now: now
        )
        if try !fill() { throw handle.noAudio() }
    }

    /// The next frames of music as interleaved stereo at `rate`, valid until the next call of any method; nil at the
    /// end, and at a joint: see `crossJoint`.
    package func next() throws(AudioError) -> UnsafeBufferPointer<Float>? {
        try survey?.lookAhead()
        settlePlace()
        guard try fill() else { return nil }
        let part = parts.removeFirst()
        let channels = Int64(StreamFormat.channels)
        let samples =
            Int((part.lowerBound - decodedStart) * channels)..<Int((part.upperBound - decodedStart) * channels)
        return UnsafeBufferPointer(rebasing: decoded[samples])
    }

    /// The next `next` begins with music frame `target`, clamped to the stream. It decodes a little before it, and
    /// sounds as continuous play does.
    package func seek(to target: FrameCount) throws(AudioError) {
        parts = []
        if let stream { return try seek(in: stream, to: trim.raw(of: target.rawValue)) }
        position = try handle.seek(to: trim.raw(of: target.rawValue), from: position)
        expected = nil
        isContinuous = false
        isInJunk = false
    }

    /// Goes on with another handle, the first frame of which begins with raw frame `position`; nothing before `wanted`
    /// is returned.
    func restart(with handle: MPGHandle, at position: Int64, wanted: Int64) {
        self.handle = handle
        self.position = position
        firstWanted = wanted
        expected = nil
        isContinuous = false
        isInJunk = false
    }

    /// Decodes until there is a part to return. False at the end.
    private func fill() throws(AudioError) -> Bool {
        var errors = 0
        while parts.isEmpty {
            let result = isContinuous ? mpg123_framebyframe_next(handle.raw) : decode(mpg123_decode_frame)
            switch result {
            case Int32(MPG123_OK.rawValue), Int32(MPG123_NEW_FORMAT.rawValue):
                guard try isSound() else { continue }
                handle.reader.foundAudio()
                rate = try handle.format()
                if isContinuous { _ = decode(mpg123_framebyframe_decode) }
                if result == Int32(MPG123_OK.rawValue) { isContinuous = true }
                errors = 0
            case Int32(MPG123_ERR.rawValue) where errors < Self.errorLimit && !handle.reader.hasEnded:
                errors += 1
            default:
                // Whole frames that came before a failure are music.
                if let failure = handle.reader.failure { throw failure }
                guard try followGrowth() else { return false }
            }
        }
        return true
    }

    /// Whether the frame that was parsed last is one: false for what mpg123 believes to have found behind a gap, if
    /// nothing like it follows.
    private func isSound() throws(AudioError) -> Bool {
        let place = handle.place()
        let isExpected = !isInJunk && place.start <= expected ?? .max
        expected = place.end
        if isExpected { return true }
        isInJunk = try chain?.goesOn(at: handle.reader.place(of: place.start)) == false
        return !isInJunk
    }

    private typealias Decode = (
        OpaquePointer?,
        UnsafeMutablePointer<off_t>?,
        UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
        UnsafeMutablePointer<Int>?
    ) -> Int32

    /// Takes what `function` decodes.
    private func decode(_ function: Decode) -> Int32 {
        var number: off_t = 0
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let result = function(handle.raw, &number, &bytes, &count)
        if result == Int32(MPG123_OK.rawValue), let bytes { take(UnsafeRawBufferPointer(start: bytes, count: count)) }
        return result
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        decoded = bytes.bindMemory(to: Float.self)
        decodedStart = position
        position += Int64(decoded.count / StreamFormat.channels)
        parts = trim.music(in: min(max(decodedStart, firstWanted), position)..<position)
    }
}
