import Glibc

@testable import SkewMeter

/// A sound that is known at every instant: a sum of partials, so that cards of any rate can be given exact samples.
struct Tune {
    private var partials: [Partial] = []

    private struct Partial {
        var hertz: Double
        var amplitude: Double
        var phase: Double
        var swellHertz: Double
    }

    /// Partials anywhere between 150 Hz and 9 kHz: it sounds like a hiss.
    static func noise(seed: UInt64) -> Tune {
        var random = Random(state: seed)
        return Tune((0..<24).map { _ in (150 * exp(random.next() * 4.1), 0.025) }, &random)
    }

    /// Chords with harmonics that swell at their own pace.
    static func music(seed: UInt64) -> Tune {
        var random = Random(state: seed)
        let roots = [130.8, 196.0, 311.1, 392.0, 523.3]
        return Tune(roots.flatMap { root in (1...5).map { (root * Double($0), 0.1 / Double($0)) } }, &random)
    }

    /// A buzz that repeats every 10 ms, and a little hiss that does not.
    static func buzz(seed: UInt64) -> Tune {
        var random = Random(state: seed)
        let hiss = (0..<12).map { _ in (150 * exp(random.next() * 4.1), 0.006) }
        return Tune((2...9).map { (Double($0) * 100, 0.06) } + hiss, &random)
    }

    private init(_ tones: [(Double, Double)], _ random: inout Random) {
        for (hertz, amplitude) in tones {
            self.partials.append(
                Partial(
                    hertz: hertz,
                    amplitude: amplitude,
                    phase: random.next() * 2 * .pi,
                    swellHertz: 0.5 + random.next() * 4
                )
            )
        }
    }

    func value(at seconds: Double) -> Double {
        var sum = 0.0
        for partial in self.partials {
            let swell = 0.6 + 0.4 * sin(2 * .pi * partial.swellHertz * seconds)
            sum += partial.amplitude * swell * sin(2 * .pi * partial.hertz * seconds + partial.phase)
        }
        return sum
    }
}

/// Knuth's linear congruential generator: the same numbers everywhere.
struct Random {
    var state: UInt64

    /// At least 0, below 1.
    mutating func next() -> Double {
        self.state = self.state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(self.state >> 11) * 0x1p-53
    }
}

/// A card that plays on paper.
struct PaperCard {
    var rate = 48000
    var ppm = 0.0
    var format = SampleFormat.signed32
    var channels = 1
    var startNS: Int64 = 5_000_000_000

    private(set) var sound: [UInt8] = []
    private(set) var journal = "open at=1 byte=0 version=1 ppm=0 granularity=1\n"

    init(
        rate: Int = 48000,
        ppm: Double = 0,
        format: SampleFormat = .signed32,
        channels: Int = 1,
        startNS: Int64 = 5_000_000_000
    ) {
        self.rate = rate
        self.ppm = ppm
        self.format = format
        self.channels = channels
        self.startNS = startNS
    }

    var hertz: Double { Double(self.rate) * (1 + self.ppm * 1e-6) }

    /// Plays for some seconds from a true time (since 5 s) on, then stops for a reason.
    mutating func play(_ seconds: Double, from start: Double = 0, end: String = "stop", _ sound: (Double) -> Double) {
        let startNS = self.startNS + Int64(start * 1e9)
        let origin = Double(startNS - 5_000_000_000) * 1e-9
        self.journal +=
            "start at=\(startNS) byte=\(self.sound.count) rate=\(self.rate) format=\(self.format.rawValue) "
            + "channels=\(self.channels) hertz=\(self.hertz)\n"
        let count = Int(seconds * self.hertz)
        for frame in 0..<count {
            let value = sound(origin + Double(frame) / self.hertz)
            for _ in 0..<self.channels { self.append(value) }
        }
        guard !end.isEmpty else { return }
        self.journal += "\(end) at=\(startNS + Int64(seconds * 1e9)) byte=\(self.sound.count)\n"
    }

    mutating func write(_ line: String) {
        self.journal += line + "\n"
    }

    private mutating func append(_ value: Double) {
        let word: UInt32
        switch self.format {
        case .signed16: word = UInt32(bitPattern: Int32((value * 0x1p15).rounded()))
        case .signed24, .signed24Packed: word = UInt32(bitPattern: Int32((value * 0x1p23).rounded()))
        case .signed32: word = UInt32(bitPattern: Int32((value * 0x1p31).rounded()))
        case .float32: word = Float(value).bitPattern
        }
        for byte in 0..<self.format.bytesPerSample {
            self.sound.append(UInt8(truncatingIfNeeded: word >> (8 * UInt32(byte))))
        }
    }

    func recording(_ name: String) throws -> Recording {
        try Recording(name: name, journal: Array(self.journal.utf8), sound: self.sound)
    }
}
