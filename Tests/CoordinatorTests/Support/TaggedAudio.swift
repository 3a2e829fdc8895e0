import AudioCore
import Synchronization

/// One frame of audio that says where it comes from: the number of its track and its place in it, both from 1. Silence
/// is 0, 0.
struct TaggedFrame: Hashable, CustomStringConvertible {
    var track: Int
    var frame: Int

    static let silence = TaggedFrame(track: 0, frame: 0)
    var description: String { "\(track):\(frame)" }
}

/// Tracks whose every frame is tagged. URIs are `track:NUMBER`.
final class TaggedOpener: TrackOpening {
    struct Track {
        var frames: Int
        /// Reading fails once so many frames have been read.
        var breaksAfter: Int?
        var cannotOpen = false
        /// It says of itself that it is ten times as long.
        var isEstimated = false
        /// What it brings with it.
        var lyrics: LyricsText?
    }

    private let tracks = Mutex<[String: Track]>([:])
    private let opened = Mutex<[String]>([])

    private let joined = Mutex<[String]>([])
    /// The numbers of tracks that were joined: "1+2".
    var joints: [String] { joined.withLock { $0 } }

    private let replayGain: ReplayGain?

    /// - Parameter replayGain: what the tags of every track say.
    init(_ lengths: [Int] = [], replayGain: ReplayGain? = nil) {
        self.replayGain = replayGain
        for (index, length) in lengths.enumerated() { self[index + 1] = Track(frames: length) }
    }

    subscript(number: Int) -> Track? {
        get { tracks.withLock { $0["track:\(number)"] } }
        set { tracks.withLock { $0["track:\(number)"] = newValue } }
    }

    var openings: [String] { opened.withLock { $0 } }

    /// What comes over a network that the test controls.
    let network = SlowNetwork()

    func isRemote(uri: String) -> Bool { network.isRemote(uri) }

    func open(uri: String) throws(AudioError) -> any FrameSource {
        opened.withLock { $0.append(uri) }
        guard let track = tracks.withLock({ $0[uri] }), !track.cannotOpen,
            let number = Int(uri.dropFirst("track:".count))
        else { throw AudioError(.notFound, "no such track") }
        let source = TaggedSource(number: number, track: track) { joint in
            self.joined.withLock { $0.append(joint) }
        }
        if replayGain != nil || track.lyrics != nil {
            var description = TrackDescription()
            description.replayGain = replayGain ?? ReplayGain()
            description.lyrics = track.lyrics
            source.info.description = description
        }
        return source
    }
}

final class TaggedSource: FrameSource {
    var info: TrackInfo
    private let number: Int
    private let track: TaggedOpener.Track
    private let noteJoint: (String) -> Void
    private var next = 0

    init(number: Int, track: TaggedOpener.Track, noteJoint: @escaping (String) -> Void) {
        self.number = number
        self.noteJoint = noteJoint
        self.track = track
        info = TrackInfo(
            title: "Track \(number)",
            sampleRate: .stream,
            channels: 2,
            length: FrameCount(track.isEstimated ? track.frames * 10 : track.frames),
            lengthIsEstimate: track.isEstimated
        )
    }

    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        var limit = track.frames
        if let end = track.breaksAfter {
            if next >= end { throw AudioError(.damaged, "broken here") }
            limit = min(limit, end)
        }
        // Odd portions, as decoders give them.
        let count = min(limit - next, output.count / 2, 577)
        var index = 0
        while index < count {
            output[index * 2] = Float(number)
            output[index * 2 + 1] = Float(next + index + 1)
            index += 1
        }
        next += max(count, 0)
        return max(count, 0)
    }

    func join(_ next: any FrameSource) {
        if let next = next as? TaggedSource { noteJoint("\(number)+\(next.number)") }
    }

    func seek(to time: Interval) throws(AudioError) {
        let frame = (time.nanoseconds * 3 + 31_250) / 62_500
        next = min(Int(frame), track.frames)
    }
}

/// Carries the tags of its 960 frames in the payload.
final class TaggedEncoder: PacketEncoder {
    let lookahead: FrameCount = 312
    private(set) var resets = 0

    func encode(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) -> [UInt8] {
        precondition(samples.count == 1_920)
        return [UInt8](unsafeUninitializedCapacity: 3_840) { bytes, count in
            let words = UnsafeMutableRawBufferPointer(bytes)
            var frame = 0
            while frame < 960 {
                let word = UInt32(samples[frame * 2]) | UInt32(samples[frame * 2 + 1]) << 8
                words.storeBytes(of: word.littleEndian, toByteOffset: frame * 4, as: UInt32.self)
                frame += 1
            }
            count = 3_840
        }
    }

    func reset() throws(AudioError) { resets += 1 }
}

/// What a decoder would put out: position p of a generation is the frame that went into the encoder at p - lookahead.
struct TaggedDecoder {
    private(set) var packets: [Generation: [UInt32: [UInt8]]] = [:]

    /// How many packets have come.
    var count: Int { packets.values.map(\.count).reduce(0, +) }

    mutating func take(_ packet: AudioPacket) {
        packets[packet.generation, default: [:]][packet.sequence] = packet.payload
    }

    /// Nil where the packet was not published.
    func frame(_ generation: Generation, _ position: FrameCount) -> TaggedFrame? {
        let input = position.rawValue - 312
        guard input >= 0 else { return .silence }
        // The frame comes out with the packet that holds `position`.
        guard packets[generation]?[UInt32(position.rawValue / 960)] != nil,
            let bytes = packets[generation]?[UInt32(input / 960)]
        else { return nil }
        let offset = Int(input % 960) * 4
        let index = Int(bytes[offset + 1]) | Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3]) << 16
        return TaggedFrame(track: Int(bytes[offset]), frame: index)
    }

    func frames(_ generation: Generation, _ range: Range<Int64>) -> [TaggedFrame?] {
        range.map { frame(generation, FrameCount($0)) }
    }
}
