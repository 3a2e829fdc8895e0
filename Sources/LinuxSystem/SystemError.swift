private import Glibc

/// A call to the operating system that failed. Remedy: in the message, where one is known.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done to what.
    package var message: String
    /// The errno value.
    package var code: Int32

    package init(_ message: String, code: Int32) {
        self.message = message
        self.code = code
    }

    package var description: String { "\(message): \(String(cString: strerror(code)))" }
}
