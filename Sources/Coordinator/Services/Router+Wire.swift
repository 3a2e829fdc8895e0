package import RPC
package import WireFormat

extension Router {
    /// Registers the handler of a method of `Protos/`.
    package mutating func serve<Request: WireMessage, Response: WireMessage>(
        _ method: WireMethod<Request, Response>,
        _ handler: @escaping @Sendable (Request, CallContext) async throws(RPCError) -> Response
    ) {
        guard let descriptor = MethodDescriptor(fullName: method.name) else {
            preconditionFailure("\(method.name) is not a method's name")
        }
        register(descriptor) { (payload, context) async throws(RPCError) -> [UInt8] in
            let request: Request
            do throws(WireFormatError) {
                request = try Request(decoding: payload)
            } catch {
                throw RPCError(.invalidArgument, "cannot read the request of \(method.name): \(error)", cause: error)
            }
            return try await handler(request, context).encoded()
        }
    }
}
