package import AudioCore
private import Glibc
import LinuxSystem
import Synchronization

/// Loads tracks that come over a network, or from a file system on one, each on a thread of its own. Callable from any
/// thread.
package struct BackgroundLoader: TrackLoading {
    private let opener: any TrackOpening
    private let wake: @Sendable () -> Void

    /// - Parameter wake: called, on any thread, when something has come.
    package init(opener: any TrackOpening, wake: @escaping @Sendable () -> Void) {
        self.opener = opener
        self.wake = wake
    }

    package func load(uri: String, from time: Interval) -> (any FrameSource)? { load(uri, from: time, after: nil) }

    package func load(uri: String, after previous: any FrameSource) -> (any FrameSource)? {
        load(uri, from: .zero, after: previous as? BackgroundTrack)
    }

    private func load(_ uri: String, from time: Interval, after previous: BackgroundTrack?) -> (any FrameSource)? {
        let share = opener.share(of: uri)
        guard share != nil || opener.isRemote(uri: uri) else { return nil }
        let track = BackgroundTrack(uri: uri, from: time, share: share, wake: wake)
        // One that stands still must not hold up another share's.
        if share == nil || previous?.share != share || previous?.goOn(with: track) != true { track.begin(opener) }
        return track
    }
}

/// A track that a thread of its own opens, seeks and decodes, up to some seconds ahead of its reader, who never waits.
/// Letting it go ends the thread. Used on one thread.
final class BackgroundTrack: FrameSource {
    /// The file system that it comes from, if that may stand still.
    let share: DiskPath?
    private let order: LoadOrder
    private var shared: LoadedFrames { order.shared }
    private(set) var streamTitle = ""
    private var lastInfo = TrackInfo(sampleRate: .stream, channels: StreamFormat.channels)

    /// `begin` comes next, or another track's `goOn`.
    init(uri: String, from time: Interval, share: DiskPath?, wake: @escaping @Sendable () -> Void) {
        self.share = share
        silence = share.map { "\($0.location), which is on a network, does not answer; trying again" } ?? ""
        let room = Result { () throws(SystemError) in try EventSignal() }
        order = LoadOrder(uri: uri, start: time, shared: LoadedFrames(room: try? room.get(), wake: wake))
        if case .failure(let error) = room { fail(error) }
    }

    func begin(_ opener: any TrackOpening) {
        guard shared.canWait else { return }
        do throws(SystemError) {
            let thread = try SystemThread(name: "load") { [order] _ in TrackLoad(opener: opener).run(order) }
            thread.detach()
        } catch {
            fail(error)
        }
    }

    /// Lets this track's thread load `next` as well, joined to this one.
    /// - Returns: false where it has read all of this one.
    func goOn(with next: BackgroundTrack) -> Bool { next.shared.canWait && shared.follow(with: next.order) }

    private func fail(_ error: SystemError) {
        let remedy = error.code == EMFILE ? "; raise the limit of open files (ulimit -n)" : ""
        shared.fail(AudioError(.unavailable, "cannot open \(order.uri): \(error)\(remedy)"))
    }

    deinit { shared.cancel() }

    var info: TrackInfo {
        if let info = shared.info { lastInfo = info }
        return lastInfo
    }

    var supply: FrameSupply { shared.supply(silence: silence) }
    /// A file system says nothing of its trouble.
    private let silence: String

    var landing: SeekLanding {
        var landing = shared.landing
        landing.displacement = landing.displacement - settled
        return landing
    }
    /// What its reader knew of it when it went to another place.
    private var settled = Interval.zero

    /// Reads what is there; no more may be asked for than `supply` says.
    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        let (count, title) = try shared.take(into: output)
        if let title { streamTitle = title }
        return count
    }

    /// Goes to what is at hand.
    /// - Throws: `unavailable` for all other places, and goes nowhere: it has to be loaded from there.
    func seek(to time: Interval) throws(AudioError) {
        let displacement = shared.landing.displacement
        let frame = FrameTime.frames(in: time) - FrameTime.frames(in: order.start + displacement)
        guard !info.isLive, shared.rewind(to: frame.rawValue) else {
            throw AudioError(.unavailable, "cannot go to that place in a track that is being loaded: it is not at hand")
        }
        settled = displacement
    }
}
