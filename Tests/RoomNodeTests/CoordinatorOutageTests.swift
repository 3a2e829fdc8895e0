import AudioCore
import LinuxSystem
import RPC
import Synchronization
import Testing

@testable import RoomNode

@Suite struct CoordinatorOutageTests {
    private func unsent() -> RPCError {
        var error = RPCError(.unavailable, "not connected")
        error.isUnsent = true
        return error
    }

    /// A link whose coordinator has been seen and not connected to for as long as is needed.
    private func benchAtTheEnd() throws -> LinkBench {
        let bench = try LinkBench()
        bench.script {
            $0.transportError = unsent()
            $0.sight = .greets
        }
        for _ in 0..<ConnectionWatch.greetingsNeeded {
            _ = bench.link.connectionWatch.foundNoConnection(at: Instant(nanoseconds: 0), isHeard: false)
            bench.link.connectionWatch.looked(at: Instant(nanoseconds: 0), greets: true)
        }
        return bench
    }

    private func hasEnded(_ bench: LinkBench) -> Bool {
        Poll.wait(for: [bench.ending.fileDescriptor], timeout: .zero) != 0
    }

    @Test func aRoomThatCannotConnectToWhatIsThereEnds() throws {
        let bench = try benchAtTheEnd()
        #expect(!bench.link.register())
        let hasGivenUp = bench.link.hasGivenUp.load(ordering: .relaxed)
        #expect(hasGivenUp)
        #expect(hasEnded(bench))
    }

    @Test func notWhileItIsHeard() throws {
        let bench = try benchAtTheEnd()
        bench.link.engine.revisions.withLock { $0.playsSomething = true }
        let now = MonotonicClock<NodeClock>.now()
        bench.link.engine.lastMessageTime.store(now.nanoseconds, ordering: .relaxed)
        #expect(!bench.link.register())
        #expect(!hasEnded(bench))
        // What the zone did last is not what it does now.
        bench.link.engine.lastMessageTime.store((now - .seconds(16)).nanoseconds, ordering: .relaxed)
        #expect(!bench.link.register())
        #expect(hasEnded(bench))
    }

    @Test(arguments: [
        RPCError(.deadlineExceeded, "late"), RPCError(.unavailable, "broke"), RPCError(.failedPrecondition, "too old"),
    ])
    func notWhereACallWasSent(error: RPCError) throws {
        let bench = try benchAtTheEnd()
        bench.script { $0.transportError = error }
        #expect(!bench.link.register())
        bench.script { $0.transportError = unsent() }
        #expect(!bench.link.register())
        #expect(!hasEnded(bench))
    }

    @Test func aNameWithoutAnAddressIsSaidToBeOne() throws {
        let bench = try LinkBench()
        bench.script {
            $0.transportError = unsent()
            $0.sight = .unresolved("Name or service not known")
        }
        #expect(!bench.link.register())
        #expect(bench.link.loggedReason == "cannot resolve 'music.lan': Name or service not known")
        // Nor is it looked at again before it is time.
        #expect(!bench.link.register())
        #expect(bench.coordinator.withLock { $0.looks } == 1)
    }

    @Test func whatACoordinatorAnswersIsSaidAfterAnOutageToo() throws {
        let bench = try LinkBench()
        bench.script { $0.transportError = unsent() }
        #expect(!bench.link.register())
        #expect(bench.link.loggedReason == "not connected")
        bench.script {
            $0.transportError = nil
            $0.errors["Register"] = RPCError(.failedPrecondition, "update it")
        }
        #expect(!bench.link.register())
        #expect(bench.link.loggedReason == "update it")
    }
}
