/// Watches the jacks of a sound card. Used on one thread, which is not the audio thread.
package protocol JackWatching: AnyObject {
    /// Readable when something may have changed.
    var fileDescriptor: Int32 { get }
    /// Whether something is plugged in; takes note of what has changed. Nil: the card does not tell any more.
    func isPlugged() -> Bool?
}
