/// What a shell offers in the place of an operand or of an option's value.
package enum Completion: Hashable, Sendable {
    case nothing
    case files
    case words([String])
    /// Names of this kind, which only the running system knows.
    case names(String)
}
