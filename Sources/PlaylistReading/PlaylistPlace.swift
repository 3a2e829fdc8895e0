import AudioCore

/// Where a playlist is: what the names in it count from.
struct PlaylistPlace: Sendable {
    private enum Base: Sendable {
        /// An absolute path without a slash at its end; empty for the root.
        case folder(String)
        case web(WebAddress)
    }

    /// What an entry means.
    enum Target: Hashable, Sendable {
        case file(String)
        case web(String)
        /// An address that Tutti has no way to, or may not follow from here, and why.
        case refused(String, String)

        var uri: String {
            switch self {
            case .file(let uri), .web(let uri), .refused(let uri, _): uri
            }
        }
    }

    private var base: Base
    private let exists: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - uri: of the playlist: an absolute path, a `file:` URI or an address.
    ///   - exists: whether there is a file or folder at a path.
    init(of uri: String, exists: @escaping @Sendable (String) -> Bool) {
        self.exists = exists
        if let address = WebAddress(uri) {
            base = .web(address)
        } else {
            base = .folder(Self.folder(of: FilePath.path(ofFileURI: uri) ?? uri))
        }
    }

    private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

    private var isOnTheWeb: Bool {
        switch base {
        case .folder: false
        case .web: true
        }
    }

    /// Where an entry is. What cannot be found is still told as what it most likely means.
    func target(of entry: PlaylistEntry) -> Target {
        let place = entry.bases.reduce(self) { $0.within($1) }
        let target = place.target(of: entry.reference, isURI: entry.isURI)
        if case .file(let path) = target, isOnTheWeb {
            return .refused(path, "a playlist from the network names a file of this machine")
        }
        return target
    }

    /// Where the picture of an entry is; nil where it has none, or none that may be shown.
    func cover(of entry: PlaylistEntry) -> String? {
        guard let image = entry.image else { return nil }
        let named = PlaylistEntry(reference: image.reference, isURI: entry.isURI, bases: image.bases)
        switch target(of: named) {
        case .file(let uri), .web(let uri): return uri
        case .refused: return nil
        }
    }

    /// An `xml:base`.
    private func within(_ reference: String) -> PlaylistPlace {
        var place = self
        switch target(of: reference, isURI: true) {
        case .file(let path):
            place.base = .folder(path.hasSuffix("/") ? String(path.dropLast()) : Self.folder(of: path))
        case .web(let uri): if let address = WebAddress(uri) { place.base = .web(address) }
        case .refused: break
        }
        return place
    }

    private func target(of reference: String, isURI: Bool) -> Target {
        if let address = WebAddress(reference) { return .web(address.resolve(reference)) }
        if let path = FilePath.path(ofFileURI: reference) {
            return .file(FilePath.isWindows(path) ? windows(path) : FilePath.normal(path))
        }
        if let scheme = FilePath.scheme(of: reference) {
            return .refused(reference, "only file:, http: and https: addresses are played, not \(scheme):")
        }
        switch base {
        case .web(let address):
            guard !FilePath.isWindows(reference) else {
                return .refused(reference, "a playlist from the network names a file of this machine")
            }
            return .web(address.resolve(reference))
        case .folder(let folder):
            if FilePath.isWindows(reference) { return .file(windows(reference)) }
            return .file(likeliest(reference, in: folder, isURI: isURI))
        }
    }

    /// The reading of a name that exists, else the likeliest one: names may hold percent signs and backslashes that mean
    /// themselves.
    private func likeliest(_ reference: String, in folder: String, isURI: Bool) -> String {
        let slashed = reference.replacing("\\", with: "/")
        var readings = [reference, slashed, PercentEncoding.decoded(reference), PercentEncoding.decoded(slashed)]
        if isURI { readings.swapAt(0, 2) } else if !reference.contains("/") { readings.swapAt(0, 1) }
        let paths = readings.map { FilePath.normal($0.hasPrefix("/") ? $0 : folder + "/" + $0) }
        return paths.first(where: exists) ?? paths[0]
    }

    /// A path of another machine: as much of its end as there is below the playlist's folder, else its name there.
    private func windows(_ path: String) -> String {
        guard case .folder(let folder) = base else { return path }
        let parts = path.replacing("\\", with: "/").split(separator: "/").filter { !$0.hasSuffix(":") }
        let tails = parts.indices.map { FilePath.normal(folder + "/" + parts[$0...].joined(separator: "/")) }
        return tails.first(where: exists) ?? tails.last ?? folder
    }
}
