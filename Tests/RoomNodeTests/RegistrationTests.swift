import RPC
import Testing
import WireFormat

@testable import RoomNode

@Suite struct RegistrationTests {
    private static let known = Registration(session: 1, clockPort: 10, audioPort: 11)

    @Test(arguments: [
        (Registration(session: 1, clockPort: 10, audioPort: 11), Registration.Change.none),
        (Registration(session: 1, clockPort: 10, audioPort: 12), .zone),
        (Registration(session: 1, clockPort: 9, audioPort: 11), .session),
        (Registration(session: 2, clockPort: 10, audioPort: 11), .session),
    ])
    func whatIsConnectedAnewIsWhatHasChanged(fresh: Registration, change: Registration.Change) {
        #expect(fresh.change(from: Self.known) == change)
        #expect(fresh.change(from: nil) == .session)
    }

    @Test(arguments: [(70_000, 11), (10, 70_000)] as [(UInt32, UInt32)])
    func portsThatDoNotExistAreRefused(clock: UInt32, audio: UInt32) {
        #expect(throws: RPCError.self) {
            try Registration(Wire.RegisterResponse(sessionId: 1, clockPort: clock, audioPort: audio))
        }
    }
}
