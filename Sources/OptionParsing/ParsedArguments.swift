import AudioCore

/// A command line that makes sense: every value has been checked against its type.
package struct ParsedArguments: Sendable {
    /// `tutti add`, for errors found later.
    package let command: String
    package let operands: [String]
    let flags: Set<String>
    /// The texts given for each option, from the environment where the command line has none.
    let values: [String: [String]]

    package subscript(flag: Flag) -> Bool { flags.contains(flag.declaration.name) }

    /// The option's value: the last one given, else the environment's, else the default (nil for an optional one).
    /// - Precondition: a required option is one of those that the command declares.
    package subscript<Value>(option: Option<Value>) -> Value {
        if let value = all(option).last { return value }
        guard let absent = option.absent else {
            preconditionFailure("--\(option.declaration.name) is not declared by \(command)")
        }
        return absent
    }

    /// Every value that was given, in order; without the default.
    package func all<Value>(_ option: Option<Value>) -> [Value] {
        (values[option.declaration.name] ?? []).compactMap { try? option.convert($0) }
    }

    /// The operand at `index` as a value; nil where there are fewer.
    /// - Throws: `UsageError` naming the operand.
    package func operand<Value>(
        _ index: Int,
        _ name: String,
        _ type: ValueType<Value>
    ) throws(UsageError) -> Value? {
        guard operands.indices.contains(index) else { return nil }
        do {
            return try type.convert(operands[index])
        } catch {
            throw UsageError(command: command, "\(name): \(error.text)")
        }
    }

    /// - Parameter options: those whose operands and values may be names of files; only these need not be text.
    /// - Throws: where another argument, a `ByteText`, is no text.
    package func refuseBytes(inOperands: Bool, besides options: [OptionDeclaration]) throws(UsageError) {
        let files = Set(options.filter { $0.completion == .files }.map(\.name))
        let texts = values.filter { !files.contains($0.key) }.values.joined() + (inOperands ? operands : [])
        guard let odd = texts.first(where: { !ByteText.isText($0) }) else { return }
        throw usageError("‘\(ByteText.shown(odd))’ is not UTF-8; write it in a terminal that is set to UTF-8")
    }

    package func usageError(_ message: String) -> UsageError { UsageError(command: command, message) }
}
