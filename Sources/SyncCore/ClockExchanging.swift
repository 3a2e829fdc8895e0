import AudioCore

/// The node's end of the clock channel. Used on one thread.
package protocol ClockExchanging: AnyObject {
    /// Readable while `receive` has something to give.
    var fileDescriptor: Int32 { get }
    /// Asks for the time; what cannot be sent is lost like a lost packet.
    /// - Parameter audioPort: of the zone whose timeline revision the answer is to tell.
    func request(audioPort: UInt16)
    /// The next answer of the session that this channel was made for; nil where there is none now. Never blocks.
    func receive() -> ClockAnswer?
}

/// What a reply of the clock channel brought.
package struct ClockAnswer: Hashable, Sendable {
    /// Complete once the next reply has told when this one's reply was really sent; nil until then.
    package var exchange: ClockExchange?
    /// The low bits of the newest timeline's revision, 0 where not told.
    package var timelineRevision: UInt32

    package init(exchange: ClockExchange?, timelineRevision: UInt32) {
        self.exchange = exchange
        self.timelineRevision = timelineRevision
    }
}
