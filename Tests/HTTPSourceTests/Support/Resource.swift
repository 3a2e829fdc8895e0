import AudioCore
import LinuxSystem
import Synchronization
import TestSupport

@testable import HTTPSource

/// Repeatable bytes.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
    }
}

/// Quick enough for tests, and slow enough for a busy machine.
var quickOptions: HTTPOptions {
    var options = HTTPOptions(version: "test")
    options.connectTimeout = .milliseconds(4_000)
    options.answerTimeout = .milliseconds(4_000)
    options.dataTimeout = .milliseconds(400)
    options.fetchTimeout = .milliseconds(4_000)
    options.firstPause = .milliseconds(5)
    options.longestPause = .milliseconds(40)
    options.retries = 3
    options.spliceTime = .milliseconds(300)
    return options
}

final class TestMonitor: SourceMonitoring {
    private let cancelling = CancelSwitch()
    private let told = Mutex<[String]>([])

    var isCancelled: Bool { cancelling.isCancelled }
    /// Each trouble once, in order.
    var troubles: [String] { told.withLock { $0.filter { !$0.isEmpty } } }

    func whenCancelled(_ action: @escaping @Sendable () -> Void) { cancelling.whenCancelled(action) }

    func cancel() { cancelling.cancel() }

    func report(trouble: String) {
        told.withLock { if $0.last != trouble { $0.append(trouble) } }
    }
}

/// Reads to the end, or `limit` bytes, over all joints.
func readAll(_ source: any ByteSource, limit: Int = .max) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < limit {
        let wanted = min(buffer.count, limit - bytes.count)
        let count = try buffer.withUnsafeMutableBytes {
            try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
        }
        if count == 0, !source.crossJoint() { break }
        bytes += buffer[..<count]
    }
    return bytes
}
