import AudioCore

/// The node's end of the clock channel. Used on one thread.
package protocol ClockExchanging: AnyObject {
    /// Readable while `receive` has something to give.
    var fileDescriptor: Int32 { get }
    /// Asks for the time; what cannot be sent is lost like a lost packet. `nonce` comes back in the reply.
    func request(nonce: UInt64)
    /// The next reply of the session that this channel was made for; nil where there is none now. Never blocks.
    func receive() -> ClockAnswer?
}

/// One reply of the clock channel.
package struct ClockAnswer: Hashable, Sendable {
    package var nonce: UInt64
    package var exchange: ClockExchange
    /// The low bits of the newest timeline's revision, 0 where not told.
    package var timelineRevision: UInt32

    package init(nonce: UInt64, exchange: ClockExchange, timelineRevision: UInt32) {
        self.nonce = nonce
        self.exchange = exchange
        self.timelineRevision = timelineRevision
    }
}
