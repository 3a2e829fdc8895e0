package import AudioCore
private import Glibc

/// Turns playlists, and the playlists in them, into tracks. Calls block; callable from any thread.
package struct PlaylistExpander: PlaylistExpanding {
    private let fetcher: any ResourceFetching
    private let sniffer: any ResourceFetching
    private let reader: PlaylistReader
    private let exists: @Sendable (String) -> Bool

    /// What a playlist may be long; HTML pages and music behind a playlist's name are longer.
    package static let maximumBytes = 4 << 20
    /// What is read to find out what an address without a telling name is.
    package static let maximumSniffedBytes = 256 << 10
    package static let maximumDepth = 8
    /// Playlists within one that is added.
    package static let maximumPlaylists = 64
    /// What all of them hold.
    package static let maximumTracks = PlaylistReader.maximumEntries
    private static let maximumWarnings = 20

    /// Names that are audio: nobody looks whether they are playlists.
    private static let audioExtensions: Set<String> = [
        "mp3", "mp2", "mp1", "mpga", "wav", "ogg", "oga", "opus", "flac", "m4a", "m4b", "aac", "wma", "aif", "aiff",
    ]

    /// - Parameter sniffer: finds out what an address is whose name does not tell it: more impatient than `fetcher`,
    ///   since such an address is played all the same; nil: `fetcher`.
    package init(
        fetcher: any ResourceFetching,
        sniffer: (any ResourceFetching)? = nil,
        text: any TextRecognizing,
        exists: @escaping @Sendable (_ location: String) -> Bool = Self.isOnDisk
    ) {
        self.fetcher = fetcher
        self.sniffer = sniffer ?? fetcher
        self.reader = PlaylistReader(text: text)
        self.exists = exists
    }

    package static func isOnDisk(_ location: String) -> Bool {
        (try? TrackURI.path(of: location))?.withCString { access($0, F_OK) } == 0
    }

    package func expand(uri: String) throws(AudioError) -> ExpandedPlaylist? {
        let isNamed = PlaylistName.isPlaylist(uri)
        if !isNamed, Self.audioExtensions.contains(PlaylistName.fileExtension(of: uri)) { return nil }
        var expansion = Expansion()
        do throws(AudioError) {
            return try expand(uri, isNamed: isNamed, depth: 0, &expansion) ? expansion.result : nil
        } catch  where !isNamed && error.code != .unsupported && error.code != .damaged {
            // What cannot be reached now may be music later.
            return nil
        }
    }

    /// What is found on the way.
    private struct Expansion {
        var result = ExpandedPlaylist()
        var seen: Set<String> = []
        var playlists = 0

        mutating func warn(_ line: String) {
            if result.warnings.count < PlaylistExpander.maximumWarnings { result.warnings.append(line) }
        }
    }

    /// - Returns: false where it is no playlist.
    private func expand(
        _ uri: String,
        isNamed: Bool,
        depth: Int,
        _ expansion: inout Expansion
    ) throws(AudioError) -> Bool {
        let resource: FetchedResource
        do throws(AudioError) {
            resource =
                isNamed
                ? try fetcher.fetch(uri: uri, limit: Self.maximumBytes)
                : try sniffer.fetch(uri: uri, limit: Self.maximumSniffedBytes)
        } catch  where !isNamed && error.code == .unsupported {
            // Music, or too long: what the fetcher refuses is no playlist.
            return false
        }
        let entries = try reader.entries(of: resource.bytes, name: uri, mediaType: resource.mediaType)
        guard let entries else {
            guard isNamed else { return false }
            throw AudioError(
                .unsupported,
                "cannot read the playlist \(uri): it holds something else; is it the right file?"
            )
        }
        expansion.seen.formUnion([uri, resource.uri])
        let place = PlaylistPlace(of: resource.uri, exists: exists)
        for (index, entry) in entries.enumerated() where !Task.isCancelled {
            guard expansion.result.tracks.count < Self.maximumTracks else {
                expansion.warn("\(uri): only its first \(Self.maximumTracks) entries were taken")
                break
            }
            let target =
                entry.reference.isEmpty
                ? .refused("\(uri)#\(index + 1)", "the playlist names no location for it; correct the playlist")
                : place.target(of: entry)
            add(entry, target, cover: place.cover(of: entry), depth: depth, &expansion)
        }
        return true
    }

    private func add(
        _ entry: PlaylistEntry,
        _ target: PlaylistPlace.Target,
        cover: String?,
        depth: Int,
        _ expansion: inout Expansion
    ) {
        var track = ListedTrack(
            uri: target.uri,
            title: entry.title,
            artist: entry.artist,
            album: entry.album,
            duration: entry.duration,
            cover: cover
        )
        switch target {
        case .refused(let uri, let reason):
            track.problem = "cannot play \(uri): \(reason)"
        case .file(let path) where !exists(path):
            track.problem = "cannot open \(path): there is no such file; correct the playlist, or add the file"
        case .file(let uri), .web(let uri):
            if PlaylistName.isPlaylist(uri) { return expandNested(uri, track, depth: depth + 1, &expansion) }
        }
        expansion.result.tracks.append(track)
    }

    /// A playlist in a playlist takes the place of its entry; what stands in the way of that is told with it.
    private func expandNested(_ uri: String, _ track: ListedTrack, depth: Int, _ expansion: inout Expansion) {
        guard !expansion.seen.contains(uri) else {
            return expansion.warn("\(uri): it is in the list already; a playlist is taken once")
        }
        expansion.playlists += 1
        guard depth <= Self.maximumDepth, expansion.playlists <= Self.maximumPlaylists else {
            return expansion.warn(
                "\(uri): playlists in playlists are followed \(Self.maximumDepth) deep and at most "
                    + "\(Self.maximumPlaylists) times"
            )
        }
        if Task.isCancelled { return }
        expansion.seen.insert(uri)
        do throws(AudioError) {
            _ = try expand(uri, isNamed: true, depth: depth, &expansion)
        } catch {
            var track = track
            track.problem = error.message
            expansion.result.tracks.append(track)
        }
    }
}
