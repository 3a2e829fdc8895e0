import AudioCore
import Synchronization

/// What has been counted of the resources that were read last, so that a place is known again when one is opened anew.
/// Callable from any thread.
package final class CountMemory: Sendable {
    private struct Entry {
        var uri: String
        var size: Int64
        var counted: SharedCount
    }

    private static let capacity = 16
    private let entries = Mutex<[Entry]>([])

    package init() {}

    /// - Parameters:
    ///   - size: in bytes; nil where unknown: then nothing is remembered.
    ///   - origin: the offset of the first frame.
    func count(of uri: String, size: Int64?, origin: Int64) -> SharedCount {
        guard let size else { return SharedCount(origin: origin) }
        return entries.withLock { entries in
            let index = entries.firstIndex { $0.uri == uri && $0.size == size && $0.counted.origin == origin }
            let entry = index.map { entries.remove(at: $0) }
            let counted = entry?.counted ?? SharedCount(origin: origin)
            entries.removeAll { $0.uri == uri }
            entries.append(Entry(uri: uri, size: size, counted: counted))
            if entries.count > Self.capacity { entries.removeFirst() }
            return counted
        }
    }
}
