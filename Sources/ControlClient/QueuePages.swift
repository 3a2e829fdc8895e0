package import RPC
package import WireFormat

/// Puts the pages of a queue together: one answer holds at most what fits a message.
package struct QueuePages: Sendable {
    private let zone: String
    private var whole = Wire.ListResponse()
    private var restarts = 0

    /// How often the queue may change under the reader.
    private static let maximumRestarts = 8

    package init(zone: String = "") { self.zone = zone }

    /// The call to make now.
    package var next: ControlCall<Wire.ListResponse> { .queue(from: UInt32(clamping: whole.items.count), zone: zone) }

    /// - Returns: the queue once it is complete, all of one version.
    /// - Throws: `.aborted` where it changed too often.
    package mutating func add(_ page: Wire.ListResponse) throws(RPCError) -> Wire.ListResponse? {
        if !whole.items.isEmpty, page.version != whole.version {
            restarts += 1
            guard restarts <= Self.maximumRestarts else {
                throw RPCError(.aborted, "cannot read the queue: it changes faster than it can be read; try again")
            }
            whole = Wire.ListResponse()
            return nil
        }
        let items = whole.items + page.items
        whole = page
        whole.items = items
        // An empty page ends the list whatever the length says: never ask for the same page twice.
        let isComplete = page.items.isEmpty || items.count >= Int(page.queueLength)
        return isComplete ? whole : nil
    }
}
