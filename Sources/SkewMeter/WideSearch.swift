/// Finds a stretch of sound in a longer one, when it is not where it should be.
struct WideSearch {
    private let count: Int
    private let reach: Int
    private let transform: FourierTransform

    /// For stretches of `count` frames and lags up to `reach`.
    init(count: Int, reach: Int) {
        var size = 2
        while size < count + 2 * reach { size *= 2 }
        self.count = count
        self.reach = reach
        self.transform = FourierTransform(size: size)
    }

    /// The whole lag at which `second`, which begins `reach` frames earlier and ends `reach` frames later than `first`,
    /// is most like it.
    func lag(of second: [Double], behind first: [Double]) -> Int {
        let correlation = CrossSpectrum(of: first, and: second, by: self.transform)
            .correlation(by: self.transform)
        var energies = [0.0]
        for sample in second { energies.append(energies[energies.count - 1] + sample * sample) }
        // Where there is next to nothing the quotient says nothing.
        let floor = energies[energies.count - 1] * 1e-3 + .leastNormalMagnitude
        var best = 0
        var bestScore = -Double.infinity
        for place in 0...2 * self.reach {
            let energy = max(energies[place + self.count] - energies[place], floor)
            let score = correlation(place) / energy.squareRoot()
            if score > bestScore {
                bestScore = score
                best = place - self.reach
            }
        }
        return best
    }
}
