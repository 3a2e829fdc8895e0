package import AudioCore
private import Glibc
package import RPC

/// Finds the tracks of files, folders and playlists, on an executor of its own because disks and servers block.
package actor LibraryScanner {
    package struct Found: Hashable, Sendable {
        package var tracks: [ListedTrack] = []
        /// What was skipped and why, one line each, at most `maximumWarnings`.
        package var warnings: [String] = []

        package var uris: [String] { tracks.map(\.uri) }
    }

    /// What is taken from folders; a file that is named itself is always taken.
    package static let extensions: Set<String> = ["mp3"]
    /// Files with these names may lead to servers.
    private static let playlistExtensions: Set<String> = ["m3u", "m3u8", "pls", "xspf"]
    package static let maximumTracks = 100_000
    private static let maximumDepth = 64
    private static let maximumWarnings = 20

    private let executor: ThreadExecutor
    private let playlists: (any PlaylistExpanding)?
    private let text: (any TextRecognizing)?
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - playlists: nil: playlists are tracks like any other.
    ///   - text: makes titles of names that are no UTF-8; nil: they have none.
    package init(
        executor: ThreadExecutor,
        playlists: (any PlaylistExpanding)? = nil,
        text: (any TextRecognizing)? = nil
    ) {
        self.executor = executor
        self.playlists = playlists
        self.text = text
    }

    /// Files as they are, playlists with all that they name, folders with all below them in natural order. Passed over
    /// are hidden files, folders that were seen already (links that loop), and playlists in folders. Once its task is
    /// cancelled it gives what it has found so far.
    /// - Parameter uris: absolute paths, or URIs.
    /// - Throws: `notFound` where a path does not exist; `invalidArgument` for one that is relative or too long, for
    ///   other schemes, and for what is no playlist in spite of its name; `failedPrecondition` where one cannot be
    ///   fetched.
    package func expand(_ uris: [String]) throws(RPCError) -> Found {
        var found = Found()
        for uri in uris where !Task.isCancelled {
            try Self.checkLength(of: uri)
            if Self.isAddress(uri) {
                try Self.checkScheme(of: uri)
                try take(uri, &found)
                continue
            }
            let path: DiskPath
            do throws(AudioError) {
                path = try TrackURI.path(of: uri)
            } catch {
                throw RPCError(.invalidArgument, error.message, cause: error)
            }
            try Self.checkLength(of: path.location)
            guard let status = path.status() else { throw Self.missing(path.location, errno) }
            if status.isFolder {
                var seen: Set<FileIdentity> = [FileIdentity(status)]
                scan(path.trimmed, depth: 0, &seen, &found)
            } else {
                try take(path.location, &found)
            }
        }
        guard found.tracks.count <= Self.maximumTracks else {
            throw RPCError(
                .resourceExhausted,
                "cannot add more than \(Self.maximumTracks) tracks at once: add smaller folders"
            )
        }
        return found
    }

    /// An address, or a playlist, which may name some.
    static func mayAskServers(_ uri: String) -> Bool {
        if isAddress(uri) { return true }
        return uri.lastIndex(of: ".").map { playlistExtensions.contains(uri[$0...].dropFirst().lowercased()) } ?? false
    }

    /// Whether it is for a server to say what it is. Names may have a colon.
    private static func isAddress(_ uri: String) -> Bool { uri.contains("://") && TrackURI.isElsewhere(uri) }

    /// What no source plays is refused while somebody is looking, not when its turn comes.
    private static func checkScheme(of uri: String) throws(RPCError) {
        guard let scheme = TrackURI.scheme(of: uri), !TrackURI.webSchemes.contains(scheme) else { return }
        throw RPCError(.invalidArgument, "cannot add \(uri): \(TrackURI.refusal(ofScheme: scheme))")
    }

    private static func checkLength(of uri: String) throws(RPCError) {
        if let problem = problem(uri) { throw RPCError(.invalidArgument, "cannot add \(problem)") }
    }

    /// What is too long to be kept, in words; nil for all else.
    private static func problem(_ uri: String) -> String? {
        guard uri.utf8.count > TrackURI.maximumBytes else { return nil }
        return "\(uri.cut(toBytes: 80))...: it is longer than \(TrackURI.maximumBytes) bytes; use a shorter one"
    }

    /// One file or address: a track, or the tracks of a playlist.
    private func take(_ uri: String, _ found: inout Found) throws(RPCError) {
        let expanded: ExpandedPlaylist?
        do throws(AudioError) {
            expanded = try playlists?.expand(uri: uri)
        } catch {
            throw RPCError(error)
        }
        guard let expanded else { return found.tracks.append(named(ListedTrack(uri: uri))) }
        for warning in expanded.warnings { Self.warn(&found, warning) }
        for var track in expanded.tracks {
            if let problem = Self.problem(track.uri) {
                Self.warn(&found, problem)
                continue
            }
            track.shorten()
            if track.problem == nil, !Self.isAddress(track.uri), let path = try? TrackURI.path(of: track.uri),
                let status = path.status(), status.isFolder
            {
                var seen: Set<FileIdentity> = [FileIdentity(status)]
                scan(path.trimmed, depth: 0, &seen, &found)
            } else {
                found.tracks.append(named(track))
            }
        }
    }

    private func scan(_ folder: DiskPath, depth: Int, _ seen: inout Set<FileIdentity>, _ found: inout Found) {
        guard depth < Self.maximumDepth else {
            Self.warn(&found, "\(folder.location): nested too deeply")
            return
        }
        guard let names = folder.visibleNames() else {
            Self.warn(&found, "\(folder.location): \(String(cString: strerror(errno)))")
            return
        }
        for name in NaturalOrder.sorted(names) where found.tracks.count <= Self.maximumTracks {
            if Task.isCancelled { return }
            let path = folder.appending(name)
            guard let status = path.status() else {
                Self.warn(&found, "\(path.location): \(String(cString: strerror(errno)))")
                continue
            }
            if status.isFolder {
                if seen.insert(FileIdentity(status)).inserted { scan(path, depth: depth + 1, &seen, &found) }
            } else if Self.isPlayable(name) {
                let location = path.location
                if let problem = Self.problem(location) {
                    Self.warn(&found, problem)
                } else {
                    found.tracks.append(named(ListedTrack(uri: location)))
                }
            }
        }
    }

    /// Called by its name, as far as it can be made out, where its location cannot be read well.
    private func named(_ track: ListedTrack) -> ListedTrack {
        guard let text, track.title == nil, !track.uri.hasPrefix("/"), !Self.isAddress(track.uri),
            let path = try? TrackURI.path(of: track.uri), !path.isText
        else { return track }
        var track = track
        track.title = path.title(by: text)
        return track
    }

    private static func isPlayable(_ name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    }

    private static func warn(_ found: inout Found, _ line: String) {
        if found.warnings.count < maximumWarnings { found.warnings.append(line) }
    }

    private static func missing(_ path: String, _ code: Int32) -> RPCError {
        let reason = String(cString: strerror(code))
        return code == EACCES
            ? RPCError(.permissionDenied, "cannot add \(path): \(reason); let the coordinator's user read it")
            : RPCError(.notFound, "cannot add \(path): \(reason); is it on the coordinator's machine?")
    }
}

extension ListedTrack {
    /// Playlists may say a lot of a track.
    fileprivate mutating func shorten() {
        title = title?.cut()
        artist = artist?.cut()
        album = album?.cut()
        if let cover, cover.utf8.count > TrackURI.maximumBytes { self.cover = nil }
    }
}
