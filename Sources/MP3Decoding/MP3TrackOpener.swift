package import AudioCore
import LinuxSystem

/// Makes a resampler from a rate to 48 kHz.
package typealias ResamplerFactory = @Sendable (SampleRate) throws(AudioError) -> any FrameResampler

/// Opens MP3s (MPEG-1, 2, 2.5 audio, layers I to III) by `file:` URI or absolute path, and by the addresses that
/// `remote` knows. Opening blocks on the disk or the network: a call belongs on a thread that may wait.
package struct MP3TrackOpener: TrackOpening {
    private let makeResampler: ResamplerFactory
    private let remote: (any RemoteByteSourceOpening)?
    private let describing: (any TrackDescribing)?
    private let memory = CountMemory()

    /// - Parameter describing: reads what tags say; without it tracks have no titles.
    package init(
        remote: (any RemoteByteSourceOpening)? = nil,
        describing: (any TrackDescribing)? = nil,
        makeResampler: @escaping ResamplerFactory
    ) {
        self.remote = remote
        self.describing = describing
        self.makeResampler = makeResampler
    }

    package func isRemote(uri: String) -> Bool { remote?.isRemote(uri: uri) ?? false }

    package func share(of uri: String) -> DiskPath? {
        guard !isRemote(uri: uri), let path = try? TrackURI.path(of: uri) else { return nil }
        return NetworkMounts.current.share(of: path)
    }

    package func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> any FrameSource {
        guard let remote, remote.isRemote(uri: uri) else { return try open(uri: uri) }
        let source = try remote.open(uri: uri, monitor: monitor)
        let decoder = try MPEGDecoder(
            stream: source,
            name: uri,
            describing: describing,
            memory: memory,
            beside: { remote.beside(uri: uri, from: $0) }
        )
        return MP3Track(decoder: decoder, makeResampler: makeResampler)
    }

    package func open(uri: String) throws(AudioError) -> any FrameSource {
        let decoder = try Self.decoder(uri: uri)
        let description = try describing?.describe(uri: uri)
        return MP3Track(decoder: decoder, description: description, makeResampler: makeResampler)
    }

    private static func decoder(uri: String) throws(AudioError) -> MPEGDecoder {
        let path = try TrackURI.path(of: uri)
        return try MPEGDecoder(source: FileByteSource(path: path), name: path.location)
    }
}
