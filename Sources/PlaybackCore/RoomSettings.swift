package import AudioCore

/// What a user sets for a room.
package struct RoomSettings: Hashable, Sendable {
    package var name: String
    /// In percent, 0 to 100; `gain(forVolume:)` says what that means.
    package var volume: Int
    package var muted: Bool
    /// How much later (positive) or earlier (negative) the room plays, in steps of 0.1 ms; see `maximumDelay`.
    package var delay: Interval
    /// -100: only the left channel; 100: only the right one.
    package var balance: Int
    package var channels: ChannelMode
    /// What the volume never exceeds, in percent.
    package var ceiling: Int
    /// The zone pauses when this room's device or jack is unplugged.
    package var pauseOnUnplug: Bool

    package static let maximumDelay = Interval.milliseconds(2_000)
    package static let delayStep = Interval.microseconds(100)
    /// In characters.
    package static let maximumNameLength = 64
    /// In UTF-8: a character may consist of any number of combining marks.
    package static let maximumNameBytes = 256
    /// A room that is new starts at a modest volume.
    package static let initialVolume = 60

    package init(
        name: String,
        volume: Int = RoomSettings.initialVolume,
        muted: Bool = false,
        delay: Interval = .zero,
        balance: Int = 0,
        channels: ChannelMode = .stereo,
        ceiling: Int = 100,
        pauseOnUnplug: Bool = false
    ) {
        self.name = name
        self.volume = volume
        self.muted = muted
        self.delay = delay
        self.balance = balance
        self.channels = channels
        self.ceiling = ceiling
        self.pauseOnUnplug = pauseOnUnplug
    }

    /// Checks every value and rounds the delay to its step.
    /// - Parameter isNamed: whether the name is new; one that an earlier version took stays.
    /// - Throws: `invalidArgument` for a bad name, `outOfRange` for a volume, delay, balance or ceiling beyond its
    ///   limits.
    package func validated(isNamed: Bool = true) throws(PlaybackError) -> RoomSettings {
        var result = self
        if isNamed { result.name = try Self.validName(name) }
        result.volume = try Self.validVolume(volume)
        result.delay = try Self.validDelay(delay)
        guard (-100...100).contains(balance) else {
            throw PlaybackError(.outOfRange, "cannot set the balance to \(balance): give a number from -100 to 100")
        }
        guard (0...100).contains(ceiling) else {
            throw PlaybackError(.outOfRange, "cannot set the ceiling to \(ceiling): give a number from 0 to 100")
        }
        return result
    }

    package static func validVolume(_ volume: Int) throws(PlaybackError) -> Int {
        guard (0...100).contains(volume) else {
            throw PlaybackError(.outOfRange, "cannot set the volume to \(volume): give a number from 0 to 100")
        }
        return volume
    }

    /// - Returns: the delay rounded to the nearest step (halves away from zero).
    package static func validDelay(_ delay: Interval) throws(PlaybackError) -> Interval {
        guard -maximumDelay <= delay, delay <= maximumDelay else {
            throw PlaybackError(
                .outOfRange,
                "cannot set a delay of \(delay.milliseconds) ms: give one from \(-maximumDelay.milliseconds) to "
                    + "\(maximumDelay.milliseconds) ms"
            )
        }
        let step = delayStep.nanoseconds
        let half = delay.nanoseconds < 0 ? -step / 2 : step / 2
        return Interval(nanoseconds: (delay.nanoseconds + half) / step * step)
    }

    /// - Returns: the name without white space around it.
    package static func validName(_ name: String) throws(PlaybackError) -> String {
        var trimmed = name[...]
        while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        guard !trimmed.isEmpty, trimmed.count <= maximumNameLength, trimmed.utf8.count <= maximumNameBytes else {
            throw PlaybackError(
                .invalidArgument,
                "a name has 1 to \(maximumNameLength) characters, in at most \(maximumNameBytes) bytes: give another one"
            )
        }
        guard trimmed.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw PlaybackError(.invalidArgument, "a name has no line breaks or control characters: give another one")
        }
        guard !trimmed.unicodeScalars.contains(where: reorders), trimmed.unicodeScalars.contains(where: isSeen) else {
            throw PlaybackError(
                .invalidArgument,
                "a name has characters that are seen, and none that turn the text around them: give another one"
            )
        }
        return String(trimmed)
    }

    /// Embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9), and separators of lines.
    private static func reorders(_ scalar: Unicode.Scalar) -> Bool {
        (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .format
    }
}
