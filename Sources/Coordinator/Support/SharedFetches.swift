import AudioCore
import LinuxSystem
import RPC
private import Synchronization

/// How long something is kept.
enum Keeping: Hashable {
    case never
    case `while`(Interval)
    case always
}

/// Gets what servers may be slow with, each on a thread of its own: no other call waits for it. Those who want the same
/// at once share one fetch, which ends when none of them wants it any more. Callable from any thread.
final class SharedFetches<Place: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Read = @Sendable (Place, Patience) throws(RPCError) -> Value

    private typealias Answer = AsyncStream<Result<Value, RPCError>>

    private struct Fetch {
        var serial: Int
        var waiting: [Int: Answer.Continuation] = [:]
        let stop: Signal
    }

    private struct State {
        /// The one that was fetched last is the last.
        var fetched: [(place: Place, value: Value, end: Instant<CoordinatorClock>?)] = []
        var underWay: [Place: Fetch] = [:]
        var serial = 0
        var hasEnded = false

        mutating func keep(_ value: Value, _ place: Place, until end: Instant<CoordinatorClock>?, atMost count: Int) {
            fetched.removeAll { $0.place == place }
            fetched.append((place, value, end))
            if fetched.count > count { fetched.removeFirst() }
        }

        func known(_ place: Place, _ now: Instant<CoordinatorClock>) -> Value? {
            fetched.first { $0.place == place && $0.end.map { now < $0 } ?? true }?.value
        }
    }

    private struct Order: Sendable {
        var place: Place
        var serial: Int
        let stop: Signal
    }

    private let purpose: String
    private let kept: Int
    private let keeping: @Sendable (Place, Value) -> Keeping
    private let clock: ClockReading
    private let read: Read
    private let slow: SlowCalls
    private let state = Mutex(State())
    private let orders: AsyncStream<Order>
    private let ordering: AsyncStream<Order>.Continuation

    /// - Parameters:
    ///   - purpose: for messages, behind "cannot".
    ///   - kept: how many are kept at once.
    ///   - keeping: how long what was fetched is kept.
    ///   - read: may block; ends its wait with the patience.
    init(
        _ purpose: String,
        kept: Int,
        keeping: @escaping @Sendable (Place, Value) -> Keeping = { (_, _) in .always },
        slow: SlowCalls,
        clock: @escaping ClockReading = MonotonicClock<CoordinatorClock>.now,
        read: @escaping Read
    ) {
        self.purpose = purpose
        self.kept = kept
        self.keeping = keeping
        self.clock = clock
        self.slow = slow
        self.read = read
        // As many as there are callers.
        (orders, ordering) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Serves until `beginGracefulShutdown` or cancellation.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await order in orders { group.addTask { await self.fetch(order) } }
            state.withLock { $0.hasEnded = true }
        }
        let waiting = state.withLock { state in
            defer { state.underWay = [:] }
            return state.underWay.values.flatMap(\.waiting.values)
        }
        for answer in waiting { answer.yield(.failure(stopping)) }
    }

    func beginGracefulShutdown() { ordering.finish() }

    /// - Throws: what `read` and `SlowCalls.run` throw; `cancelled` with the task, whoever else waits for the same.
    func value(_ place: Place) async throws(RPCError) -> Value {
        let (answers, answer) = Answer.makeStream()
        let serial: Int
        switch try enter(place, answer) {
        case .known(let value): return value
        case .waiting(let number): serial = number
        }
        defer { leave(place, serial) }
        for await result in answers { return try result.get() }
        throw RPCError(.cancelled, "cannot \(purpose): it took too long")
    }

    /// How many callers wait.
    var waiting: Int { state.withLock { $0.underWay.values.reduce(0) { $0 + $1.waiting.count } } }

    private var stopping: RPCError { SlowCalls.stopping(purpose) }

    private enum Entry {
        case known(Value)
        case waiting(serial: Int)
    }

    private func enter(_ place: Place, _ answer: Answer.Continuation) throws(RPCError) -> Entry {
        try state.withLock { (state) throws(RPCError) in
            if let known = state.known(place, clock()) { return .known(known) }
            if state.hasEnded { throw stopping }
            state.serial += 1
            let serial = state.serial
            if state.underWay[place] == nil {
                let stop = Signal()
                state.underWay[place] = Fetch(serial: serial, stop: stop)
                ordering.yield(Order(place: place, serial: serial, stop: stop))
            }
            state.underWay[place]?.waiting[serial] = answer
            return .waiting(serial: serial)
        }
    }

    /// The last one that leaves ends the fetch.
    private func leave(_ place: Place, _ serial: Int) {
        let stop = state.withLock { (state) -> Signal? in
            guard state.underWay[place]?.waiting.removeValue(forKey: serial) != nil,
                state.underWay[place]?.waiting.isEmpty == true
            else { return nil }
            return state.underWay.removeValue(forKey: place)?.stop
        }
        stop?.raise()
    }

    private func fetch(_ order: Order) async {
        let result = await order.stop.whileNotRaised { [self] () async throws(RPCError) in
            try await slow.run(purpose) { [read] (executor) async throws(RPCError) in
                try await Fetcher(executor: executor, read: read).value(order.place).get()
            }
        }
        let waiting = state.withLock { (state) -> [Answer.Continuation] in
            if case .success(let value) = result { keep(value, order.place, &state) }
            guard state.underWay[order.place]?.serial == order.serial else { return [] }
            return state.underWay.removeValue(forKey: order.place).map { Array($0.waiting.values) } ?? []
        }
        for answer in waiting { answer.yield(result) }
    }

    private func keep(_ value: Value, _ place: Place, _ state: inout State) {
        switch keeping(place, value) {
        case .never: return
        case .while(let time): state.keep(value, place, until: clock() + time, atMost: kept)
        case .always: state.keep(value, place, until: nil, atMost: kept)
        }
    }
}

/// Reads on the thread of its executor.
private actor Fetcher<Place: Hashable & Sendable, Value: Sendable> {
    private let executor: ThreadExecutor
    private let read: SharedFetches<Place, Value>.Read
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: ThreadExecutor, read: @escaping SharedFetches<Place, Value>.Read) {
        self.executor = executor
        self.read = read
    }

    nonisolated func value(_ place: Place) async -> Result<Value, RPCError> {
        await Patience.whileWanted(within: Patience.limit) { await self.look(place, $0) }
    }

    private func look(_ place: Place, _ patience: Patience) -> Result<Value, RPCError> {
        do throws(RPCError) {
            return .success(try read(place, patience))
        } catch {
            return .failure(error)
        }
    }
}
