package import AudioCore
package import RPC
private import Synchronization

/// Gets the covers of tracks, each on a thread of its own: a server may take long, and no other call waits for it. Those who
/// want the same cover at once share one fetch, which ends when none of them wants it any more.
package final class Covers: Sendable {
    /// How many covers that came over a network are kept: line after line of lyrics is drawn on that of each zone.
    private static let kept = 4

    /// Where a cover is looked for.
    fileprivate struct Place: Hashable {
        var uri: String
        /// A picture for where the track has none.
        var otherwise: String?

        var isElsewhere: Bool { TrackURI.isElsewhere(uri) || otherwise.map { TrackURI.isElsewhere($0) } ?? false }
    }

    private typealias Answer = AsyncStream<Result<Picture?, RPCError>>

    private struct Fetch {
        var serial: Int
        var waiting: [Int: Answer.Continuation] = [:]
        let stop: AsyncStream<Never>.Continuation
    }

    private struct State {
        /// The one that was fetched last is the last.
        var fetched: [(place: Place, cover: Picture?)] = []
        var underWay: [Place: Fetch] = [:]
        var serial = 0
        var hasEnded = false

        mutating func keep(_ cover: Picture?, _ place: Place) {
            fetched.removeAll { $0.place == place }
            fetched.append((place, cover))
            if fetched.count > Covers.kept { fetched.removeFirst() }
        }
    }

    private struct Order: Sendable {
        var place: Place
        var serial: Int
        let stopped: AsyncStream<Never>
    }

    private let describing: any TrackDescribing
    private let slow: SlowCalls
    private let state = Mutex(State())
    private let orders: AsyncStream<Order>
    private let ordering: AsyncStream<Order>.Continuation

    package init(describing: any TrackDescribing, slow: SlowCalls) {
        self.describing = describing
        self.slow = slow
        // As many as there are callers.
        (orders, ordering) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Serves until `beginGracefulShutdown` or cancellation.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await order in orders { group.addTask { await self.fetch(order) } }
            state.withLock { $0.hasEnded = true }
        }
        let waiting = state.withLock { state in
            defer { state.underWay = [:] }
            return state.underWay.values.flatMap(\.waiting.values)
        }
        for answer in waiting { answer.yield(.failure(Self.stopping)) }
    }

    package func beginGracefulShutdown() { ordering.finish() }

    /// - Parameter otherwise: the path or address of a picture for where the track has none.
    /// - Returns: nil where there is none; a cover that cannot be read is as good as none.
    /// - Throws: what `SlowCalls.run` throws; `cancelled` with the task, whoever else waits for the same cover.
    package func cover(uri: String, otherwise: String? = nil) async throws(RPCError) -> Picture? {
        let place = Place(uri: uri, otherwise: otherwise)
        let known = state.withLock { $0.fetched.first { $0.place == place } }
        if let known { return known.cover }
        let (answers, answer) = Answer.makeStream()
        let serial = try enter(place, answer)
        defer { leave(place, serial) }
        for await result in answers { return try result.get() }
        throw RPCError(.cancelled, "cannot \(Self.purpose): it took too long")
    }

    /// How many callers wait.
    var waiting: Int { state.withLock { $0.underWay.values.reduce(0) { $0 + $1.waiting.count } } }

    private static let purpose = "show the cover"
    private static var stopping: RPCError { SlowCalls.stopping(purpose) }

    private func enter(_ place: Place, _ answer: Answer.Continuation) throws(RPCError) -> Int {
        try state.withLock { (state) throws(RPCError) in
            if state.hasEnded { throw Self.stopping }
            state.serial += 1
            let serial = state.serial
            if state.underWay[place] == nil {
                let (stopped, stop) = AsyncStream<Never>.makeStream()
                state.underWay[place] = Fetch(serial: serial, stop: stop)
                ordering.yield(Order(place: place, serial: serial, stopped: stopped))
            }
            state.underWay[place]?.waiting[serial] = answer
            return serial
        }
    }

    /// The last one that leaves ends the fetch.
    private func leave(_ place: Place, _ serial: Int) {
        let stop = state.withLock { (state) -> AsyncStream<Never>.Continuation? in
            guard state.underWay[place]?.waiting.removeValue(forKey: serial) != nil,
                state.underWay[place]?.waiting.isEmpty == true
            else { return nil }
            return state.underWay.removeValue(forKey: place)?.stop
        }
        stop?.finish()
    }

    private func fetch(_ order: Order) async {
        let result = await untilStopped(order.stopped) { [self] () async throws(RPCError) in
            try await slow.run(Self.purpose) { [describing] (executor) async throws(RPCError) in
                await CoverReader(executor: executor, describing: describing).cover(order.place)
            }
        }
        guard let result else { return }
        let waiting = state.withLock { (state) -> [Answer.Continuation] in
            if case .success(let cover) = result, order.place.isElsewhere { state.keep(cover, order.place) }
            guard state.underWay[order.place]?.serial == order.serial else { return [] }
            return state.underWay.removeValue(forKey: order.place).map { Array($0.waiting.values) } ?? []
        }
        for answer in waiting { answer.yield(result) }
    }
}

/// Reads a cover on the thread of its executor.
private actor CoverReader {
    private let executor: ThreadExecutor
    private let describing: any TrackDescribing
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: ThreadExecutor, describing: any TrackDescribing) {
        self.executor = executor
        self.describing = describing
    }

    nonisolated func cover(_ place: Covers.Place) async -> Picture? {
        await Patience.whileWanted { await self.read(place, $0) }
    }

    private func read(_ place: Covers.Place, _ patience: Patience) -> Picture? {
        if let cover = (try? describing.cover(uri: place.uri, monitor: patience)) ?? nil { return cover }
        if patience.isCancelled { return nil }
        return place.otherwise.flatMap { describing.picture(at: $0) }
    }
}
