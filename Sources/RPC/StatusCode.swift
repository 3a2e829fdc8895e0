/// How a call ended: the canonical codes of gRPC, with its numbers (grpc.io, "Status codes and their use in gRPC").
package enum StatusCode: UInt32, Hashable, Sendable, CaseIterable {
    case ok = 0
    /// The caller gave up.
    case cancelled = 1
    /// Something that no other code describes. Remedy: report it.
    case unknown = 2
    /// The request is wrong whatever the state. Remedy: correct it.
    case invalidArgument = 3
    /// No answer in time; the call may have taken effect. Remedy: look, then try again.
    case deadlineExceeded = 4
    case notFound = 5
    case alreadyExists = 6
    /// The caller's role does not allow it.
    case permissionDenied = 7
    /// Too much of something, or too large.
    case resourceExhausted = 8
    /// Right request, wrong state. Remedy: change the state first.
    case failedPrecondition = 9
    /// Something changed in between. Remedy: read again, then repeat.
    case aborted = 10
    /// Past the end of something.
    case outOfRange = 11
    /// The peer does not know the method, or not this version of the protocol. Remedy: update the older one.
    case unimplemented = 12
    /// A bug. Remedy: report it.
    case `internal` = 13
    /// The peer cannot be reached now. Remedy: check that it runs; try again.
    case unavailable = 14
    /// Stored data is damaged.
    case dataLoss = 15
    case unauthenticated = 16

    /// As gRPC spells it: `NOT_FOUND`.
    package var name: String {
        switch self {
        case .ok: "OK"
        case .cancelled: "CANCELLED"
        case .unknown: "UNKNOWN"
        case .invalidArgument: "INVALID_ARGUMENT"
        case .deadlineExceeded: "DEADLINE_EXCEEDED"
        case .notFound: "NOT_FOUND"
        case .alreadyExists: "ALREADY_EXISTS"
        case .permissionDenied: "PERMISSION_DENIED"
        case .resourceExhausted: "RESOURCE_EXHAUSTED"
        case .failedPrecondition: "FAILED_PRECONDITION"
        case .aborted: "ABORTED"
        case .outOfRange: "OUT_OF_RANGE"
        case .unimplemented: "UNIMPLEMENTED"
        case .internal: "INTERNAL"
        case .unavailable: "UNAVAILABLE"
        case .dataLoss: "DATA_LOSS"
        case .unauthenticated: "UNAUTHENTICATED"
        }
    }
}
