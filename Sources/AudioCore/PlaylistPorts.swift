/// One entry of a playlist, ready to be queued.
package struct ListedTrack: Hashable, Sendable {
    /// An absolute path or a URI.
    package var uri: String
    /// What the playlist says of it, until its tags are known.
    package var title: String?
    package var artist: String?
    package var album: String?
    /// Rounded, as playlists have it: an estimate.
    package var duration: Interval?
    /// The picture that the playlist names for it, or for all it holds: an absolute path or an address.
    package var cover: String?
    /// Why it cannot be played, where that is known already; entries are kept all the same.
    package var problem: String?

    package init(
        uri: String,
        title: String? = nil,
        artist: String? = nil,
        album: String? = nil,
        duration: Interval? = nil,
        cover: String? = nil,
        problem: String? = nil
    ) {
        self.uri = uri
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.cover = cover
        self.problem = problem
    }
}

/// What a playlist, with all playlists in it, holds.
package struct ExpandedPlaylist: Hashable, Sendable {
    package var tracks: [ListedTrack]
    /// What was left out and why, one line each.
    package var warnings: [String]

    package init(tracks: [ListedTrack] = [], warnings: [String] = []) {
        self.tracks = tracks
        self.warnings = warnings
    }
}

/// Turns playlists into tracks. Calls block on disk or network: they belong on a thread that may wait.
package protocol PlaylistExpanding: Sendable {
    /// - Parameter uri: an absolute path or a URI; what it is is found out by its content where its name does not say
    ///   it.
    /// - Returns: nil where it is no playlist, or nothing that can be looked at now: then it is a track.
    /// - Throws: `AudioError` with a reason that can be shown to a user, for a playlist that cannot be read or played.
    func expand(uri: String) throws(AudioError) -> ExpandedPlaylist?
}
