import AudioCore
import COpus

extension AudioError {
    /// What libopus said while something was done: `task` reads "encode 20 ms of audio".
    static func opus(_ task: String, _ rawCode: Int32, code: Code = .internal) -> Self {
        let reason = opus_strerror(rawCode).map { String(cString: $0) } ?? "code \(rawCode)"
        return Self(code, "cannot \(task): libopus says ‘\(reason)’", rawCode: rawCode)
    }
}
