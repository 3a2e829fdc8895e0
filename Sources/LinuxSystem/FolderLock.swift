private import Glibc

/// A folder that one process has for itself as long as this lives. The lock is the kernel's (`flock`) and on the folder
/// itself: it leaves no file, and ends with the process, however that ends.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Returns: nil where another process has it. Where there are no locks, everybody has it.
    package init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        return nil
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
