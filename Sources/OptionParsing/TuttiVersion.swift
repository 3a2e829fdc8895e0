/// The version of all executables: the only place it is written.
package enum TuttiVersion {
    package static let text = "0.1.0"
}
