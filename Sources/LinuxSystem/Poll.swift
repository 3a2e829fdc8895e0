package import AudioCore
private import CLinux

/// Waiting for file descriptors.
package enum Poll {
    /// Waits until one of at most 32 `descriptors` can be read (or is in error), at most `timeout`; nil waits for ever.
    /// - Returns: a bit for each descriptor that is ready, the first in bit 0; 0 after the timeout or an interruption.
    package static func wait(for descriptors: [Int32], timeout: Interval?) -> UInt32 {
        descriptors.withUnsafeBufferPointer {
            tutti_poll($0.baseAddress, Int32($0.count), timeout.map { max(0, $0.nanoseconds) } ?? -1)
        }
    }
}
