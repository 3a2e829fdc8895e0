import AudioCore
import TagReading

/// Somebody who waits for a cover, or not any more.
final class Watching: SourceMonitoring {
    let isCancelled: Bool

    init(isCancelled: Bool = false) { self.isCancelled = isCancelled }

    func whenCancelled(_ action: @escaping @Sendable () -> Void) { if isCancelled { action() } }
    func report(trouble: String) {}
}

extension TagReader {
    func cover(uri: String) throws(AudioError) -> Picture? { try cover(uri: uri, monitor: Watching()) }
}
