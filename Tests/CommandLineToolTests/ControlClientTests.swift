import AudioCore
import ControlClient
import RPC
import Testing
import WireFormat

@Suite struct ControlClientTests {
    @Test func callsReachARouterAndComeBackTyped() async throws {
        var router = Router()
        let method = try #require(MethodDescriptor(fullName: Wire.PlayerService.seek.name))
        router.register(method) { (payload, context) async throws(RPCError) in
            guard let request = try? Wire.SeekRequest(decoding: payload) else {
                throw RPCError(.invalidArgument, "damaged")
            }
            var now = playing
            now.positionMs = request.positionMs
            return Wire.TransportResponse(nowPlaying: now, effectiveTimeNs: Int64(context.timeout.components.seconds))
                .encoded()
        }
        let listener = InProcessRequestListener()
        let routing = router
        let server = Task { await listener.run { await routing.handle($0, peer: $1) } }
        let client = ControlClient(InProcessRequestTransport { listener }, metadata: ["client": "test"])
        var response: Wire.TransportResponse?
        while response == nil {
            do throws(RPCError) {
                response = try await client(.seek(.absolute(1_500)))
            } catch {
                // The listener has not begun to run.
                guard error.code == .unavailable else { throw error }
                await Task.yield()
            }
        }
        #expect(response?.nowPlaying?.positionMs == 1_500)
        #expect(response?.effectiveTimeNs == 5)
        await #expect(throws: RPCError.self) { _ = try await client(.pause()) }
        listener.beginGracefulShutdown()
        await server.value
    }

    @Test func queueThatChangesIsReadAgain() throws {
        var pages = QueuePages()
        func page(_ ids: [UInt64], version: UInt64) -> Wire.ListResponse {
            Wire.ListResponse(items: ids.map { Wire.Item(id: $0) }, version: version, queueLength: 3)
        }
        #expect(try pages.add(page([1, 2], version: 1)) == nil)
        #expect(try pages.add(page([3], version: 2)) == nil)
        #expect(try pages.add(page([1, 3], version: 2)) == nil)
        #expect(try pages.add(page([4], version: 2))?.items.map(\.id) == [1, 3, 4])
    }
}

@Suite struct EventFollowerTests {
    private let start = Instant<NodeClock>(nanoseconds: 0)

    private func event(_ revision: UInt64, session: UInt64 = 1, _ kind: Wire.EventKind = .progress) -> Wire.Event {
        Wire.Event(revision: revision, sessionId: session, kind: kind)
    }

    private func follower(at revision: UInt64) -> EventFollower {
        var follower = EventFollower(now: start)
        _ = follower.received(event(revision, .heartbeat), now: start)
        return follower
    }

    @Test func firstMessageAsksForASnapshot() {
        var follower = EventFollower(now: start)
        #expect(follower.received(event(5), now: start) == [.resynchronize(.began), .deliver(event(5))])
    }

    @Test func eventsInOrderAreDelivered() {
        var follower = follower(at: 5)
        #expect(follower.received(event(6), now: start) == [.deliver(event(6))])
        #expect(follower.received(event(6, .heartbeat), now: start) == [])
        #expect(follower.received(event(7), now: start) == [.deliver(event(7))])
    }

    @Test func repeatedOnesAreIgnored() {
        var follower = follower(at: 5)
        #expect(follower.received(event(5), now: start) == [])
        #expect(follower.received(event(4, .heartbeat), now: start) == [])
    }

    @Test func lossIsSeenByTheNextEventAndByAHeartbeat() {
        var one = follower(at: 5)
        #expect(one.received(event(8), now: start) == [.resynchronize(.lost(2)), .deliver(event(8))])
        var other = follower(at: 5)
        #expect(other.received(event(6, .heartbeat), now: start) == [.resynchronize(.lost(1))])
    }

    @Test func anotherSessionIsARestart() {
        var follower = follower(at: 5)
        #expect(follower.received(event(1, session: 2, .heartbeat), now: start) == [.resynchronize(.restarted)])
        #expect(follower.received(event(2, session: 2), now: start) == [.deliver(event(2, session: 2))])
    }

    @Test func silenceAsksForAConnectionOnceEachTime() {
        var follower = follower(at: 5)
        #expect(follower.timePassed(now: follower.deadline - Interval(nanoseconds: 1)) == [])
        let late = follower.deadline
        #expect(follower.timePassed(now: late) == [.reconnect])
        #expect(follower.timePassed(now: late) == [])
        #expect(follower.deadline == late + EventFollower.patience)
    }
}
