package import AudioCore
private import Glibc
import LinuxSystem
import Synchronization

/// Loads tracks that come over a network, each on a thread of its own. Callable from any thread.
package struct BackgroundLoader: TrackLoading {
    private let opener: any TrackOpening
    private let wake: @Sendable () -> Void

    /// - Parameter wake: called, on any thread, when something has come.
    package init(opener: any TrackOpening, wake: @escaping @Sendable () -> Void) {
        self.opener = opener
        self.wake = wake
    }

    package func load(uri: String, from time: Interval) -> (any FrameSource)? {
        guard opener.isRemote(uri: uri) else { return nil }
        return BackgroundTrack(uri: uri, from: time, opener: opener, wake: wake)
    }
}

/// A track that a thread of its own opens, seeks and decodes, up to some seconds ahead of its reader, who never waits.
/// Letting it go ends the thread. Used on one thread.
final class BackgroundTrack: FrameSource {
    private let shared: LoadedFrames
    /// Where in the track loading was to begin.
    private let start: Interval
    private(set) var streamTitle = ""
    private var lastInfo = TrackInfo(sampleRate: .stream, channels: StreamFormat.channels)

    init(uri: String, from time: Interval, opener: any TrackOpening, wake: @escaping @Sendable () -> Void) {
        let room = Result { () throws(SystemError) in try EventSignal() }
        let shared = LoadedFrames(room: try? room.get(), wake: wake)
        self.shared = shared
        start = time
        do throws(SystemError) {
            _ = try room.get()
            let thread = try SystemThread(name: "load") { _ in
                TrackLoad(shared: shared).run(uri, from: time, opener)
            }
            thread.detach()
        } catch {
            let remedy = error.code == EMFILE ? "; raise the limit of open files (ulimit -n)" : ""
            shared.fail(AudioError(.unavailable, "cannot open \(uri): \(error)\(remedy)"))
        }
    }

    deinit { shared.cancel() }

    var info: TrackInfo {
        if let info = shared.info { lastInfo = info }
        return lastInfo
    }

    var supply: FrameSupply { shared.supply }

    var displacement: Interval { isMoved ? .zero : shared.displacement }
    /// Whether its reader has gone to another place.
    private var isMoved = false

    /// Reads what is there; no more may be asked for than `supply` says.
    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        let (count, title) = try shared.take(into: output)
        if let title { streamTitle = title }
        return count
    }

    /// Goes to what is at hand.
    /// - Throws: `unavailable` for all other places, and goes nowhere: it has to be loaded from there.
    func seek(to time: Interval) throws(AudioError) {
        let frame = FrameTime.frames(in: time) - FrameTime.frames(in: start + shared.displacement)
        guard !info.isLive, shared.rewind(to: frame.rawValue) else {
            throw AudioError(.unavailable, "cannot go to that place in a track that is being loaded: it is not at hand")
        }
        isMoved = true
    }
}

/// What a load's thread does.
private struct TrackLoad {
    let shared: LoadedFrames

    private static let pieceFrames = 4_096

    func run(_ uri: String, from time: Interval, _ opener: any TrackOpening) {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: Self.pieceFrames * StreamFormat.channels)
        buffer.initialize(repeating: 0)
        defer { buffer.deallocate() }
        do throws(AudioError) {
            let source = try opener.open(uri: uri, monitor: shared.monitor)
            if time > .zero, !source.info.isLive { try source.seek(to: time) }
            shared.opened(source.info, displacement: source.displacement)
            while shared.waitForRoom() {
                let count = try source.read(into: buffer)
                if !source.info.isLive { shared.refine(source.info) }
                if count == 0 { break }
                if source.isBehindJoint { shared.join() }
                shared.append(
                    UnsafeBufferPointer(rebasing: buffer[..<(count * StreamFormat.channels)]),
                    title: source.streamTitle,
                    backlog: source.backlog
                )
            }
            shared.finish()
        } catch {
            shared.fail(error)
        }
    }
}
