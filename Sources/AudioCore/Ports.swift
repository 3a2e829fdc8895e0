/// Encodes stream audio. Used on one thread; not `Sendable`.
package protocol PacketEncoder: AnyObject {
    /// Frames by which the decoder's output lags the encoder's input (Opus: 312 at 48 kHz). Track marks and span
    /// positions count at the decoder's output, so input frame i is heard at position i + lookahead.
    var lookahead: FrameCount { get }
    /// Encodes exactly 960 frames of interleaved stereo (1,920 samples, nominally within +-1).
    /// - Returns: one packet's payload.
    func encode(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) -> [UInt8]
    /// Starts a new generation: forgets all history.
    func reset() throws(AudioError)
}

/// Decodes stream audio. Used on one thread; not `Sendable`.
package protocol PacketDecoder: AnyObject {
    /// Decodes one packet to exactly 960 frames of interleaved stereo (1,920 samples) written to `output`.
    func decode(
        _ payload: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError)
    /// Conceals one lost packet: 960 frames that continue what was decoded last.
    func conceal(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError)
    /// Forgets all history.
    func reset() throws(AudioError)
}

/// What is known of a track once its reader is open.
package struct TrackInfo: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    package var album: String?
    /// The rate of the source; its frames count at this rate.
    package var sampleRate: SampleRate
    package var channels: Int
    /// The exact length in frames at `sampleRate`, encoder delay and padding removed; nil where unknown.
    package var length: FrameCount?
    /// True where `length` is a guess from the bit rate and not a count.
    package var lengthIsEstimate: Bool
    /// True for a station: it has no end, and what is read is the present.
    package var isLive = false
    /// What its tags say beyond title, artist and album; nil where nobody has looked.
    package var description: TrackDescription?

    package init(
        title: String? = nil,
        artist: String? = nil,
        album: String? = nil,
        sampleRate: SampleRate,
        channels: Int,
        length: FrameCount? = nil,
        lengthIsEstimate: Bool = false
    ) {
        self.title = title
        self.artist = artist
        self.album = album
        self.sampleRate = sampleRate
        self.channels = channels
        self.length = length
        self.lengthIsEstimate = lengthIsEstimate
    }

    /// With what the tags say, as far as they do.
    package func with(_ description: TrackDescription) -> Self {
        var info = self
        info.title = description.title ?? title
        info.artist = description.artist ?? artist
        info.album = description.album ?? album
        info.description = description
        return info
    }

    package var duration: Interval? {
        guard let length, sampleRate.hertz > 0 else { return nil }
        return .seconds(Double(length.rawValue) / Double(sampleRate.hertz))
    }
}

/// Where a seek has led, as far as that is known.
package struct SeekLanding: Hashable, Sendable {
    /// How far from the place that was asked for: where nothing is known to lie there, behind the end as it was
    /// estimated, and where what seemed to be the place turned out to be another.
    package var displacement: Interval
    /// Whether nobody has counted up to there: `displacement` changes once somebody has.
    package var isEstimate: Bool

    package init(displacement: Interval = .zero, isEstimate: Bool = false) {
        self.displacement = displacement
        self.isEstimate = isEstimate
    }
}

/// Reads one track as PCM at 48 kHz stereo. Used on one thread; not `Sendable`. Nothing is read before `open`.
package protocol FrameSource: AnyObject {
    var info: TrackInfo { get }
    /// Fills `output` (interleaved stereo at 48 kHz) with as many frames as there are, at most `output.count / 2`.
    /// - Returns: the number of frames; 0 only at the end of the track.
    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int
    /// The next `read` begins with the frame at `time` (clamped to the track; exact to a sample).
    func seek(to time: Interval) throws(AudioError)
    /// Where the last `seek` led. `read` begins there.
    var landing: SeekLanding { get }
    /// Says, before this track's last frame has been read, that `next` follows it without a gap and has not been read
    /// yet. A source may then carry its resampler's filter over the joint: `next` goes on where this track ends to a
    /// fraction of a frame, and may be one frame longer or shorter than alone.
    func join(_ next: any FrameSource)
    /// How much can be read without waiting: no more may be read at once where it says so.
    var supply: FrameSupply { get }
    /// What has arrived beyond what was read: an estimate; and whether nothing more has to arrive.
    var backlog: (frames: FrameCount, isComplete: Bool) { get }
    /// Whether the last `read` began at a joint: what it gave does not follow on what was read before.
    var isBehindJoint: Bool { get }
    /// What a station says it plays, at the frame that was read last; empty where it says nothing.
    var streamTitle: String { get }
}

extension FrameSource {
    /// Each track for itself.
    package func join(_ next: any FrameSource) {}
    package var landing: SeekLanding { SeekLanding() }
    package var supply: FrameSupply { .steady }
    package var backlog: (frames: FrameCount, isComplete: Bool) { (0, false) }
    package var isBehindJoint: Bool { false }
    package var streamTitle: String { "" }
}

/// Opens tracks by URI.
package protocol TrackOpening: Sendable {
    /// - Throws: `AudioError` with a reason that can be shown to a user.
    func open(uri: String) throws(AudioError) -> any FrameSource
    /// Whether opening and reading waits for a network: then it belongs on a thread of its own.
    func isRemote(uri: String) -> Bool
    /// The file system that a file is on, where reading that may stand still for minutes: a network's. Nil for all
    /// else.
    func share(of uri: String) -> DiskPath?
    /// As `open`, for what is remote: `monitor` can end it, and is told what keeps it.
    func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> any FrameSource
}

extension TrackOpening {
    package func isRemote(uri: String) -> Bool { false }

    package func share(of uri: String) -> DiskPath? { nil }

    /// Whether a thread of its own has to open and read it.
    package func mayStall(uri: String) -> Bool { isRemote(uri: uri) || share(of: uri) != nil }

    package func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> any FrameSource {
        try open(uri: uri)
    }
}

/// Converts stereo at one rate to stereo at 48 kHz, block by block. Used on one thread; not `Sendable`.
///
/// n input frames since the start or the last `reset` give exactly round(n * 48000 / rate) output frames once `finish`
/// has been called, and output frame i is the signal at input time i * rate / 48000: the latency is inside.
package protocol FrameResampler: AnyObject {
    /// Takes all of `input` (interleaved stereo) and appends the frames that are ready to `output`: for the latency,
    /// fewer than their share.
    func process(_ input: UnsafeBufferPointer<Float>, into output: inout [Float]) throws(AudioError)
    /// Takes silence to follow, and appends what is left. `reset` comes next.
    func finish(into output: inout [Float]) throws(AudioError)
    /// Forgets all history: the next input frame is at time 0.
    func reset() throws(AudioError)
}

/// What went wrong with audio data or a codec.
package struct AudioError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The resource does not exist. Remedy: check the path or address.
        case notFound
        /// The resource exists and may not be read. Remedy: permissions.
        case permissionDenied
        /// Not audio that Tutti plays. Remedy: convert it.
        case unsupported
        /// Audio that is damaged beyond what can be decoded. Remedy: replace the file.
        case damaged
        /// Reading stopped working. Remedy: try again.
        case unavailable
        /// A codec library refused something that it should take. Remedy: report it.
        case `internal`
    }

    package var code: Code
    package var message: String
    /// The C library's own code, where there is one.
    package var rawCode: Int32?

    /// - Parameter message: may hold names of files and addresses as they are; see `ErrorText`.
    package init(_ code: Code, _ message: String, rawCode: Int32? = nil) {
        self.code = code
        self.message = ErrorText.line(message)
        self.rawCode = rawCode
    }

    package var description: String { message }
}
