private import CLinux

/// How the process holds memory.
package enum ProcessMemory {
    /// Call it before there are threads. By itself glibc keeps freed blocks of megabytes, such as the buffers of transfers,
    /// in the arena of each thread that had one.
    package static func returnLargeBlocks() { tutti_return_large_blocks() }
}
