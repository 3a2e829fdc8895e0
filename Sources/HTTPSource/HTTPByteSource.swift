package import AudioCore
import LinuxSystem

/// Opens http: and https: addresses as they come: what is read is there long before the end has been sent. Callable
/// from any thread; `open` waits for the server.
package struct HTTPOpener: RemoteByteSourceOpening {
    private let options: HTTPOptions

    package init(options: HTTPOptions) { self.options = options }

    package func isRemote(uri: String) -> Bool { HTTPAddress.isRemote(uri) }

    /// - Throws: why the resource cannot be read, or `unsupported` for a web page, a playlist or HLS.
    package func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> any ByteSource {
        let source = try HTTPByteSource(uri: uri, options: options, monitor: monitor)
        let start = try source.peek(16)
        let first = RefusedContent.reason(start)
        // The kind of playlist or page takes more bytes to tell.
        if first != nil || start.first(where: { $0 > 0x20 }) == UInt8(ascii: "<"),
            let reason = RefusedContent.reason(try source.peek(4_096)) ?? first
        {
            throw AudioError(.unsupported, "cannot play \(uri): \(reason)")
        }
        return source
    }

    package func beside(uri: String, from offset: Int64) -> (any ByteSource)? {
        var options = options
        options.bufferBytes = options.besideBytes
        return try? HTTPByteSource(uri: uri, options: options, monitor: NobodyWaiting(), from: offset)
    }
}

/// Of what nobody waits for.
private final class NobodyWaiting: SourceMonitoring {
    let isCancelled = false
    func whenCancelled(_ action: @escaping @Sendable () -> Void) {}
    func report(trouble: String) {}
}

/// The bytes of a resource behind an address, read ahead by a thread of its own, which ends with this object.
final class HTTPByteSource: ByteSource {
    private let uri: String
    private let buffer: StreamBuffer
    /// The offset that is read next lies so far ahead of what is there.
    private var ahead: Int64 = 0

    /// Waits for the server's answer.
    convenience init(uri: String, options: HTTPOptions, monitor: any SourceMonitoring) throws(AudioError) {
        try self.init(uri: uri, options: options, monitor: monitor, from: 0)
        _ = try buffer.peek(1, cancelled: cancelled)
    }

    /// Begins to read from `start` on, and waits for nothing.
    fileprivate init(
        uri: String,
        options: HTTPOptions,
        monitor: any SourceMonitoring,
        from start: Int64
    ) throws(AudioError) {
        self.uri = uri
        let buffer = try StreamBuffer(capacity: options.bufferBytes, start: start)
        self.buffer = buffer
        do throws(SystemError) {
            let thread = try SystemThread(name: "http") { _ in
                TransferWorker(uri: uri, options: options, buffer: buffer, monitor: monitor, from: start).run()
            }
            thread.detach()
        } catch {
            throw AudioError(.unavailable, "cannot open \(uri): \(error)")
        }
        monitor.whenCancelled { buffer.cancel() }
    }

    deinit { buffer.cancel() }

    var size: Int64? { buffer.facts.size }
    var isSeekable: Bool { buffer.facts.isSeekable }
    var isLive: Bool { buffer.facts.isLive }
    var waiting: (bytes: Int64, isComplete: Bool) {
        let waiting = buffer.waiting
        return (max(0, waiting.bytes - ahead), waiting.isComplete)
    }
    func arrived(at offset: Int64, count: Int) -> [UInt8] { buffer.arrived(at: offset, count: count) }
    func crossJoint() -> Bool {
        guard buffer.crossJoint() else { return false }
        ahead = 0
        return true
    }
    var streamTitle: String { buffer.title }
    var stationName: String { buffer.stationName }

    func peek(_ count: Int) throws(AudioError) -> [UInt8] { try buffer.peek(count, cancelled: cancelled) }

    func read(into output: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        guard output.count > 0 else { return 0 }
        while ahead > 0 {
            let piece = UnsafeMutableRawBufferPointer(rebasing: output.prefix(Int(min(ahead, Int64(output.count)))))
            let count = try buffer.read(into: piece, cancelled: cancelled)
            if count == 0 { return 0 }
            ahead -= Int64(count)
        }
        return try buffer.read(into: output, cancelled: cancelled)
    }

    /// Backwards only where the server sends parts.
    func seek(to offset: Int64) throws(AudioError) {
        ahead = 0
        if buffer.seek(to: offset, near: Self.nearBytes) { return }
        ahead = offset - buffer.offset
        if ahead < 0 {
            throw AudioError(.unavailable, "cannot go back in \(uri): its server sends no parts; play it again")
        }
    }

    private var cancelled: AudioError { AudioError(.unavailable, "cannot play \(uri): it is not wanted any more") }
}
