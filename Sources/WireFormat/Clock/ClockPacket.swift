package import AudioCore

/// The fixed layout that both clock packets share; Documentation/wire-protocol.md gives every byte. Request and reply
/// have the same size, so a forged sender address gains nothing.
package enum ClockPacket {
    /// Bytes of every clock packet.
    package static let size = 80
    package static let version: UInt8 = 1
    /// TUTC, as a little-endian integer.
    private static let magicNumber: UInt32 = 0x4354_5554

    enum Kind: UInt8 {
        case request = 1
        case reply = 2
    }

    enum Offset {
        /// Of a request.
        static let audioPort = 12
        /// Of a reply, at the same place.
        static let timelineRevision = 12
        static let nonce = 16
        static let session = 24
        static let nodeSent = 32
        static let coordinatorReceived = 40
        static let coordinatorSent = 48
        static let previous = 56
    }

    /// - Precondition: `buffer` holds `size` bytes.
    /// - Returns: the packet's place in `buffer`, zero but for what both kinds have in common.
    static func begin(_ kind: Kind, in buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
        precondition(buffer.count >= size, "a clock packet needs 80 bytes")
        let packet = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
        packet.initializeMemory(as: UInt8.self, repeating: 0)
        packet.put(magicNumber, at: 0)
        packet.put(version, at: 4)
        packet.put(kind.rawValue, at: 5)
        return packet
    }

    /// Checks what both kinds have in common. Allocates nothing.
    static func check(_ packet: UnsafeRawBufferPointer, _ kind: Kind) throws(WireFormatError) {
        guard packet.count == size else {
            throw WireFormatError(
                packet.count < size ? .truncated : .malformed,
                "clock packet: not of 80 bytes; it is dropped"
            )
        }
        guard packet.integer(at: 0, as: UInt32.self) == magicNumber else {
            throw WireFormatError(.malformed, "clock packet: it does not begin with TUTC; it is dropped")
        }
        guard packet[4] == version, packet[5] == kind.rawValue else {
            throw WireFormatError(.unsupported, "clock packet: unexpected version or kind; it is ignored")
        }
        guard packet.integer(at: 8, as: UInt32.self) == 0 else {
            throw WireFormatError(.unsupported, "clock packet: authenticated with a key; it is ignored")
        }
    }
}

/// What a room sends on the clock channel.
package struct ClockRequest: Hashable, Sendable, BitwiseCopyable {
    /// Unpredictable; echoed in the reply, which is accepted only with it.
    package var nonce: UInt64
    /// The coordinator's session that the room is registered with; 0 where it knows none.
    package var session: UInt64
    /// t1: when the room sent it.
    package var sent: Instant<NodeClock>
    /// The nonce of an earlier reply of which the room asks when it was really sent; 0: of none.
    package var previousNonce: UInt64
    /// The audio port that the room listens to, which says whose timeline revision it wants to know; 0: the default
    /// zone's.
    package var audioPort: UInt32

    package init(
        nonce: UInt64,
        session: UInt64,
        sent: Instant<NodeClock>,
        previousNonce: UInt64 = 0,
        audioPort: UInt32 = 0
    ) {
        self.nonce = nonce
        self.session = session
        self.sent = sent
        self.previousNonce = previousNonce
        self.audioPort = audioPort
    }

    /// Allocates nothing.
    /// - Precondition: `buffer` holds `ClockPacket.size` bytes; that many are written.
    package func encode(into buffer: UnsafeMutableRawBufferPointer) {
        let packet = ClockPacket.begin(.request, in: buffer)
        packet.put(audioPort, at: ClockPacket.Offset.audioPort)
        packet.put(nonce, at: ClockPacket.Offset.nonce)
        packet.put(session, at: ClockPacket.Offset.session)
        packet.put(sent.nanoseconds, at: ClockPacket.Offset.nodeSent)
        packet.put(previousNonce, at: ClockPacket.Offset.previous)
    }

    /// Reads any bytes; allocates nothing and never traps.
    /// - Parameter packet: exactly what was received.
    package init(decoding packet: UnsafeRawBufferPointer) throws(WireFormatError) {
        try ClockPacket.check(packet, .request)
        audioPort = packet.integer(at: ClockPacket.Offset.audioPort, as: UInt32.self)
        nonce = packet.integer(at: ClockPacket.Offset.nonce, as: UInt64.self)
        session = packet.integer(at: ClockPacket.Offset.session, as: UInt64.self)
        sent = Instant(nanoseconds: packet.integer(at: ClockPacket.Offset.nodeSent, as: Int64.self))
        previousNonce = packet.integer(at: ClockPacket.Offset.previous, as: UInt64.self)
    }
}

/// What the coordinator answers on the clock channel.
package struct ClockReply: Hashable, Sendable, BitwiseCopyable {
    /// The request's.
    package var nonce: UInt64
    /// The coordinator's own, whatever the request expected.
    package var session: UInt64
    /// t1: when the room sent the request, echoed.
    package var requestSent: Instant<NodeClock>
    /// t2: when the coordinator received the request.
    package var requestReceived: Instant<CoordinatorClock>
    /// t3: when the coordinator sent this.
    package var replySent: Instant<CoordinatorClock>
    /// The low 32 bits of the newest timeline revision, so that a room notices a timeline that it missed;
    /// 0 where the coordinator does not tell.
    package var timelineRevision: UInt32
    /// When the reply to the request's `previousNonce` left the coordinator's network stack; nil where it is not known.
    package var previousSent: Instant<CoordinatorClock>?

    /// - Parameters:
    ///   - timelineRevision: the whole revision, of which the low 32 bits travel; 0: not told.
    ///   - previousSent: as the property.
    package init(
        answering request: ClockRequest,
        session: UInt64,
        requestReceived: Instant<CoordinatorClock>,
        replySent: Instant<CoordinatorClock>,
        timelineRevision: UInt64,
        previousSent: Instant<CoordinatorClock>? = nil
    ) {
        nonce = request.nonce
        self.session = session
        requestSent = request.sent
        self.requestReceived = requestReceived
        self.replySent = replySent
        self.timelineRevision = UInt32(truncatingIfNeeded: timelineRevision)
        self.previousSent = previousSent
    }

    /// Allocates nothing.
    /// - Precondition: `buffer` holds `ClockPacket.size` bytes; that many are written.
    package func encode(into buffer: UnsafeMutableRawBufferPointer) {
        let packet = ClockPacket.begin(.reply, in: buffer)
        packet.put(timelineRevision, at: ClockPacket.Offset.timelineRevision)
        packet.put(nonce, at: ClockPacket.Offset.nonce)
        packet.put(session, at: ClockPacket.Offset.session)
        packet.put(requestSent.nanoseconds, at: ClockPacket.Offset.nodeSent)
        packet.put(requestReceived.nanoseconds, at: ClockPacket.Offset.coordinatorReceived)
        packet.put(replySent.nanoseconds, at: ClockPacket.Offset.coordinatorSent)
        packet.put(previousSent?.nanoseconds ?? 0, at: ClockPacket.Offset.previous)
    }

    /// Reads any bytes; allocates nothing and never traps. The times are whatever the sender wrote.
    /// - Parameter packet: exactly what was received.
    package init(decoding packet: UnsafeRawBufferPointer) throws(WireFormatError) {
        try ClockPacket.check(packet, .reply)
        timelineRevision = packet.integer(at: ClockPacket.Offset.timelineRevision, as: UInt32.self)
        nonce = packet.integer(at: ClockPacket.Offset.nonce, as: UInt64.self)
        session = packet.integer(at: ClockPacket.Offset.session, as: UInt64.self)
        requestSent = Instant(nanoseconds: packet.integer(at: ClockPacket.Offset.nodeSent, as: Int64.self))
        let received = packet.integer(at: ClockPacket.Offset.coordinatorReceived, as: Int64.self)
        requestReceived = Instant(nanoseconds: received)
        replySent = Instant(nanoseconds: packet.integer(at: ClockPacket.Offset.coordinatorSent, as: Int64.self))
        let previous = packet.integer(at: ClockPacket.Offset.previous, as: Int64.self)
        previousSent = previous == 0 ? nil : Instant(nanoseconds: previous)
    }
}
