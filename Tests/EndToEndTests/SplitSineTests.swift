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
                // At this bit rate Opus leaves 0.0014 beside the sine. The files themselves have an edge, as each was encoded
                // alone: decoded by ffmpeg, through one resampler and Opus, 0.0027 within 10 ms, and so it is here. One frame
                // too few or too many gives 0.009 beside the joint and 0.021 within.
                let rest = try #require(SineRest(of: Self.hertz, in: room, around: joint))
                #expect(rest.aside < 0.004, "before and after the joint it is not the same sine")
                #expect(rest.near < 0.005, "an edge of Tutti's own at the joint")
                let elsewhere = try #require(SineRest(of: Self.hertz, in: room, around: joint - 0.5))
                #expect(max(elsewhere.aside, elsewhere.near) < 0.004, "and no pure sine before")
            }
        }
    }
}

/// What a recording has beside one sine around an instant; the sine's phase and level may change as slowly as rate and volume
/// do. Levels are of full scale.
private struct SineRest {
    /// The root of the mean square in the stretches from 10 to 60 ms before and after the instant, to which it was fitted.
    var aside: Double
    /// The same within 10 ms of the instant.
    var near: Double

    /// - Returns: nil where the card did not play all the time.
    init?(of hertz: Double, in room: Recording, around instant: Double) {
        let reach = 0.06
        let core = 0.01
        guard let segment = room.segment(at: TrueTime.seconds(instant)) else { return nil }
        let first = Int(segment.frame(at: TrueTime.seconds(instant - reach)))
        let values = room.mono(first..<first + Int(2 * reach * segment.hertz), of: segment)
        let times = values.indices.map { (Double($0) + 0.5) / segment.hertz - reach }
        // A sine and a cosine, and both growing with time: four unknowns.
        let rows = times.map { time in
            let (s, c) = (sin(2 * .pi * hertz * time), cos(2 * .pi * hertz * time))
            return [s, c, s * time / reach, c * time / reach]
        }
        var normal = [[Double]](repeating: [Double](repeating: 0, count: 5), count: 4)
        for (index, row) in rows.enumerated() where abs(times[index]) > core {
            for i in 0..<4 {
                for j in 0..<4 { normal[i][j] += row[i] * row[j] }
                normal[i][4] += row[i] * values[index]
            }
        }
        guard let unknowns = Self.solved(normal) else { return nil }
        let rest = zip(values, rows).map { value, row in value - zip(row, unknowns).reduce(0) { $0 + $1.0 * $1.1 } }
        aside = Self.level(zip(rest, times).filter { abs($0.1) > core }.map(\.0))
        near = Self.level(zip(rest, times).filter { abs($0.1) <= core }.map(\.0))
    }

    private static func level(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
    }

    /// The unknowns of equations whose last number is the right side, by Gauss' elimination; nil where there are none.
    private static func solved(_ equations: [[Double]]) -> [Double]? {
        var rows = equations
        for pivot in rows.indices {
            guard abs(rows[pivot][pivot]) > 1e-9 else { return nil }
            for row in rows.indices where row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in pivot...rows.count { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
    }
}
