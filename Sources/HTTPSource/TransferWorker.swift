import AudioCore
import CCurl
import LinuxSystem

/// Talks to the server of one resource, on a thread of its own: carries out a `TransferPlan`, and fills a
/// `StreamBuffer`.
final class TransferWorker {
    private let buffer: StreamBuffer
    private let monitor: any SourceMonitoring
    private let options: HTTPOptions
    private var plan: TransferPlan
    private var splice = StreamSplice()
    /// The first bytes of the resource, to know it again.
    private var sample: [UInt8] = []

    private typealias Clock = MonotonicClock<NodeClock>
    private static let sampleBytes = 1_024
    /// How long nothing is looked at while all is well.
    private static let longestWait = Interval.milliseconds(1_000)

    /// A transfer under way.
    private struct Transfer {
        var head = ResponseHead()
        var answer: TransferPlan.Answer?
        /// Bytes of the body that are there already.
        var skip: Int64 = 0
        /// What has come of a body that is compared with the first one; nil: it is not, or not any more.
        var compared: [UInt8]?
        var demuxer: ICYDemuxer?
        var isConnected = false
        var isPaused = false
        /// When the server is given up, unless something comes.
        var deadline: Instant<NodeClock>
        /// When what is held back to be joined goes on all the same.
        var spliceEnd: Instant<NodeClock>?
    }

    init(
        uri: String,
        options: HTTPOptions,
        buffer: StreamBuffer,
        monitor: any SourceMonitoring,
        from start: Int64 = 0
    ) {
        self.buffer = buffer
        self.monitor = monitor
        self.options = options
        plan = TransferPlan(uri: uri, options: options, start: start)
    }

    /// Returns once the reader has cancelled.
    func run() {
        while !buffer.isCancelled {
            if let offset = buffer.takeMove() { plan.move(to: offset) }
            let failure: TransferFailure?
            do throws(Interruption) {
                failure = try transfer()
            } catch {
                continue
            }
            switch plan.ended(failure) {
            case .finished: stay(in: .ended)
            case .fail(let failure): stay(in: .failed(failure.error("play", plan.uri)))
            case .again(let pause):
                monitor.report(trouble: (failure?.reason ?? "its server has ended the stream") + "; trying again")
                waitForOrder(until: Clock.now() + pause)
            }
        }
    }

    /// The reader wants something else.
    private struct Interruption: Error {}

    /// - Returns: what went wrong; nil where the server ended the transfer in good order.
    private func transfer() throws(Interruption) -> TransferFailure? {
        let handle: CurlHandle
        do throws(AudioError) {
            handle = try CurlHandle(plan.request, options: options)
        } catch {
            return .lasting(error.code, error.message)
        }
        var transfer = Transfer(deadline: Clock.now() + options.connectTimeout + options.answerTimeout)
        handle.onHeader = { [options] in
            // Each of a chain of redirects has its time.
            switch transfer.head.take($0) {
            case .status: transfer.deadline = Clock.now() + options.answerTimeout
            case .field: break
            case .end: transfer.deadline = Clock.now() + options.dataTimeout
            }
        }
        handle.onBody = { [self] in take($0, &transfer) }
        defer {
            handle.onHeader = nil
            handle.onBody = nil
        }
        buffer.multi.add(handle)
        defer { buffer.multi.remove(handle) }
        while true {
            let code = buffer.multi.perform()
            if buffer.hasOrder { throw Interruption() }
            if let code { return outcome(code, handle, &transfer) }
            if transfer.isPaused, buffer.hasRoom() {
                transfer.isPaused = false
                transfer.deadline = Clock.now() + options.dataTimeout
                handle.goOn()
                continue
            }
            if !transfer.isConnected, handle.isConnected {
                transfer.isConnected = true
                transfer.deadline = Clock.now() + options.answerTimeout
            }
            guard let wait = nextWait(&transfer) else {
                return transfer.head.status == 0
                    ? .silent(TransferFailure.noAnswer) : .passing("its server sends nothing any more")
            }
            buffer.multi.wait(wait)
        }
    }

    /// How long the network may be waited for; nil: too long already.
    private func nextWait(_ transfer: inout Transfer) -> Interval? {
        let now = Clock.now()
        var wait = Self.longestWait
        if let end = transfer.spliceEnd, splice.isSearching {
            if end <= now {
                deliver(splice.giveUp())
                transfer.spliceEnd = nil
            } else {
                wait = min(wait, end - now)
            }
        }
        if transfer.isPaused { return wait }
        let left = transfer.deadline - now
        return left > .zero ? min(wait, left) : nil
    }

    private func outcome(_ code: CURLcode, _ handle: CurlHandle, _ transfer: inout Transfer) -> TransferFailure? {
        deliver(splice.giveUp())
        // A body that is empty, or a status without one.
        if transfer.answer == nil, code == CURLE_OK { decide(&transfer) }
        switch transfer.answer {
        case .fail(let failure): return failure
        case .accept, .compare, .end, nil: return code == CURLE_OK ? nil : TransferFailure(code, handle)
        }
    }

    private func decide(_ transfer: inout Transfer) {
        let answer = plan.answered(transfer.head)
        transfer.answer = answer
        switch answer {
        case .accept(let skip): transfer.skip = skip
        case .compare: transfer.compared = []
        case .end, .fail: return
        }
        if let interval = transfer.head.metadataInterval { transfer.demuxer = ICYDemuxer(interval: interval) }
        if plan.kind == .live { splice.reconnected() }
        buffer.tell(
            size: plan.size,
            isSeekable: plan.isSeekable,
            isLive: plan.kind == .live,
            stationName: StationName.text(transfer.head.stationName, options.text)
        )
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ transfer: inout Transfer) -> CurlHandle.Taken {
        if transfer.answer == nil { decide(&transfer) }
        switch transfer.answer {
        case .accept, .compare: break
        case .end, .fail, nil: return .stop
        }
        if !buffer.hasRoom() {
            transfer.isPaused = true
            return .later
        }
        transfer.deadline = Clock.now() + options.dataTimeout
        monitor.report(trouble: "")
        let piece = Array(bytes)[...]
        if transfer.compared != nil {
            compare(piece, &transfer)
        } else {
            demux(piece, &transfer)
        }
        return .all
    }

    /// Holds a body back until it is clear whether it begins as the first one did.
    private func compare(_ piece: ArraySlice<UInt8>, _ transfer: inout Transfer) {
        let soFar = (transfer.compared ?? []) + piece
        guard soFar.count >= sample.count else {
            transfer.compared = soFar
            return
        }
        transfer.compared = nil
        if soFar.starts(with: sample) {
            transfer.skip = plan.next
        } else {
            plan.isLive()
            splice.reconnected()
            buffer.tell(size: nil, isSeekable: false, isLive: true)
        }
        demux(soFar[...], &transfer)
    }

    private func demux(_ piece: ArraySlice<UInt8>, _ transfer: inout Transfer) {
        let fresh = piece.dropFirst(Int(min(transfer.skip, Int64(piece.count))))
        transfer.skip -= Int64(piece.count - fresh.count)
        if splice.isSearching, transfer.spliceEnd == nil { transfer.spliceEnd = Clock.now() + options.spliceTime }
        guard transfer.demuxer != nil else { return deliver(splice.take(fresh)) }
        for part in transfer.demuxer?.take(fresh) ?? [] {
            switch part {
            case .music(let music): deliver(splice.take(music))
            case .metadata(let block):
                if let title = ICYDemuxer.title(in: block) {
                    buffer.append(title: options.text(title).trimmed, at: plan.next)
                }
            }
        }
    }

    private func deliver(_ passed: StreamSplice.Passed) {
        let bytes = passed.bytes
        guard !bytes.isEmpty else { return }
        if passed.isJoint { buffer.appendJoint(at: plan.next) }
        if plan.next < Int64(Self.sampleBytes), plan.next == Int64(sample.count) {
            sample += bytes.prefix(Self.sampleBytes - sample.count)
        }
        buffer.append(bytes)
        plan.received(bytes.count)
    }

    private func stay(in phase: StreamBuffer.Phase) {
        monitor.report(trouble: "")
        buffer.set(phase)
        waitForOrder(until: nil)
    }

    private func waitForOrder(until end: Instant<NodeClock>?) {
        while !buffer.hasOrder {
            let left = end.map { $0 - Clock.now() } ?? Self.longestWait
            if left <= .zero { return }
            buffer.multi.wait(min(left, Self.longestWait))
        }
    }
}
