/// All that the tags of a track, its folder and its stream say of it.
package struct TrackDescription: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    package var album: String?
    package var albumArtist: String?
    package var genre: String?
    package var date: String?
    package var comment: String?
    /// As tagged: "3" or "3/12".
    package var trackNumber: String?
    package var discNumber: String?
    package var replayGain = ReplayGain()
    package var pictures: [PictureDescription] = []
    package var lyrics: LyricsText?
    /// Kinds of tag that were found, as "ID3v2.4", "ID3v1", "APEv2".
    package var tags: [String] = []
    /// "MPEG-1 layer III" and the like; empty where the audio was not looked at.
    package var format = ""
    package var bitrate: Int?

    package init() {}
}

/// How loud a track and its album are, as ReplayGain 1 and 2 have it.
package struct ReplayGain: Hashable, Sendable {
    /// Decibels to be added.
    package var trackGain: Double?
    package var albumGain: Double?
    /// Largest sample magnitude, full scale being 1.
    package var trackPeak: Double?
    package var albumPeak: Double?

    /// Decibels that can be meant, a factor of a thousand either way; what a tag says beyond is a mistake. RVA2 could
    /// say up to 64 (ID3v2.4, frames, section 4.11), a text anything.
    package static let gains = -60.0...60
    /// Magnitudes that can be meant: from 80 dB below full scale to 18 dB above it, where no decoder overshoots to.
    package static let peaks = 0.000_1...8

    package init() {}
}

/// A picture of a track, without its bytes.
package struct PictureDescription: Hashable, Sendable {
    /// By content, not by what the tag says: "image/jpeg".
    package var mimeType: String
    /// ID3v2's picture types in words: "front cover", "artist".
    package var kind: String
    package var size: Int
    package var text: String

    package init(mimeType: String, kind: String, size: Int, text: String) {
        self.mimeType = mimeType
        self.kind = kind
        self.size = size
        self.text = text
    }
}

/// Lyrics as they were found, not parsed.
package enum LyricsText: Hashable, Sendable {
    /// The text of an LRC file beside the track.
    case sidecar(String)
    /// ID3v2's USLT, which may hold LRC stamps too.
    case unsynchronized(String)
    /// ID3v2's SYLT: each text with its time in the track.
    case synchronized([TimedText])

    package struct TimedText: Hashable, Sendable {
        package var time: Interval
        package var text: String

        package init(time: Interval, text: String) {
            self.time = time
            self.text = text
        }
    }
}

/// An image and what it is.
package struct Picture: Hashable, Sendable {
    package var mimeType: String
    package var bytes: [UInt8]

    package init(mimeType: String, bytes: [UInt8]) {
        self.mimeType = mimeType
        self.bytes = bytes
    }
}

/// Reads what is known of tracks. Calls block on disk or network: they belong on a thread that may wait.
package protocol TrackDescribing: Sendable {
    /// - Throws: `AudioError` with a reason that can be shown to a user.
    func describe(uri: String) throws(AudioError) -> TrackDescription
    /// The front cover, else another picture of the tags, else one of the folder; nil where there is none. Size-capped.
    /// - Parameter monitor: ends the wait for a server.
    func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture?
    /// The lyrics of a track, of one from a network by its tags; nil where there are none.
    /// - Parameter monitor: ends the wait for a server.
    func lyrics(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> LyricsText?
    /// The picture at a path or an address; nil where there is none. Size-capped. Ends its wait for a server with its
    /// task.
    func picture(at uri: String) -> Picture?
    /// What the tags at the beginning of a stream say, without lyrics and covers from elsewhere.
    /// - Parameters:
    ///   - size: of the stream; `.max` where it is unknown.
    ///   - fetch: reads it; what lies far from the beginning comes late.
    func describe(headOf size: Int64, fetch: ByteFetch) throws(AudioError) -> TrackDescription
}

extension TrackDescribing {
    package func lyrics(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> LyricsText? {
        try describe(uri: uri).lyrics
    }

    package func picture(at uri: String) -> Picture? { nil }

    package func describe(headOf size: Int64, fetch: ByteFetch) throws(AudioError) -> TrackDescription {
        TrackDescription()
    }
}

/// Fetches small things whole: playlists, covers. Calls block.
package protocol ResourceFetching: Sendable {
    /// - Parameter limit: bytes; a longer one is refused with `unsupported`.
    func fetch(uri: String, limit: Int) throws(AudioError) -> FetchedResource
}

package struct FetchedResource: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The media type that the server told, without parameters, in lower case; empty where it told none.
    package var mediaType: String
    /// Where it was in the end, after redirects: relative names in it count from here.
    package var uri: String

    package init(bytes: [UInt8], mediaType: String, uri: String) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.uri = uri
    }
}

/// Turns bytes in a character set that nobody told into text: UTF-8 and UTF-16 by their marks and validity, otherwise
/// by a guess that does not spoil good Latin-1.
package protocol TextRecognizing: Sendable {
    func text(of bytes: [UInt8]) -> String
    /// - Parameter set: the character set that the bytes are said to be in, by any of its names; empty for none.
    func text(of bytes: [UInt8], declaredAs set: String) -> String
    /// Texts that are in one character set, as a rule: all of them tell it better than each alone. In their order.
    func texts(of parts: [[UInt8]]) -> [String]
}

extension TextRecognizing {
    package func text(of bytes: [UInt8], declaredAs set: String) -> String { text(of: bytes) }
    package func texts(of parts: [[UInt8]]) -> [String] { parts.map { text(of: $0) } }
}
