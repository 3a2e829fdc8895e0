package import AudioCore

/// Gets the tags of tracks that come by http: and https:, with their covers, and covers whose address stands in a tag.
package struct CoverNetwork: Sendable {
    private let opener: any RemoteByteSourceOpening
    private let fetcher: any ResourceFetching

    /// - Parameters:
    ///   - opener: opens tracks; should give up soon.
    ///   - fetcher: gets pictures; should give up soon.
    package init(opener: any RemoteByteSourceOpening, fetcher: any ResourceFetching) {
        self.opener = opener
        self.fetcher = fetcher
    }

    /// The tags of a track, as far as they are read.
    /// - Returns: nil for a station: what it sends has no beginning.
    func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> TagFile? {
        guard opener.isRemote(uri: uri) else { return nil }
        let source = try opener.open(uri: uri, monitor: monitor)
        return source.isLive ? nil : TagFile(source)
    }

    /// The picture that a tag names; nil where that is not one.
    func picture(at address: [UInt8]) -> Picture? {
        let uri = String(decoding: address.prefix(while: { $0 > 0x20 && $0 < 0x7F }), as: UTF8.self)
        guard opener.isRemote(uri: uri), let fetched = try? fetcher.fetch(uri: uri, limit: TagReader.coverLimit),
            let type = ImageType.mimeType(fetched.bytes)
        else { return nil }
        return Picture(mimeType: type, bytes: fetched.bytes)
    }
}
