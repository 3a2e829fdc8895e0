import AudioCore
import Testing

@testable import RoomNode

@Suite struct ConnectionWatchTests {
    /// A call every four seconds that finds no connection, from second 0 on for ten minutes.
    /// - Parameters: of each second: whether the coordinator greets, whether the room is heard, whether the call is
    ///   sent after all.
    /// - Returns: the second at which the room gives up, and those at which it looked.
    private func outage(
        greets: (Int64) -> Bool = { _ in true },
        isHeard: (Int64) -> Bool = { _ in false },
        isSent: (Int64) -> Bool = { _ in false }
    ) -> (end: Int64?, looks: [Int64]) {
        var watch = ConnectionWatch()
        var looks: [Int64] = []
        for second in stride(from: Int64(0), to: 600, by: 4) {
            let now = Instant<NodeClock>(nanoseconds: second * 1_000_000_000)
            if isSent(second) {
                watch.connected()
                continue
            }
            switch watch.foundNoConnection(at: now, isHeard: isHeard(second)) {
            case .wait: break
            case .look:
                looks.append(second)
                watch.looked(at: now, greets: greets(second))
            case .giveUp: return (second, looks)
            }
        }
        return (nil, looks)
    }

    @Test func whereThreeLooksInARowAreGreetedTheFaultIsHere() {
        let (end, looks) = outage()
        #expect(looks == [20, 28, 36])
        #expect(end == 40)
    }

    /// It is stopped, its machine is off, it hangs, something else listens there.
    @Test func whoDoesNotGreetIsWaitedForForEver() {
        let (end, looks) = outage(greets: { _ in false })
        #expect(end == nil)
        #expect(looks.count == 73)
    }

    @Test func oneLookThatIsNotGreetedBeginsTheCountAnew() {
        #expect(outage(greets: { $0 != 36 }).end == 64)
    }

    /// An overloaded coordinator is connected to now and then, and so is one that breaks every connection.
    @Test(arguments: [16, 24, 32] as [Int64])
    func aCallThatIsSentBeginsAllAnew(every seconds: Int64) {
        #expect(outage(isSent: { $0 % seconds == seconds - 4 }).end == nil)
    }

    @Test func aRoomThatIsHeardGoesOnUntilItFallsSilent() {
        #expect(outage(isHeard: { $0 < 200 }).end == 200)
        #expect(outage(isHeard: { _ in true }).end == nil)
    }

    @Test func aCoordinatorThatComesBackIsConnectedToInTime() {
        // Its machine was off for five minutes; nng dials it a moment after it is there.
        #expect(outage(greets: { $0 >= 300 }, isSent: { $0 >= 304 }).end == nil)
    }
}
