import AudioCore
import LinuxSystem
import Synchronization

/// What lies between the thread that talks to the server and the one that decodes. Callable from any thread.
final class StreamBuffer: Sendable {
    /// How far it has come.
    enum Phase {
        case connecting
        case flowing
        /// Nothing comes after what is there.
        case ended
        case failed(AudioError)
    }

    /// What the reader wants.
    enum Order: Hashable {
        case cancel
        case move(to: Int64)
    }

    private struct State {
        var queue = ByteQueue()
        var phase = Phase.connecting
        var size: Int64?
        var isSeekable = false
        var isLive = false
        var order: Order?
        /// Titles by the offset of the first byte that is heard with them.
        var titles: [(offset: Int64, text: String)] = []
        var title = ""
        /// Offsets of bytes that do not follow on those before them.
        var joints: [Int64] = []
        var lastJoint: Int64 = 0
        var stationName = ""
        var isWaitingForRoom = false
    }

    /// Titles that are kept: a station that sends more between two bytes of music is a fool.
    private static let maximumTitles = 64
    /// In bytes: of less between two joints no decoder makes music, and going over a joint takes time.
    static let shortestPart: Int64 = 8 << 10

    let multi: CurlMulti
    private let capacity: Int
    private let state = Mutex(State())
    private let signal: EventSignal

    /// - Parameter start: the offset of the first byte that is read.
    init(capacity: Int, start: Int64 = 0) throws(AudioError) {
        multi = try CurlMulti()
        self.capacity = capacity
        state.withLock { $0.queue.restart(at: start) }
        do throws(SystemError) {
            signal = try EventSignal()
        } catch {
            throw AudioError(.unavailable, "cannot read over the network: \(error)")
        }
    }

    // MARK: - The reader's side

    var facts: (size: Int64?, isSeekable: Bool, isLive: Bool) {
        state.withLock { ($0.size, $0.isSeekable, $0.isLive) }
    }

    var waiting: (bytes: Int64, isComplete: Bool) {
        state.withLock { state in
            let isComplete =
                if case .ended = state.phase { true } else { state.size.map { state.queue.end >= $0 } ?? false }
            return (Int64(state.queue.count), isComplete)
        }
    }

    func arrived(at offset: Int64, count: Int) -> [UInt8] {
        state.withLock { $0.order == nil ? $0.queue.piece(at: offset, count: count) : [] }
    }

    var title: String { state.withLock { $0.title } }
    var stationName: String { state.withLock { $0.stationName } }

    func cancel() {
        state.withLock { $0.order = .cancel }
        multi.wake()
        signal.signal()
    }

    /// The next bytes; waits for the first of them. 0 at the end, and at a joint until it has been crossed.
    func read(into output: UnsafeMutableRawBufferPointer, cancelled: AudioError) throws(AudioError) -> Int {
        while true {
            let result = state.withLock { (state) -> Result<Int, AudioError>? in
                if state.order == .cancel { return .failure(cancelled) }
                if state.joints.first == state.queue.start { return .success(0) }
                if state.queue.count > 0 { return .success(Self.take(&state, into: output)) }
                if state.order != nil { return nil }
                switch state.phase {
                case .connecting, .flowing: return nil
                case .ended: return .success(0)
                case .failed(let error): return .failure(error)
                }
            }
            if let result {
                wakeForRoom()
                return try result.get()
            }
            wait()
        }
    }

    /// Waits until there are `count` bytes, or as many as will come.
    /// - Returns: them, to be read again.
    func peek(_ count: Int, cancelled: AudioError) throws(AudioError) -> [UInt8] {
        while true {
            let result = state.withLock { (state) -> Result<[UInt8], AudioError>? in
                if state.order == .cancel { return .failure(cancelled) }
                if state.queue.count >= count { return .success(state.queue.first(count)) }
                switch state.phase {
                case .connecting, .flowing: return nil
                case .ended: return .success(state.queue.first(count))
                case .failed(let error): return .failure(error)
                }
            }
            if let result { return try result.get() }
            wait()
        }
    }

    /// Never passes over a joint: what is behind it is another stream.
    /// - Returns: false where the source has to be read on until there.
    func seek(to offset: Int64, near: Int64) -> Bool {
        let isDone = state.withLock { state in
            let queue = state.queue
            if let joint = state.joints.first, offset > joint { return false }
            if offset >= queue.start, offset <= queue.end {
                state.queue.drop(Int(offset - queue.start))
                return true
            }
            let isNear = offset > queue.end && offset - queue.end <= near
            guard state.isSeekable, !isNear, state.order != .cancel else { return false }
            state.queue.restart(at: offset)
            state.joints = []
            state.order = .move(to: offset)
            return true
        }
        multi.wake()
        return isDone
    }

    func crossJoint() -> Bool {
        state.withLock { state in
            guard state.joints.first == state.queue.start else { return false }
            state.joints.removeFirst()
            return true
        }
    }

    /// The offset of the next byte that is read.
    var offset: Int64 { state.withLock { $0.queue.start } }

    private static func take(_ state: inout State, into output: UnsafeMutableRawBufferPointer) -> Int {
        let room = state.joints.first.map { Int(min($0 - state.queue.start, Int64(output.count))) } ?? output.count
        let count = state.queue.take(into: UnsafeMutableRawBufferPointer(rebasing: output[..<room]))
        while let first = state.titles.first, first.offset < state.queue.start {
            state.title = first.text
            state.titles.removeFirst()
        }
        return count
    }

    private func wakeForRoom() {
        let wakes = state.withLock { state in
            guard state.isWaitingForRoom, state.queue.count < capacity / 2 else { return false }
            state.isWaitingForRoom = false
            return true
        }
        if wakes { multi.wake() }
    }

    private func wait() {
        _ = Poll.wait(for: [signal.fileDescriptor], timeout: nil)
        signal.clear()
    }

    // MARK: - The network's side

    var isCancelled: Bool { state.withLock { $0.order == .cancel } }
    var hasOrder: Bool { state.withLock { $0.order != nil } }

    /// What the reader wants, once.
    func takeMove() -> Int64? {
        state.withLock { state in
            guard case .move(let offset) = state.order else { return nil }
            state.order = nil
            state.phase = .flowing
            return offset
        }
    }

    /// Whether more may be appended; if not, `multi` is woken when it may.
    func hasRoom() -> Bool {
        state.withLock { state in
            let isFull = state.queue.count >= (state.isWaitingForRoom ? capacity / 2 : capacity)
            state.isWaitingForRoom = isFull
            return !isFull
        }
    }

    /// - Parameter stationName: nil: as it was.
    func tell(size: Int64?, isSeekable: Bool, isLive: Bool, stationName: String? = nil) {
        state.withLock { state in
            state.stationName = stationName ?? state.stationName
            (state.size, state.isSeekable, state.isLive) = (size, isSeekable, isLive)
            if case .connecting = state.phase { state.phase = .flowing }
        }
        signal.signal()
    }

    /// Ignored while the reader wants to be elsewhere.
    func append(_ bytes: ArraySlice<UInt8>) {
        state.withLock { state in
            if state.order == nil { state.queue.append(bytes) }
        }
        signal.signal()
    }

    /// What is appended next does not follow on what was before. Where a joint was shortly before, this one is left to
    /// the decoder, like any other damage.
    func appendJoint(at offset: Int64) {
        state.withLock { state in
            if state.lastJoint > 0, offset - state.lastJoint < Self.shortestPart { return }
            state.joints.append(offset)
            state.lastJoint = offset
        }
    }

    func append(title: String, at offset: Int64) {
        state.withLock { state in
            state.titles.removeAll { $0.offset == offset }
            if state.titles.count < Self.maximumTitles { state.titles.append((offset, title)) }
        }
    }

    func set(_ phase: Phase) {
        state.withLock { $0.phase = phase }
        signal.signal()
    }
}
