import AudioCore
import Testing

@testable import Coordinator

@Suite struct ZoneInboxTests {
    @Test func whatThePipelineTellsAndAProbeFindsIsNeverDropped() async {
        let inbox = ZoneInbox()
        let count = ZoneInbox.bound + 100
        for _ in 0..<count {
            inbox.send(.tick)
            inbox.send(.pipeline(.supplied(Generation(1))))
            inbox.send(.probed([]))
        }
        inbox.finish()
        var ticks = 0
        var events = 0
        for await message in inbox.messages {
            inbox.took(message)
            if case .tick = message { ticks += 1 } else { events += 1 }
        }
        #expect(ticks == ZoneInbox.bound)
        #expect(events == 2 * count)
    }
}
