/// What a playback command or a queue edit could not do. Nothing has changed when one is thrown.
package struct PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The codes have the meaning of gRPC's canonical codes of the same name.
    package enum Code: Hashable, Sendable {
        /// No item has this id. Remedy: look at the queue again.
        case notFound
        /// A position outside the queue. Remedy: give one inside it.
        case outOfRange
        /// A value that is never valid. Remedy: give a valid one.
        case invalidArgument
        /// Another one has this name. Remedy: give another name.
        case alreadyExists
        /// The state does not allow it. Remedy: as the message says.
        case failedPrecondition
        /// The queue has changed since the caller looked. Remedy: look again and repeat.
        case aborted
        /// A documented cap is reached. Remedy: remove something.
        case resourceExhausted
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

extension PlaybackError {
    package static func noItem(_ id: ItemID) -> Self {
        Self(.notFound, "the queue has no item with id \(id): list the queue to see the ids")
    }

    static func versionMismatch(expected: UInt64, actual: UInt64) -> Self {
        Self(
            .aborted,
            "the queue has changed since it was read (version \(expected), now \(actual)): list it and repeat the edit"
        )
    }

    static let emptyQueue = Self(.failedPrecondition, "the queue is empty: add something first")
    static let nothingPlaying = Self(.failedPrecondition, "nothing is playing: play something first")
}
