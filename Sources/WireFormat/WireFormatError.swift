/// Why bytes are not what they should be, or a value cannot be put on the wire.
package struct WireFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The bytes end before what they announce. Remedy: drop them; if it repeats, the peer or the network is
        /// broken.
        case truncated
        /// The bytes are not of this format. Remedy: drop them; something else may be using the port.
        case malformed
        /// Text that is not UTF-8 or holds a NUL. Remedy: drop the message.
        case invalidText
        /// A value outside what its field allows. Remedy: drop the message.
        case outOfRange
        /// A version or kind that this release does not know. Remedy: ignore it; update the older side.
        case unsupported
        /// More than a receiver accepts. Remedy: ask for less at a time.
        case tooLarge
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
