import AudioCore
import Glibc

/// The command line as it was given: Swift's own repairs what is no UTF-8.
enum ProcessArguments {
    /// Without the executable's name, each a `ByteText`.
    static var all: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }.map { text(of: $0) }
    }

    /// Of a C string, as `ByteText`.
    static func text(of string: UnsafePointer<CChar>) -> String {
        ByteText.text(of: Array(UnsafeRawBufferPointer(start: string, count: strlen(string))))
    }
}
