import CNNG
import RPC

/// nng's messages as bytes. Whoever holds the pointer owns the message; nng takes it over when a send succeeds.
enum NNGMessage {
    static func make(_ bytes: [UInt8]) throws(RPCError) -> OpaquePointer {
        var message: OpaquePointer?
        let code = nng_msg_alloc(&message, 0)
        guard code == 0, let message else { throw outOfMemory(code) }
        let appended = bytes.withUnsafeBytes { nng_msg_append(message, $0.baseAddress, $0.count) }
        guard appended == 0 else {
            nng_msg_free(message)
            throw outOfMemory(appended)
        }
        return message
    }

    /// Copies the body and frees the message.
    static func take(_ message: OpaquePointer) -> [UInt8] {
        defer { nng_msg_free(message) }
        return Array(UnsafeRawBufferPointer(start: nng_msg_body(message), count: nng_msg_len(message)))
    }

    private static func outOfMemory(_ code: Int32) -> RPCError {
        RPCError(.resourceExhausted, "cannot make a message: \(NNGResult.text(code))", rawCode: code)
    }
}
