package import AudioCore

/// Bytes that a decoder reads: a file, later an HTTP resource. Calls block; used on one thread; not `Sendable`.
package protocol ByteSource: AnyObject {
    /// The size in bytes; nil where it is unknown or without end.
    var size: Int64? { get }
    /// Whether `seek` works.
    var isSeekable: Bool { get }
    /// Fills `buffer` from the current offset with at least one byte.
    /// - Returns: the number of bytes; 0 only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int
    /// The next `read` begins at `offset` bytes, which may lie beyond the end.
    func seek(to offset: Int64) throws(AudioError)
}
