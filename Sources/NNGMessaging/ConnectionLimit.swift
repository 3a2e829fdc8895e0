/// How many connections a listening socket has at most: each takes a descriptor of the process, and whoever opens them
/// and says nothing must not take those that files are opened with.
package struct ConnectionLimit: Sendable {
    package let connections: Int
    /// The oldest peer that has never said anything makes way for a new one; otherwise the new one is refused.
    var replacesSilent = false
    /// Called for each connection that is refused or has made way, on a thread of nng's; must not wait.
    package let refused: @Sendable () -> Void

    package init(connections: Int, refused: @escaping @Sendable () -> Void = {}) {
        self.connections = max(1, connections)
        self.refused = refused
    }

    /// More than any house needs.
    package static let standard = ConnectionLimit(connections: 1_024)
}
