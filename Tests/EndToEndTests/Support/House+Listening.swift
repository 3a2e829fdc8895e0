import Foundation
import SkewMeter

extension House {
    /// What a room's card has given so far.
    func recording(_ name: String) throws -> Recording {
        guard let journal = FileManager.default.contents(atPath: path("\(name).journal")),
            let sound = FileManager.default.contents(atPath: path("\(name).pcm"))
        else { throw HouseError("the card of \(name) has recorded nothing") }
        return try Recording(name: name, journal: Array(journal), sound: Array(sound))
    }

    /// Waits until a tenth of a second without sound has left each room's card.
    func waitUntilSilent(_ names: String...) throws {
        for name in names {
            try wait(for: "silence in \(name)") {
                let recording = try recording(name)
                guard let end = recording.span?.upperBound else { return false }
                return recording.isSilent(from: end - TrueTime.seconds(0.1), to: end)
            }
        }
    }

    /// Waits until a room's card has given sound a tenth of a second after an instant or later.
    func waitUntilSounding(_ name: String, since time: Int64) throws {
        try wait(for: "sound in \(name)") {
            let recording = try recording(name)
            guard let end = recording.span?.upperBound else { return false }
            return !recording.isSilent(from: time + TrueTime.seconds(0.1), to: end)
        }
    }
}
