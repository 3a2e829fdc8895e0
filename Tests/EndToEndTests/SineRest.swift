import Foundation
import SkewMeter

/// What a recording has beside one sine around an instant; the sine's phase and level may change as slowly as rate and
/// volume do. Levels are of full scale.
struct SineRest {
    /// The root of the mean square in the stretches from 10 to 60 ms before and after the instant, to which it was
    /// fitted.
    var aside: Double
    /// The same within 10 ms of the instant.
    var near: Double
    /// The sine's amplitude at the instant.
    var amplitude: Double

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
        amplitude = (unknowns[0] * unknowns[0] + unknowns[1] * unknowns[1]).squareRoot()
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
