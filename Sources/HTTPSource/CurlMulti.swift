import AudioCore
import CCurl

/// Owns one multi handle of libcurl: performs one transfer at a time, and can be woken meanwhile.
final class CurlMulti: @unchecked Sendable {
    // Unchecked: all but `wake` is called on one thread, and curl_multi_wakeup may be called on any.
    private let raw: OpaquePointer

    /// - Throws: `internal`.
    init() throws(AudioError) {
        guard let raw = curl_multi_init() else {
            throw AudioError(.internal, "cannot set up libcurl: it gives no handle")
        }
        self.raw = OpaquePointer(raw)
    }

    deinit { curl_multi_cleanup(pointer) }

    private var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(raw) }

    /// Ends `wait`. Callable from any thread.
    func wake() { _ = curl_multi_wakeup(pointer) }

    func add(_ handle: CurlHandle) { _ = curl_multi_add_handle(pointer, handle.pointer) }

    func remove(_ handle: CurlHandle) { _ = curl_multi_remove_handle(pointer, handle.pointer) }

    /// Does what can be done without waiting; calls the handle's closures.
    /// - Returns: how the transfer ended, once it has.
    func perform() -> CURLcode? {
        var running: Int32 = 0
        _ = curl_multi_perform(pointer, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(pointer, &left) {
            if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
        }
        return nil
    }

    /// Waits for the network, for `wake`, or for the timeout.
    func wait(_ timeout: Interval) {
        let milliseconds = Int32(clamping: max(0, (timeout.nanoseconds + 999_999) / 1_000_000))
        _ = curl_multi_poll(pointer, nil, 0, milliseconds, nil)
    }
}
