/// How much of a track can be read without waiting. Frames count at 48 kHz.
package enum FrameSupply: Hashable, Sendable {
    /// All of it: it comes from a disk.
    case steady
    /// It is being opened on another thread; nothing is known of it yet.
    case loading(FrameFlow)
    /// It is open, and comes over a network.
    case flowing(FrameFlow)
    /// It could not be opened. What fails later is thrown by `read`.
    case failed(AudioError)
}

/// What has come of a track that comes over a network.
package struct FrameFlow: Hashable, Sendable {
    /// Frames that `read` gives at once.
    package var ready: FrameCount
    /// Those, and what has arrived and is not decoded yet, which is an estimate.
    package var arrived: FrameCount
    /// Whether `ready` reaches to the end of the track, or to where it cannot be read any further.
    package var isWhole: Bool
    /// Whether nothing more has to come over the network.
    package var isComplete: Bool
    /// Why nothing comes, in words; empty in health.
    package var trouble: String
    /// The same, where that is known by its not coming alone.
    package var silence = ""

    package init(
        ready: FrameCount = 0,
        arrived: FrameCount = 0,
        isWhole: Bool = false,
        isComplete: Bool = false,
        trouble: String = ""
    ) {
        self.ready = ready
        self.arrived = arrived
        self.isWhole = isWhole
        self.isComplete = isComplete
        self.trouble = trouble
    }
}

/// Between a source that waits on a thread of its own and those who wait for it. Callable from any thread.
package protocol SourceMonitoring: AnyObject, Sendable {
    /// The source is not wanted any more: its calls end with `unavailable`.
    var isCancelled: Bool { get }
    /// Calls `action` once when the source is not wanted any more: at once, if that is so already.
    func whenCancelled(_ action: @escaping @Sendable () -> Void)
    /// Why nothing comes at present, in words; empty: it comes.
    func report(trouble: String)
}
