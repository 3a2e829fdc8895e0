private import CLinux

/// How the process holds memory.
package enum ProcessMemory {
    /// Call it before there are threads. By itself glibc keeps freed blocks of megabytes, such as the buffers of
    /// transfers, in the arena of each thread that had one.
    package static func returnLargeBlocks() { tutti_return_large_blocks() }

    /// Call it before there are threads. By itself glibc makes an arena for each thread that allocates, some ten
    /// kilobytes for a few small objects; two are enough where threads allocate seldom and those that must not wait
    /// never do.
    package static func shareArenas() { tutti_share_arenas() }
}
