/// Why a text is not a value of its type, as the end of a message: `‘abc’ is not a number; give one from 0 to 100`.
package struct ValueProblem: Error, Hashable, Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }
}

/// How the text of an option or operand becomes a value.
package struct ValueType<Value: Sendable>: Sendable {
    /// What stands for the value in usage lines.
    package var placeholder: String
    /// Text to value.
    package let convert: @Sendable (String) throws(ValueProblem) -> Value
    /// Value to text, for defaults in the help.
    package let describe: @Sendable (Value) -> String
    package var completion: Completion

    package init(
        placeholder: String,
        completion: Completion = .nothing,
        describe: @escaping @Sendable (Value) -> String = { "\($0)" },
        convert: @escaping @Sendable (String) throws(ValueProblem) -> Value
    ) {
        self.placeholder = placeholder
        self.completion = completion
        self.convert = convert
        self.describe = describe
    }

    /// The same type under another placeholder.
    package func named(_ placeholder: String) -> Self {
        var copy = self
        copy.placeholder = placeholder
        return copy
    }

    /// The same type with something else to offer.
    package func completing(_ completion: Completion) -> Self {
        var copy = self
        copy.completion = completion
        return copy
    }
}

extension ValueType where Value == String {
    /// Any text but the empty one.
    package static var text: Self {
        Self(placeholder: "TEXT") { (text) throws(ValueProblem) in
            if text.isEmpty { throw ValueProblem("the value is empty") }
            return text
        }
    }
}

extension ValueType where Value == Int {
    /// - Parameter range: with `Int.max` as its end it has none.
    package static func integer(in range: ClosedRange<Int>, unit: String = "") -> Self {
        let end = range.upperBound == .max ? "on" : "to \(range.upperBound)"
        let bounds = "from \(range.lowerBound) \(end)" + (unit.isEmpty ? "" : " \(unit)")
        return Self(placeholder: "N") { (text) throws(ValueProblem) in
            if range.lowerBound >= 0 { try refusePlus(text, bounds) }
            guard let value = Int(text) else {
                throw ValueProblem("‘\(text)’ is not a whole number; give one \(bounds)")
            }
            guard range.contains(value) else { throw ValueProblem("\(value) is out of range; give a number \(bounds)") }
            return value
        }
    }
}

extension ValueType where Value == Double {
    /// Finite decimal numbers, with a point.
    package static func number(in range: ClosedRange<Double>, unit: String = "") -> Self {
        let bounds =
            "from \(decimal(range.lowerBound)) to \(decimal(range.upperBound))" + (unit.isEmpty ? "" : " \(unit)")
        return Self(
            placeholder: "X",
            describe: decimal,
            convert: { (text) throws(ValueProblem) in
                if range.lowerBound >= 0 { try refusePlus(text, bounds) }
                // `Double(String)` also takes hexadecimal, infinity and nan.
                guard text.utf8.allSatisfy({ isDecimalByte($0) }), let value = Double(text), value.isFinite else {
                    throw ValueProblem("‘\(text)’ is not a number; give one \(bounds)")
                }
                guard range.contains(value) else {
                    throw ValueProblem("\(decimal(value)) is out of range; give a number \(bounds)")
                }
                return value
            }
        )
    }
}

extension ValueType {
    /// One of `values`, each known by its name.
    package static func choice(_ values: [Value], name: @escaping @Sendable (Value) -> String) -> Self {
        let names = values.map(name)
        return Self(
            placeholder: names.joined(separator: "|"),
            completion: .words(names),
            describe: name,
            convert: { (text) throws(ValueProblem) in
                guard let index = names.firstIndex(of: text) else {
                    var problem = "‘\(text)’ is none of \(names.joined(separator: ", "))"
                    if let near = Suggestion.nearest(to: text, in: names) { problem += "; did you mean ‘\(near)’?" }
                    throw ValueProblem(problem)
                }
                return values[index]
            }
        )
    }
}

extension ValueType where Value: RawRepresentable<String> & CaseIterable {
    /// One of the enum's cases by its raw value.
    package static func choice(of: Value.Type) -> Self { choice(Array(Value.allCases)) { $0.rawValue } }
}

/// Where nothing is below zero, a sign would be meant as a change.
private func refusePlus(_ text: String, _ bounds: String) throws(ValueProblem) {
    guard text.utf8.first == UInt8(ascii: "+") else { return }
    throw ValueProblem("‘\(text)’ has a sign; give a number \(bounds)")
}

/// A number as people write it: without `.0`.
private func decimal(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

private func isDecimalByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
    default: false
    }
}
