import AudioCore
import Synchronization

@testable import Coordinator

/// How much of each track has come over a network, as the test says.
final class SlowNetwork: Sendable {
    struct State {
        var isOpen = false
        var failure: AudioError?
        /// Frames of the track that have come, from its beginning.
        var arrived = 0
        var isLive = false
        var landing = SeekLanding()
        var title = ""
        var trouble = ""
        var loads = 0
        /// Whether a load goes to places that have come.
        var goesBack = false
        /// Loads that are held.
        var open = 0
    }

    private let states = Mutex<[String: State]>([:])

    /// Setting it makes the track remote.
    subscript(number: Int) -> State {
        get { state("track:\(number)") ?? State() }
        set { states.withLock { $0["track:\(number)"] = newValue } }
    }

    func isRemote(_ uri: String) -> Bool { state(uri) != nil }
    func state(_ uri: String) -> State? { states.withLock { $0[uri] } }
    func change(_ uri: String, _ body: @Sendable (inout State) -> Void) {
        states.withLock { states in
            if var state = states[uri] {
                body(&state)
                states[uri] = state
            }
        }
    }
}

struct SlowLoader: TrackLoading {
    let opener: TaggedOpener

    func load(uri: String, from time: Interval) -> (any FrameSource)? {
        guard opener.network.isRemote(uri) else { return nil }
        return SlowTrack(uri: uri, from: time, opener: opener)
    }
}

/// A tagged track of which only so much can be read as has come.
final class SlowTrack: FrameSource {
    private let uri: String
    private let network: SlowNetwork
    private let source: (any FrameSource)?
    private let isBroken: AudioError?
    private let total: Int
    private var next: Int

    init(uri: String, from time: Interval, opener: TaggedOpener) {
        self.uri = uri
        network = opener.network
        network.change(uri) { state in
            state.loads += 1
            state.open += 1
        }
        var (source, broken): ((any FrameSource)?, AudioError?) = (nil, nil)
        do throws(AudioError) {
            source = try opener.open(uri: uri)
            if time > .zero { try source?.seek(to: time) }
        } catch {
            broken = error
        }
        (self.source, isBroken) = (source, broken)
        total = Int(source?.info.length?.rawValue ?? 0)
        next = Int(FrameTime.frames(in: time + .microseconds(10)).rawValue)
    }

    deinit { network.change(uri) { $0.open -= 1 } }

    private var state: SlowNetwork.State { network.state(uri) ?? SlowNetwork.State() }

    var info: TrackInfo {
        var info = source?.info ?? TrackInfo(sampleRate: .stream, channels: 2)
        if state.isLive {
            info.isLive = true
            info.length = nil
        }
        return info
    }

    var streamTitle: String { state.title }

    var landing: SeekLanding { state.landing }

    var supply: FrameSupply {
        let state = state
        if let failure = state.failure ?? (state.isOpen ? isBroken : nil), !state.isOpen || isBroken != nil {
            return .failed(failure)
        }
        var flow = FrameFlow(ready: FrameCount(max(0, min(state.arrived, total) - next)), trouble: state.trouble)
        flow.arrived = flow.ready
        flow.isWhole = state.arrived >= total || state.failure != nil
        flow.isComplete = flow.isWhole
        return state.isOpen ? .flowing(flow) : .loading(flow)
    }

    func read(into output: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        let state = state
        let count = min(output.count / 2, max(0, min(state.arrived, total) - next))
        if count == 0 {
            if let failure = state.failure { throw failure }
            if next < total { throw AudioError(.internal, "more was read than has come") }
            return 0
        }
        let read = try source?.read(into: UnsafeMutableBufferPointer(rebasing: output[..<(count * 2)])) ?? 0
        next += read
        return read
    }

    func seek(to time: Interval) throws(AudioError) {
        let frame = Int(FrameTime.frames(in: time + .microseconds(10)).rawValue)
        guard state.goesBack, frame < min(state.arrived, total) else {
            throw AudioError(.unavailable, "it is not at hand")
        }
        try source?.seek(to: time)
        next = frame
    }
}
