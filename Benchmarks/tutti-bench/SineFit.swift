import Glibc

/// The sine of given angles that is nearest to some values: its amplitude and phase by least squares.
struct SineFit {
    private let sine: Double
    private let cosine: Double

    /// - Parameters: one angle in radians for each value.
    init(_ values: [Double], angles: [Double]) {
        var (ss, cc, sc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (value, angle) in zip(values, angles) {
            let (s, c) = (sin(angle), cos(angle))
            ss += s * s
            cc += c * c
            sc += s * c
            ys += value * s
            yc += value * c
        }
        let determinant = ss * cc - sc * sc
        sine = (ys * cc - yc * sc) / determinant
        cosine = (yc * ss - ys * sc) / determinant
    }

    func value(at angle: Double) -> Double { sine * sin(angle) + cosine * cos(angle) }
}
