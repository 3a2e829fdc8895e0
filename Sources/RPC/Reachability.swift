/// What a look at a server finds that uses nothing of the transport that calls it.
package enum Reachability: Hashable, Sendable {
    /// It takes connections, and greets as a server of calls does.
    case greets
    case silent
    /// Its name has no address; with the system's reason.
    case unresolved(String)
}
