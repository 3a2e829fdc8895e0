import AudioCore
import CMPG123
import Glibc

/// Stands between mpg123, which reads a few bytes at a time, and a `ByteSource`: it hides what stands before the first
/// frame, and between and behind the frames where these are known, and has a buffer, a place where an error waits
/// (mpg123 cannot carry it, and is told of the end), and a budget for reading without finding audio.
final class SourceReader {
    /// The source's own error, to be thrown instead of what mpg123 makes of it.
    private(set) var failure: AudioError?
    /// Set once the budget is spent: mpg123 was told that the source has ended.
    private(set) var isExhausted = false
    /// Whether mpg123 was told that the source has ended, although it has not.
    var hasEnded: Bool { isExhausted || failure != nil }
    /// Bytes that may yet be read until a frame is found.
    private var budget = SourceReader.searchLimit

    private let source: any ByteSource
    /// What mpg123 sees.
    private let pieces: SourcePieces
    private let buffer: UnsafeMutableRawBufferPointer
    /// Where the buffer begins, as mpg123 counts.
    private var start: Int64 = -1
    private var filled = 0
    /// What mpg123 reads next.
    private var position: Int64 = 0

    /// Junk in the middle of a stream: where no frame is found within this much, the stream has ended.
    static let searchLimit: Int64 = 16 << 20
    /// False for a stream: mpg123 would look at its end at once, and read through it to find a place.
    private let allowsSeeking: Bool

    init(source: any ByteSource, pieces: SourcePieces, isStream: Bool = false) {
        self.source = source
        self.pieces = pieces
        allowsSeeking = source.isSeekable && !isStream
        // A small piece of a stream, so that its title is that of what is decoded.
        self.buffer = .allocate(byteCount: isStream ? 2 << 10 : 32 << 10, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// A frame was found: searching may begin anew.
    func foundAudio() { budget = Self.searchLimit }

    /// The source's offset of what mpg123 counts as `offset`.
    func place(of offset: Int64) -> Int64 { pieces.place(of: offset)?.offset ?? .max }

    /// Copies up to `output.count` bytes from the current position.
    /// - Returns: the number of bytes, 0 at the end and after an error.
    func read(into output: UnsafeMutableRawBufferPointer) -> Int {
        var copied = 0
        while copied < output.count {
            let available = start + Int64(filled) - position
            if position >= start, available > 0 {
                let count = min(Int(available), output.count - copied)
                let from = Int(position - start)
                let target = UnsafeMutableRawBufferPointer(rebasing: output[copied..<output.count])
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[from..<from + count]))
                copied += count
                position += Int64(count)
            } else if !refill() {
                break
            }
        }
        budget -= Int64(copied)
        return copied
    }

    /// Moves to `offset`. The source itself moves at the next read, if the buffer does not hold it.
    func seek(to offset: Int64, from whence: Int32) -> Int64 {
        guard allowsSeeking else { return -1 }
        let base: Int64
        switch whence {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        default:
            guard let origin = pieces.place(of: 0)?.offset,
                let size = pieces.bytes ?? source.size.map({ $0 - origin })
            else { return -1 }
            base = size
        }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }

    /// Gets the bytes at `position`. False at the end, after an error, and when the budget is spent.
    private func refill() -> Bool {
        guard failure == nil, let place = pieces.place(of: position) else { return false }
        if budget < 0 {
            isExhausted = true
            return false
        }
        (start, filled) = (position, 0)
        guard let offset = place.offset else {
            filled = min(buffer.count, Int(place.bytes))
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<filled]).initializeMemory(as: UInt8.self, repeating: 0)
            return true
        }
        do throws(AudioError) {
            // Others may have moved the source.
            if source.isSeekable { try source.seek(to: offset) }
            filled = min(try source.read(into: buffer), Int(place.bytes))
        } catch {
            failure = error
        }
        return filled > 0
    }
}

/// The reader that an mpg123 handle was opened with. mpg123 calls on the thread that calls it.
private func reader(_ handle: UnsafeMutableRawPointer?) -> SourceReader? {
    handle.map { Unmanaged<SourceReader>.fromOpaque($0).takeUnretainedValue() }
}

/// mpg123's read callback.
func readBytes(_ handle: UnsafeMutableRawPointer?, _ output: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    guard let reader = reader(handle) else { return -1 }
    return reader.read(into: UnsafeMutableRawBufferPointer(start: output, count: output == nil ? 0 : count))
}

/// mpg123's seek callback.
func seekBytes(_ handle: UnsafeMutableRawPointer?, _ offset: off_t, _ whence: Int32) -> off_t {
    guard let reader = reader(handle) else { return -1 }
    return off_t(reader.seek(to: Int64(offset), from: whence))
}
