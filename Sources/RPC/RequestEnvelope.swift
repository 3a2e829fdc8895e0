/// One call as it travels to the server.
package struct RequestEnvelope: Hashable, Sendable {
    package var method: MethodDescriptor
    /// In ms, how long the caller waits from now on; 0: as long as the server likes.
    package var timeoutMilliseconds: UInt32
    package var metadata: Metadata
    /// The request message, protobuf.
    package var payload: [UInt8]

    package init(
        method: MethodDescriptor,
        timeoutMilliseconds: UInt32 = 0,
        metadata: Metadata = Metadata(),
        payload: [UInt8]
    ) {
        self.method = method
        self.timeoutMilliseconds = timeoutMilliseconds
        self.metadata = metadata
        self.payload = payload
    }

    /// - Throws: `.invalidArgument` or `.resourceExhausted` where a part is too large or not valid.
    package func encoded() throws(RPCError) -> [UInt8] {
        let name = method.fullName
        guard name.utf8.count <= EnvelopeLimits.methodName, MethodDescriptor(fullName: name) == method else {
            throw RPCError(
                .invalidArgument,
                "‘\(name)’ is not a method name: at most 255 ASCII characters, one slash"
            )
        }
        try EnvelopeLayout.check(metadata)
        guard payload.count <= EnvelopeLimits.message else { throw Self.tooLarge(name, payload.count) }
        let bytes = EnvelopeLayout(
            magic: EnvelopeLayout.requestMagic,
            word: timeoutMilliseconds,
            text: Array(name.utf8),
            metadata: metadata,
            payload: payload
        ).encoded()
        guard bytes.count <= EnvelopeLimits.message else { throw Self.tooLarge(name, bytes.count) }
        return bytes
    }

    /// - Throws: an error to answer with: `.unimplemented` for another version, else `.invalidArgument`.
    package init(decoding bytes: [UInt8]) throws(RPCError) {
        let layout: EnvelopeLayout
        do throws(EnvelopeFault) {
            layout = try EnvelopeLayout(decoding: bytes, magic: EnvelopeLayout.requestMagic)
        } catch {
            throw Self.answer(to: error)
        }
        guard
            layout.text.count <= EnvelopeLimits.methodName,
            let name = String(validating: layout.text, as: UTF8.self),
            let method = MethodDescriptor(fullName: name)
        else { throw Self.answer(to: .damaged("method name not valid")) }
        self.init(
            method: method,
            timeoutMilliseconds: layout.word,
            metadata: layout.metadata,
            payload: layout.payload
        )
    }

    private static func tooLarge(_ name: String, _ size: Int) -> RPCError {
        RPCError(
            .resourceExhausted,
            "cannot send a request of \(size) bytes to \(name): the limit is \(EnvelopeLimits.message); ask for less at once"
        )
    }

    private static func answer(to fault: EnvelopeFault) -> RPCError {
        switch fault {
        case .foreign:
            RPCError(.invalidArgument, "the bytes received are not a request of Tutti's control protocol")
        case .version(let version): .otherVersion(version, of: "caller")
        case .damaged(let part):
            RPCError(.invalidArgument, "the request received is damaged: \(part)")
        }
    }
}
