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
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter playlists: nil: playlists are tracks like any other.
    package init(executor: ThreadExecutor, playlists: (any PlaylistExpanding)? = nil) {
        self.executor = executor
        self.playlists = playlists
    }

    /// Files as they are, playlists with all that they name, folders with all below them in natural order; hidden files, and folders that were seen already
    /// (links that loop), are passed over, and so are playlists in folders.
    /// - Parameter uris: absolute paths, or URIs.
    /// Once its task is cancelled it gives what it has found so far.
    /// - Throws: `notFound` where a path does not exist, `invalidArgument` for a relative one, for other schemes and for what is no
    ///   playlist in spite of its name, `failedPrecondition` where one cannot be fetched.
    package func expand(_ uris: [String]) throws(RPCError) -> Found {
        var found = Found()
        for uri in uris where !Task.isCancelled {
            if let problem = Self.problem(uri) { throw RPCError(.invalidArgument, "cannot add \(problem)") }
            if Self.isAddress(uri) {
                try Self.checkScheme(of: uri)
                try take(uri, &found)
                continue
            }
            let path: String
            do throws(AudioError) {
                path = try TrackURI.path(of: uri)
            } catch {
                throw RPCError(.invalidArgument, error.message, cause: error)
            }
            var status = stat()
            guard stat(path, &status) == 0 else { throw Self.missing(path, errno) }
            if status.isFolder {
                var seen: Set<FileIdentity> = [FileIdentity(status)]
                scan(Self.trimmed(path), depth: 0, &seen, &found)
            } else {
                try take(path, &found)
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
            throw RPCError(playlist: error)
        }
        guard let expanded else { return found.tracks.append(ListedTrack(uri: uri)) }
        for warning in expanded.warnings { Self.warn(&found, warning) }
        for var track in expanded.tracks {
            var status = stat()
            if let problem = Self.problem(track.uri) {
                Self.warn(&found, problem)
                continue
            }
            track.shorten()
            if track.problem == nil, track.uri.hasPrefix("/"), stat(track.uri, &status) == 0, status.isFolder {
                var seen: Set<FileIdentity> = [FileIdentity(status)]
                scan(Self.trimmed(track.uri), depth: 0, &seen, &found)
            } else {
                found.tracks.append(track)
            }
        }
    }

    private func scan(_ folder: String, depth: Int, _ seen: inout Set<FileIdentity>, _ found: inout Found) {
        guard depth < Self.maximumDepth else {
            Self.warn(&found, "\(folder): nested too deeply")
            return
        }
        guard let names = Self.names(in: folder) else {
            Self.warn(&found, "\(folder): \(String(cString: strerror(errno)))")
            return
        }
        for name in names.unreadable {
            Self.warn(&found, "\(folder)/\(name): the name is not valid UTF-8; rename it")
        }
        for name in NaturalOrder.sorted(names.readable) where found.tracks.count <= Self.maximumTracks {
            if Task.isCancelled { return }
            let path = folder + "/" + name
            var status = stat()
            guard stat(path, &status) == 0 else {
                Self.warn(&found, "\(path): \(String(cString: strerror(errno)))")
                continue
            }
            if status.isFolder {
                if seen.insert(FileIdentity(status)).inserted { scan(path, depth: depth + 1, &seen, &found) }
            } else if Self.isPlayable(name) {
                found.tracks.append(ListedTrack(uri: path))
            }
        }
    }

    /// - Returns: the names that are UTF-8, and those of other tracks in a repaired form to show.
    private static func names(in folder: String) -> (readable: [String], unreadable: [String])? {
        guard let handle = opendir(folder.isEmpty ? "/" : folder) else { return nil }
        defer { closedir(handle) }
        var names: (readable: [String], unreadable: [String]) = ([], [])
        while let entry = readdir(handle) {
            let (name, isValid) = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0).map { ($0, true) } ?? (String(cString: $0), false)
                }
            }
            if name.hasPrefix(".") { continue }
            if isValid {
                names.readable.append(name)
            } else if isPlayable(name) {
                names.unreadable.append(name)
            }
        }
        return names
    }

    private static func isPlayable(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path == "/" ? "" : path
    }

    private static func warn(_ found: inout Found, _ line: String) {
        if found.warnings.count < maximumWarnings { found.warnings.append(line) }
    }

    private static func missing(_ path: String, _ code: Int32) -> RPCError {
        let reason = String(cString: strerror(code))
        return code == EACCES
            ? RPCError(.permissionDenied, "cannot add \(path): \(reason); let the coordinator's user read it")
            : RPCError(
                .notFound,
                path.contains("\u{FFFD}")
                    ? "cannot add \(path): \(reason); a name that is not valid UTF-8 has to be changed first"
                    : "cannot add \(path): \(reason); is it on the coordinator's machine?"
            )
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

/// The same file has the same, whatever it is called.
private struct FileIdentity: Hashable {
    var device: UInt
    var inode: UInt

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}

extension stat {
    fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

extension RPCError {
    /// A playlist that could not be read.
    fileprivate init(playlist error: AudioError) {
        let code: StatusCode =
            switch error.code {
            case .notFound: .notFound
            case .permissionDenied: .permissionDenied
            case .unsupported, .damaged: .invalidArgument
            case .unavailable: .failedPrecondition
            case .internal: .internal
            }
        self.init(code, error.message, cause: error)
    }
}
