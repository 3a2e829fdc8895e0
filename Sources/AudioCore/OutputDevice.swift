/// A sound device that plays from a queue of frames. Opened, used and closed on one thread; not `Sendable`.
///
/// After `start` nothing here allocates, locks or logs, and faults are plain values, so that a real-time thread can use
/// it.
package protocol OutputDevice: AnyObject {
    var format: DeviceFormat { get }
    /// Stops, fills the queue with silence and starts: from now on frames leave at the device's own rate.
    /// - Returns: how many frames of silence were queued; frame numbers count from them.
    func start() throws(DeviceFault) -> Int64
    /// From now on at most `frames` are kept queued, between a period and `format.ring`; what is written stays queued.
    func keepQueued(_ frames: Int64) throws(DeviceFault)
    /// Waits until `format.period` frames can be written, at most `timeout`, and tells where the device is then.
    func waitUntilWritable(timeout: Interval) throws(DeviceFault) -> DevicePosition
    /// Where the device is now.
    func position() throws(DeviceFault) -> DevicePosition
    /// `position().delay` alone, for less.
    func delay() throws(DeviceFault) -> Int64
    /// Queues frames: values in +-1 at the device's rate, converted to its format and channels (mono is the mean).
    /// - Precondition: at most `format.period` frames.
    func write(left: UnsafePointer<Float>, right: UnsafePointer<Float>, frames: Int) throws(DeviceFault)
}

/// How full a device's queue is.
package struct DevicePosition: Hashable, Sendable, BitwiseCopyable {
    /// Frames that can be written until as many are queued as are to be kept.
    package var writable: Int64
    /// Frames that are written and have not left the DAC yet. Devices tell it in steps: never too few, up to a step too
    /// many.
    package var delay: Int64

    package init(writable: Int64, delay: Int64) {
        self.writable = writable
        self.delay = delay
    }
}

/// How a device was opened.
package struct DeviceFormat: Hashable, Sendable {
    package var rate: SampleRate
    package var channels: Int
    /// The driver's name of the sample format.
    package var sampleFormat: String
    /// Frames that are written at once.
    package var period: Int
    /// Frames that are kept queued where nothing else is asked for.
    package var buffer: Int
    /// Frames that can be kept queued.
    package var ring: Int

    package init(rate: SampleRate, channels: Int, sampleFormat: String, period: Int, buffer: Int, ring: Int) {
        self.rate = rate
        self.channels = channels
        self.sampleFormat = sampleFormat
        self.period = period
        self.buffer = buffer
        self.ring = ring
    }
}

/// Why a running device does not go on.
package enum DeviceFault: Error, Hashable, Sendable, BitwiseCopyable {
    /// The queue ran empty. Remedy: start again.
    case xrun
    /// The device is no longer there, or does not answer. Remedy: close it and open it again, later. The raw code is
    /// the driver's.
    case gone(Int32)
    /// It takes nothing any more, though it reports no error. Remedy: close it and open it again.
    case stuck
    /// It takes whatever it is given at once and plays nothing, as ALSA's `null` does. Remedy: another device.
    case timeless
}

/// A device that cannot be opened.
package struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, what went wrong and what to do, in one line.
    package var message: String
    /// The driver's code.
    package var rawCode: Int32

    package init(_ message: String, rawCode: Int32) {
        self.message = message
        self.rawCode = rawCode
    }

    package var description: String { message }
}
