import RPC
import Testing

@testable import Coordinator

@Suite struct SlowCallsTests {
    /// `depth` calls at a time.
    private func nest(_ depth: Int, in slow: SlowCalls) async throws(RPCError) -> Int {
        guard depth > 0 else { return 0 }
        return try await slow.run("look") { () async throws(RPCError) in try await nest(depth - 1, in: slow) + 1 }
    }

    @Test func onlySoManyWaitAtATime() async throws {
        let slow = SlowCalls()
        #expect(try await nest(SlowCalls.most, in: slow) == SlowCalls.most)
        let error = await #expect(throws: RPCError.self) { try await nest(SlowCalls.most + 1, in: slow) }
        #expect(error?.code == .resourceExhausted)
        #expect(try await nest(SlowCalls.most, in: slow) == SlowCalls.most)
    }

    @Test func whatIsLateIsNotGivenBack() async {
        let error = await #expect(throws: RPCError.self) {
            try await SlowCalls().run("look") { () async throws(RPCError) in withUnsafeCurrentTask { $0?.cancel() } }
        }
        #expect(error?.code == .cancelled)
    }
}
