import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

@Suite struct TrackTimeTests {
    private func mark(_ rate: Int) -> TrackMark {
        TrackMark(
            generation: Generation(1),
            position: 5_000,
            item: ItemID(1),
            trackTime: .milliseconds(10_000),
            ratePermille: rate,
            serial: 1
        )
    }

    @Test(arguments: [500, 777, 1_000, 1_500, 3_000])
    func aPlaceInTheTrackIsReachedAtItsPositionAndNotLongBefore(_ rate: Int) throws {
        let mark = mark(rate)
        for step: Int64 in 0..<500 {
            let time = mark.trackTime + Interval(nanoseconds: step * 123_456_789)
            let position = try #require(mark.position(at: time))
            // What `nextLyric` leaves as a margin, at half the speed.
            #expect(mark.trackTime(at: position + 5) >= time)
            #expect(mark.trackTime(at: position - 2) <= time + .microseconds(5))
        }
    }

    @Test func whatIsBeforeTheMarkOrBeyondEveryStreamHasNone() {
        #expect(mark(1_000).position(at: .milliseconds(9_999)) == nil)
        #expect(mark(500).position(at: Interval(nanoseconds: .max)) == nil)
        #expect(mark(0).position(at: .seconds(20)) == nil)
    }
}
