import AudioCore
import SyncCore

/// What the audio thread tells the engine after each block, as one flat value.
struct AudioStatus: Sendable, BitwiseCopyable {
    var isOpen = false
    var playout = PlayoutPlanner.Status()
    var xruns: UInt64 = 0
    /// Frames that are kept queued in the device.
    var depth: Int64 = 0
    /// How long before they are heard frames are rendered: the device's queue and what it holds back beyond that.
    var reach = Interval.zero
    /// How much faster the DAC's crystal runs than this machine's clock.
    var dacRateError = 0.0
    /// One standard deviation of the DAC's clock, ns.
    var dacUncertainty = Double.infinity
    /// How late reads of the device's position typically are, ns.
    var readNoise = 0.0
    /// The steps in which the device tells its position, in frames; 0 not known yet.
    var granularity: Int64 = 0
    /// Blocks rendered so far.
    var blocks: UInt64 = 0
}
