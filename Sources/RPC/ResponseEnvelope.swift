/// One answer as it travels to the caller.
package struct ResponseEnvelope: Hashable, Sendable {
    package var status: StatusCode
    /// Empty where the status is `.ok`, else one line for people.
    package var message: String
    package var metadata: Metadata
    /// The response message, protobuf; empty unless the status is `.ok`.
    package var payload: [UInt8]

    package init(payload: [UInt8], metadata: Metadata = Metadata()) {
        self.status = .ok
        self.message = ""
        self.metadata = metadata
        self.payload = payload
    }

    package init(error: RPCError) {
        self.status = error.code == .ok ? .unknown : error.code
        self.message = error.message
        self.metadata = Metadata()
        self.payload = []
    }

    /// Always succeeds: an answer that is too large becomes one that says so.
    package func encoded() -> [UInt8] {
        let size = EnvelopeLayout.headSize + payload.count + message.utf8.count
        var metadataError: RPCError?
        do throws(RPCError) { try EnvelopeLayout.check(metadata) } catch { metadataError = error }
        if let metadataError {
            return ResponseEnvelope(error: RPCError(.internal, metadataError.message)).encoded()
        }
        let bytes =
            size > EnvelopeLimits.message
            ? []
            : EnvelopeLayout(
                magic: EnvelopeLayout.responseMagic,
                word: status.rawValue,
                text: Self.cut(message),
                metadata: metadata,
                payload: payload
            ).encoded()
        guard !bytes.isEmpty, bytes.count <= EnvelopeLimits.message else {
            let limit = EnvelopeLimits.message
            let text = "the answer of \(payload.count) bytes is above the limit of \(limit); ask for less at once"
            return ResponseEnvelope(error: RPCError(.resourceExhausted, text)).encoded()
        }
        return bytes
    }

    /// Status and message of an answer in any version are understood, for their layout never changes; so the two
    /// sides' versions are named even by the older program.
    /// - Throws: `.unimplemented` for an answer in another version that is not an error itself; `.internal` for bytes
    ///   that are no answer.
    package init(decoding bytes: [UInt8]) throws(RPCError) {
        let layout: EnvelopeLayout
        let version = bytes.count > 4 ? bytes[4] : 0
        do throws(EnvelopeFault) {
            layout = try EnvelopeLayout(
                decoding: bytes,
                magic: EnvelopeLayout.responseMagic,
                readsAnyVersion: true
            )
        } catch {
            throw Self.report(error)
        }
        // A code from the future is an error of unknown kind.
        self.status = StatusCode(rawValue: layout.word) ?? .unknown
        self.message = String(decoding: layout.text, as: UTF8.self)
        self.metadata = layout.metadata
        self.payload = layout.payload
        if version != EnvelopeVersion.current, status == .ok { throw Self.report(.version(version)) }
    }

    /// The payload of a good answer.
    /// - Throws: what the server said went wrong.
    package func success() throws(RPCError) -> [UInt8] {
        guard status == .ok else { throw RPCError(status, message.isEmpty ? status.name : message) }
        return payload
    }

    private static func report(_ fault: EnvelopeFault) -> RPCError {
        switch fault {
        case .foreign:
            RPCError(.internal, "what answered does not speak Tutti's control protocol: check the address and port")
        case .version(let version): .otherVersion(version, of: "coordinator")
        case .damaged(let part):
            RPCError(.internal, "the answer received is damaged: \(part)")
        }
    }

    /// At most 4096 bytes, cut between characters.
    private static func cut(_ message: String) -> [UInt8] {
        let bytes = Array(message.utf8)
        guard bytes.count > EnvelopeLimits.statusMessage else { return bytes }
        var end = EnvelopeLimits.statusMessage
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }
}
