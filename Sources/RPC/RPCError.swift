/// Why a call, a connection or a message failed. The code says what a program may do about it, the message is one
/// line for people: what was being done, to what, what went wrong, what to do.
package struct RPCError: Error, Sendable, CustomStringConvertible {
    /// Never `.ok`.
    package var code: StatusCode
    package var message: String
    package var cause: (any Error)?
    /// The C library's own code, where there is one.
    package var rawCode: Int32?
    /// Nothing was connected: the request has not left this program.
    package var isUnsent = false

    package init(_ code: StatusCode, _ message: String, cause: (any Error)? = nil, rawCode: Int32? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
        self.rawCode = rawCode
    }

    package var description: String { message }
}
