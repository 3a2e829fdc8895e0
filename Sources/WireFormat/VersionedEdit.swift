/// An edit of the queue that may be for one version of it only.
package protocol VersionedEdit {
    var expectedVersion: UInt64 { get set }
    var hasExpectedVersion: Bool { get set }
}

extension VersionedEdit {
    /// The version that the edit is for; nil: any. Callers that do not know the flag name versions above 0.
    package var seenVersion: UInt64? {
        get { hasExpectedVersion || expectedVersion > 0 ? expectedVersion : nil }
        set { (expectedVersion, hasExpectedVersion) = (newValue ?? 0, newValue != nil) }
    }
}

extension Wire.AddRequest: VersionedEdit {}
extension Wire.RemoveRequest: VersionedEdit {}
extension Wire.MoveRequest: VersionedEdit {}
extension Wire.ClearRequest: VersionedEdit {}
