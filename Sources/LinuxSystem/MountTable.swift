private import Glibc
private import Synchronization

/// The mounts of this process, read anew only where the kernel says that they have changed: opening a track asks for
/// them each time. Callable from any thread.
final class MountTable: Sendable {
    static let shared = MountTable()

    private struct Content {
        var descriptor: Int32
        var mounts: NetworkMounts
    }

    private static let path = "/proc/self/mountinfo"
    private static let limit = 1 << 20
    private let content = Mutex<Content?>(nil)

    /// None where they cannot be read.
    var mounts: NetworkMounts {
        content.withLock { content in
            if let known = content, !Self.hasChanged(known.descriptor) { return known.mounts }
            // Opened before it is read: what changes meanwhile is told.
            let descriptor = content?.descriptor ?? open(Self.path, O_RDONLY | O_CLOEXEC)
            let mounts = NetworkMounts(mountinfo: (try? SmallFile.read(Self.path, limit: Self.limit)) ?? [])
            if descriptor >= 0 { content = Content(descriptor: descriptor, mounts: mounts) }
            return mounts
        }
    }

    /// Whether mounts have come or gone since `descriptor` was opened, or this was asked last: see proc(5).
    private static func hasChanged(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        return poll(&request, 1, 0) != 0
    }
}
