/// Bytes that a decoder reads: a file, or an HTTP resource. Calls block; used on one thread; not `Sendable`.
package protocol ByteSource: AnyObject {
    /// The size in bytes; nil where it is unknown or without end.
    var size: Int64? { get }
    /// Whether `seek` works.
    var isSeekable: Bool { get }
    /// Fills `buffer` from the current offset with at least one byte.
    /// - Returns: the number of bytes; 0 only at the end, or at a joint: see `crossJoint`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int
    /// The next `read` begins at `offset` bytes, which may lie beyond the end.
    func seek(to offset: Int64) throws(AudioError)
    /// True where what is read is the present of a stream without an end.
    var isLive: Bool { get }
    /// Bytes that `read` gives without waiting, and whether they reach to the end.
    var waiting: (bytes: Int64, isComplete: Bool) { get }
    /// Up to `count` bytes from `offset` on that have come and can be read again; fewer where no more have.
    func arrived(at offset: Int64, count: Int) -> [UInt8]
    /// What follows is read next, if `read` has come to a joint and not to the end: a station's stream goes on there,
    /// after an outage, with a later moment.
    func crossJoint() -> Bool
    /// What a station says it plays, as of the byte that was read last; empty where it says nothing.
    var streamTitle: String { get }
    /// What a station calls itself; empty where it does not.
    var stationName: String { get }
}

extension ByteSource {
    /// What is rather read through than asked for anew, over a network: a second of a slow link and a half.
    package static var nearBytes: Int64 { 64 << 10 }
    package var isLive: Bool { false }
    package var waiting: (bytes: Int64, isComplete: Bool) { (0, true) }
    package func arrived(at offset: Int64, count: Int) -> [UInt8] { [] }
    package func crossJoint() -> Bool { false }
    package var streamTitle: String { "" }
    package var stationName: String { "" }
}

/// Opens byte sources that come over a network.
package protocol RemoteByteSourceOpening: Sendable {
    func isRemote(uri: String) -> Bool
    /// Waits for the server's answer.
    /// - Throws: `AudioError` with a reason that can be shown to a user.
    func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> any ByteSource
    /// Begins to read from `offset` on, beside what has been opened: what comes is `waiting` for who counts it. Waits
    /// for nothing, and is held back after a few pieces. Nil where it cannot.
    func beside(uri: String, from offset: Int64) -> (any ByteSource)?
}

extension RemoteByteSourceOpening {
    package func beside(uri: String, from offset: Int64) -> (any ByteSource)? { nil }
}

extension ByteSource {
    /// The next `count` bytes; fewer at the end.
    package func bytes(_ count: Int) throws(AudioError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { unsafe buffer.deallocate() }
        var filled = 0
        while filled < count {
            let read = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if read == 0 { break }
            filled += read
        }
        return unsafe Array(buffer[..<filled])
    }
}
