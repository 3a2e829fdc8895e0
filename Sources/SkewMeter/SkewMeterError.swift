/// Why recordings could not be measured.
package struct SkewMeterError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// The journal is not one that a virtual card of this version writes: record anew.
        case malformedJournal
        /// The recordings share too little time: record longer, or skip less.
        case nothingInCommon
    }

    package var code: Code
    /// What was being done, to what, what went wrong, what to do: one line.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { self.message }
}
