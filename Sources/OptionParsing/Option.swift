/// What the parser and the help know of an option, whatever the type of its value.
package struct OptionDeclaration: Sendable {
    /// Without the dashes.
    package let name: String
    package let short: Character?
    /// nil: a flag, which takes no value.
    package let placeholder: String?
    package let help: String
    package let defaultText: String?
    /// The environment variable that stands in where the option is not given.
    package let environment: String?
    package let isRequired: Bool
    /// What its value completes to.
    package let completion: Completion
    package let check: @Sendable (String) throws(ValueProblem) -> Void

    package var takesValue: Bool { placeholder != nil }
}

/// An option without a value: given or not.
package struct Flag: Sendable {
    package let declaration: OptionDeclaration

    package init(_ name: String, short: Character? = nil, help: String) {
        declaration = OptionDeclaration(
            name: name,
            short: short,
            placeholder: nil,
            help: help,
            defaultText: nil,
            environment: nil,
            isRequired: false,
            completion: .nothing,
            check: { (_) throws(ValueProblem) in }
        )
    }
}

/// An option with a value of type `Value`. Where it is given more than once the last one counts;
/// `ParsedArguments.all` has each.
package struct Option<Value: Sendable>: Sendable {
    package let declaration: OptionDeclaration
    /// The value where the option is absent; nil for a required option.
    let absent: Value?
    let convert: @Sendable (String) throws(ValueProblem) -> Value

    /// An option with a default.
    package init(
        _ name: String,
        short: Character? = nil,
        _ type: ValueType<Value>,
        default value: Value,
        environment: String? = nil,
        help: String
    ) {
        self.init(name, short, type, environment, help, type.describe(value), value, type.convert)
    }

    /// An option whose absence means something: its value is nil then.
    package init<Wrapped>(
        optional name: String,
        short: Character? = nil,
        _ type: ValueType<Wrapped>,
        environment: String? = nil,
        help: String
    ) where Value == Wrapped? {
        let convert = type.convert
        self.init(name, short, type, environment, help, nil, .some(nil)) { (text) throws(ValueProblem) in
            try convert(text)
        }
    }

    /// An option that must be given (or stand in the environment).
    package init(
        required name: String,
        short: Character? = nil,
        _ type: ValueType<Value>,
        environment: String? = nil,
        help: String
    ) {
        self.init(name, short, type, environment, help, nil, nil, type.convert)
    }

    private init<Shown>(
        _ name: String,
        _ short: Character?,
        _ type: ValueType<Shown>,
        _ environment: String?,
        _ help: String,
        _ defaultText: String?,
        _ absent: Value?,
        _ convert: @escaping @Sendable (String) throws(ValueProblem) -> Value
    ) {
        self.absent = absent
        self.convert = convert
        declaration = OptionDeclaration(
            name: name,
            short: short,
            placeholder: type.placeholder,
            help: help,
            defaultText: defaultText,
            environment: environment,
            isRequired: absent == nil,
            completion: type.completion,
            check: { (text) throws(ValueProblem) in _ = try convert(text) }
        )
    }
}
