import AudioCore
import ControlClient
import RPC
import TestSupport
import Testing
import WireFormat

@Suite struct ControlClientTests {
    @Test func callsGoOutAndComeBackTyped() throws {
        let transport = ClosureTransport { (bytes, timeout) throws(RPCError) in
            let call = try RequestEnvelope(decoding: bytes)
            guard call.method.fullName == Wire.PlayerService.seek.name,
                let request = try? Wire.SeekRequest(decoding: call.payload)
            else { return ResponseEnvelope(error: RPCError(.unimplemented, "no such method")).encoded() }
            #expect(call.metadata["client"] == "test")
            #expect(call.timeoutMilliseconds == 5_000)
            #expect(timeout == .seconds(5))
            var now = playing
            now.positionMs = request.positionMs
            return ResponseEnvelope(payload: Wire.TransportResponse(nowPlaying: now).encoded()).encoded()
        }
        let client = BlockingControlClient(transport, metadata: ["client": "test"])
        #expect(try client(.seek(.absolute(1_500))).nowPlaying?.positionMs == 1_500)
        #expect(throws: RPCError.self) { try client(.pause()) }
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
