import ControlClient
import OptionParsing

extension ValueType where Value == Int64 {
    /// A time in milliseconds, written as `M:SS`, `H:MM:SS` or seconds.
    static var time: Self {
        Self(
            placeholder: "M:SS",
            describe: { Wording.time(milliseconds: $0) },
            convert: { (text) throws(ValueProblem) in
                guard let value = SeekTarget.milliseconds(text[...]) else {
                    throw ValueProblem("‘\(text)’ is not a time; give one such as 1:30 or 90")
                }
                return value
            }
        )
    }
}
