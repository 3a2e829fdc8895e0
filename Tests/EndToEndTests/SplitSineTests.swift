import Foundation
import SkewMeter
import Testing

extension EndToEndTests {
    /// One sine in two files (dev/make-codec-fixtures.sh), from the files to a card.
    @Suite
    struct SplitSineTests {
        private static let files = (1...2).map { "\(Executables.package)/Tests/CodecTests/Fixtures/split-\($0).mp3" }
        private static let hertz = 997.0
        /// Where it was cut, and its length.
        private static let cut = 88_211.0 / 44_100
        private static let seconds = 3.0

        @Test
        func aSineInTwoFilesIsOneSineOnTheCard() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen")
                try house.tutti("add", Self.files[0], Self.files[1])
                try house.tutti("play")
                try house.wait(for: "the queue to end") { try house.now().state == "stopped" }
                try house.waitUntilSilent("kitchen")
                house.stopAll()

                let room = try house.recording("kitchen")
                #expect(room.xruns == 0)
                let soundings = room.soundings()
                #expect(soundings.count == 1, "a gap")
                let sounding = try #require(soundings.first)
                let seconds = Double(sounding.endNS - sounding.startNS) * 1e-9
                // Opus rings for some ms before the first frame and behind the last one; a packet has 20 ms.
                #expect(abs(seconds - Self.seconds) < 0.02, "it sounded for \(seconds) s")

                let joint = Double(sounding.startNS) * 1e-9 + Self.cut
                // At this bit rate Opus leaves 0.0014 beside the sine. The files themselves have an edge, as each was
                // encoded alone: decoded by ffmpeg, through one resampler and Opus, 0.0027 within 10 ms, and so it is
                // here. One frame too few or too many gives 0.009 beside the joint and 0.021 within.
                let rest = try #require(SineRest(of: Self.hertz, in: room, around: joint))
                #expect(rest.aside < 0.004, "before and after the joint it is not the same sine")
                #expect(rest.near < 0.005, "an edge of Tutti's own at the joint")
                let elsewhere = try #require(SineRest(of: Self.hertz, in: room, around: joint - 0.5))
                #expect(max(elsewhere.aside, elsewhere.near) < 0.004, "and no pure sine before")
            }
        }
    }
}
