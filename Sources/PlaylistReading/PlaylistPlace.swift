import AudioCore

/// Where a playlist is: what the names in it count from.
struct PlaylistPlace: Sendable {
    private enum Base: Sendable {
        case folder(DiskPath)
        case web(WebAddress)
    }

    /// What an entry means.
    enum Target: Hashable, Sendable {
        /// At a location.
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

    /// Folders that a path of another machine is looked for with: each is a question to the disk.
    static let maximumTails = 32

    private var base: Base
    private let exists: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - uri: of the playlist: an absolute path, a `file:` URI or an address.
    ///   - exists: whether there is a file or folder at a location.
    init(of uri: String, exists: @escaping @Sendable (String) -> Bool) {
        self.exists = exists
        if let address = WebAddress(uri) {
            base = .web(address)
        } else {
            base = .folder(DiskPath(FilePath.path(ofFileURI: uri.utf8) ?? Array(uri.utf8)[...]).folder)
        }
    }

    private var isOnTheWeb: Bool {
        switch base {
        case .folder: false
        case .web: true
        }
    }

    /// Where an entry is: at the first of its places that can be played. What cannot be found is still told as what it
    /// most likely means.
    func target(of entry: PlaylistEntry) -> Target {
        let targets = ([entry] + entry.alternatives).lazy.map { single($0) }
        return targets.first { target in
            switch target {
            case .file(let uri): exists(uri)
            case .web: true
            case .refused: false
            }
        } ?? single(entry)
    }

    private func single(_ entry: PlaylistEntry) -> Target {
        let place = entry.bases.reduce(self) { $0.within($1) }
        let target = place.target(of: entry.reference, raw: entry.rawReference, isURI: entry.isURI)
        if case .file(let path) = target, isOnTheWeb {
            return .refused(path, "a playlist from the network names a file of this machine")
        }
        return target
    }

    /// Where the picture of an entry is; nil where it has none, or none that may be shown.
    func cover(of entry: PlaylistEntry) -> String? {
        guard let image = entry.image else { return nil }
        var named = PlaylistEntry(reference: image.reference, isURI: entry.isURI, bases: image.bases)
        named.rawReference = image.rawReference
        switch target(of: named) {
        case .file(let uri), .web(let uri): return uri
        case .refused: return nil
        }
    }

    /// An `xml:base`. One that no address may be as long as says nothing.
    private func within(_ reference: String) -> PlaylistPlace {
        guard reference.utf8.count <= TrackURI.maximumBytes else { return self }
        var place = self
        switch target(of: reference, raw: nil, isURI: true) {
        case .file(let location):
            guard let path = try? TrackURI.path(of: location) else { break }
            place.base = .folder(reference.utf8.last == FilePath.slash ? path : path.folder)
        case .web(let uri): if let address = WebAddress(uri) { place.base = .web(address) }
        case .refused: break
        }
        return place
    }

    private func target(of reference: String, raw: [UInt8]?, isURI: Bool) -> Target {
        if let address = WebAddress(reference) { return .web(address.resolve(reference)) }
        let name = Array(reference.utf8)[...]
        let isFileURI = FilePath.path(ofFileURI: name) != nil
        if !isFileURI, let scheme = FilePath.scheme(of: reference) {
            return .refused(reference, TrackURI.refusal(ofScheme: scheme))
        }
        switch base {
        case .web(let address):
            if isFileURI || FilePath.isWindows(name) {
                return .refused(reference, "a playlist from the network names a file of this machine")
            }
            return .web(address.resolve(reference))
        case .folder(let folder):
            // As text first: names on a disk are UTF-8, as a rule, whatever the playlist is in.
            let asText = readings(of: name, in: folder, isURI: isURI)
            let asBytes = raw.map { readings(of: $0[...], in: folder, isURI: isURI) }
            let found = (asText.places + (asBytes?.places ?? [])).first(where: exists)
            return .file(found ?? asText.likeliest)
        }
    }

    /// The locations that a name may mean, the first one that exists counts, and the likeliest where none does. Names
    /// may hold percent signs and backslashes that mean themselves.
    private func readings(
        of name: FilePath.Name,
        in folder: DiskPath,
        isURI: Bool
    ) -> (places: [String], likeliest: String) {
        let path = FilePath.path(ofFileURI: name)
        if FilePath.isWindows(path ?? name) {
            let places = tails(of: path ?? name).map { location($0, in: folder) }
            return (places, places.last ?? folder.location)
        }
        let slashed = FilePath.slashed(name)
        var readings = [name, slashed] + [name, slashed].map { PercentEncoding.decodedBytes($0)[...] }
        if isURI { readings.swapAt(0, 2) } else if !name.contains(FilePath.slash) { readings.swapAt(0, 1) }
        let places = (path.map { [$0] } ?? readings).map { location($0, in: folder) }
        return (places, places[0])
    }

    /// A path of another machine: it, and what it is called in its folders there, the longest first.
    private func tails(of path: FilePath.Name) -> [FilePath.Name] {
        let parts = FilePath.slashed(path).split(separator: FilePath.slash).filter { part in
            part.last.map { !FilePath.endsDrive($0) } ?? true
        }
        return parts.indices.suffix(Self.maximumTails).map {
            Array(parts[$0...].joined(separator: [FilePath.slash]))[...]
        }
    }

    private func location(_ name: FilePath.Name, in folder: DiskPath) -> String {
        folder.appending(name).normalized.location
    }
}
