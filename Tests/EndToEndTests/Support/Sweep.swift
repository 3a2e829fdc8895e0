import Foundation
import SkewMeter
import Testing

/// A track that tells where in it one is: its tone has 300 + 100 t Hz after t seconds (dev/make-codec-fixtures.sh), at
/// any speed, as long as the pitch is kept.
enum Sweep {
    static let file = "\(Executables.package)/Tests/CodecTests/Fixtures/sweep.mp3"
    static let seconds = 20.0

    /// The file, of which 4,000 bytes are a second of music.
    static func bytes() throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: file) else { throw HouseError("cannot read \(file)") }
        return Array(data)
    }

    /// The place in the track that a tone stands for, in milliseconds.
    static func position(ofHertz hertz: Double) -> Double { (hertz - 300) * 10 }
}

/// What `now` told, and between which instants of true time it was asked.
struct ToldPosition {
    var asked: Int64
    var answered: Int64
    var now: Answer.Now
}

extension House {
    func told() throws -> ToldPosition {
        let asked = TrueTime.now()
        let now = try now()
        return ToldPosition(asked: asked, answered: TrueTime.now(), now: now)
    }

    /// What `now` tells in so many seconds.
    func told(for seconds: Double) throws -> [ToldPosition] {
        var all: [ToldPosition] = []
        let end = TrueTime.now() + TrueTime.seconds(seconds)
        while TrueTime.now() < end {
            all.append(try told())
            TrueTime.pass(seconds: 0.03)
        }
        return all
    }
}

extension Recording {
    /// The place in the sweep that is heard around an instant, in milliseconds; nil where there is no tone all the
    /// time, or more than one.
    func sweepPosition(at time: Int64, window: Double = 0.04) -> Double? {
        guard let segment = segment(at: time) else { return nil }
        let first = Int(segment.frame(at: time - TrueTime.seconds(window / 2)))
        let values = mono(first..<first + Int(window * segment.hertz), of: segment)
        var crossings: [Double] = []
        for (frame, (before, after)) in zip(values, values.dropFirst()).enumerated() where before < 0 && after >= 0 {
            crossings.append(Double(frame) - before / (after - before))
        }
        guard let start = crossings.first, let end = crossings.last, crossings.count > 4 else { return nil }
        let period = (end - start) / Double(crossings.count - 1)
        // A silence or a jump is where the periods differ.
        let periods = zip(crossings, crossings.dropFirst()).map { $1 - $0 }
        guard periods.allSatisfy({ abs($0 - period) < 0.15 * period }) else { return nil }
        return Sweep.position(ofHertz: segment.hertz / period)
    }

    /// Whether something that was heard between asking and answering was told. In silence that has to be what is heard
    /// next, the command lead and what a start takes later.
    func agrees(with told: ToldPosition, within milliseconds: Double) -> Bool {
        // Places are not known nearer to a cut.
        let window = TrueTime.seconds(0.06)
        var heard = places(from: told.asked - window, to: told.answered + window)
        if places(from: told.asked, to: told.answered).isEmpty {
            heard += places(from: told.answered, to: told.answered + TrueTime.seconds(0.2))
        }
        return heard.contains { abs($0 - Double(told.now.positionMs)) < milliseconds }
    }

    private func places(from start: Int64, to end: Int64) -> [Double] {
        // Near a joint a short look is the only one that sees one tone alone.
        stride(from: start, through: end, by: 5_000_000).compactMap {
            sweepPosition(at: $0) ?? sweepPosition(at: $0, window: 0.02)
        }
    }

    /// What was told while it played is what was heard.
    func expectAgreement(
        with told: [ToldPosition],
        within milliseconds: Double = 100,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let playing = told.filter { $0.now.state == "playing" }
        #expect(!playing.isEmpty, "nothing was told while it played", sourceLocation: sourceLocation)
        let wrong = playing.filter { !agrees(with: $0, within: milliseconds) }
        let details = wrong.prefix(5).map { one in
            let heard = sweepPosition(at: (one.asked + one.answered) / 2).map { "\(Int($0))" } ?? "nothing"
            return "told \(one.now.positionMs), heard \(heard)"
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(playing.count): \(details)", sourceLocation: sourceLocation)
    }
}
