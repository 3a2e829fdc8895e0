package import AudioCore

/// Reads what the tags of files, and the files beside them, say of tracks. Nothing of a hostile file makes it crash,
/// wait or take much memory. May be used from any thread; calls block on the disk, and for covers and lyrics on a
/// network.
package struct TagReader: TrackDescribing {
    private let recognizer: any TextRecognizing
    private let network: CoverNetwork?
    private let neighbours = Neighbours()

    /// Larger images are not handed out.
    package static let coverLimit = 8 << 20
    /// What of a file with lyrics is looked at.
    private static let sidecarLimit = 1 << 20

    /// - Parameter network: nil where covers and lyrics come from files alone.
    package init(recognizer: any TextRecognizing, network: CoverNetwork? = nil) {
        self.recognizer = recognizer
        self.network = network
    }

    /// Of what is no file nothing is known here: the description is empty.
    /// - Throws: where the file cannot be opened or read. What is wrong with its tags is passed over.
    package func describe(uri: String) throws(AudioError) -> TrackDescription {
        if TrackURI.isElsewhere(uri) { return TrackDescription() }
        let path = try TrackURI.path(of: uri)
        let set = try TagSet(TagFile(path: path))
        var description = TrackDescription(
            set.tags,
            texts: TagTexts(set.tags, recognizer: recognizer),
            frame: set.frame
        )
        if let lyrics = sidecar(beside: path) { description.lyrics = .sidecar(lyrics) }
        if let image = folderImage(beside: path) { description.pictures.append(image) }
        return description
    }

    package func describe(headOf size: Int64, fetch: ByteFetch) throws(AudioError) -> TrackDescription {
        let tags = try TagSet(headOf: size, fetch).tags
        return TrackDescription(tags, texts: TagTexts(tags, recognizer: recognizer))
    }

    package func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture? {
        if TrackURI.isElsewhere(uri) {
            guard let file = try network?.open(uri: uri, monitor: monitor) else { return nil }
            return try cover(
                in: TagSet(headOf: file.size) { (offset, count) throws(AudioError) in
                    try file.bytes(at: offset, count: count)
                },
                of: file
            )
        }
        let path = try TrackURI.path(of: uri)
        let file = try TagFile(path: path)
        return try cover(in: TagSet(file), of: file) ?? folderPicture(beside: path)
    }

    package func lyrics(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> LyricsText? {
        guard TrackURI.isElsewhere(uri) else { return try describe(uri: uri).lyrics }
        guard let file = try network?.open(uri: uri, monitor: monitor) else { return nil }
        return try describe(headOf: file.size) { (offset, count) throws(AudioError) in
            try file.bytes(at: offset, count: count)
        }.lyrics
    }

    package func picture(at uri: String) -> Picture? {
        if TrackURI.isElsewhere(uri) { return network?.picture(at: Array(uri.utf8)) }
        return (try? TrackURI.path(of: uri)).flatMap { filePicture($0) }
    }

    /// The best picture of some tags that is one and can be had.
    private func cover(in set: TagSet, of file: TagFile) throws(AudioError) -> Picture? {
        var candidates: [(rank: Int, tag: TagSet.Tag, picture: TagPicture)] = []
        for tag in set.tags {
            for case .picture(let picture) in tag.items { candidates.append((Self.rank(picture.kind), tag, picture)) }
        }
        // Among equals the first: Swift's sort is stable.
        for candidate in candidates.sorted(by: { $0.rank < $1.rank }) {
            if candidate.picture.isLinked {
                if let picture = network?.picture(at: candidate.picture.bytes) { return picture }
                continue
            }
            guard ImageType.mimeType(candidate.picture.bytes) != nil else { continue }
            let bytes = try set.picture(candidate.picture, of: candidate.tag, in: file, limit: Self.coverLimit)
            if let bytes, let type = ImageType.mimeType(bytes) { return Picture(mimeType: type, bytes: bytes) }
        }
        return nil
    }

    /// The front cover first, icons last.
    private static func rank(_ kind: Int) -> Int {
        switch kind {
        case PictureKind.frontCover: 0
        case 1, 2: 3
        case 0: 1
        default: 2
        }
    }

    private func sidecar(beside path: DiskPath) -> String? {
        guard let place = neighbours.sidecar(beside: path),
            let bytes = try? TagFile(path: place).bytes(at: 0, count: Self.sidecarLimit)
        else { return nil }
        // Where it is cut, at the end of a line.
        let isCut = bytes.count == Self.sidecarLimit
        let text = recognizer.text(of: Array(isCut ? bytes[...(bytes.lastIndex(of: 10) ?? bytes.endIndex - 1)] : bytes))
        return text.isEmpty ? nil : text
    }

    private func folderImage(beside path: DiskPath) -> PictureDescription? {
        guard let place = neighbours.image(beside: path), let file = try? TagFile(path: place),
            let head = try? file.bytes(at: 0, count: 16), let type = ImageType.mimeType(Array(head))
        else { return nil }
        return PictureDescription(
            mimeType: type,
            kind: "folder",
            size: Int(file.size),
            text: String(decoding: place.name, as: UTF8.self)
        )
    }

    private func folderPicture(beside path: DiskPath) -> Picture? {
        neighbours.image(beside: path).flatMap { filePicture($0) }
    }

    private func filePicture(_ path: DiskPath) -> Picture? {
        guard let bytes = try? TagFile(path: path).whole(limit: Self.coverLimit), let type = ImageType.mimeType(bytes)
        else { return nil }
        return Picture(mimeType: type, bytes: bytes)
    }
}
