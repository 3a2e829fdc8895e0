import WireFormat

/// How a room is, in one word, and why.
extension Wire.Room {
    var condition: Wire.SyncState {
        guard connected else { return .offline }
        let state = sync?.state ?? .unspecified
        return state == .unspecified ? .syncing : state
    }

    /// Empty where there is nothing to say, as of a room that is in sync.
    var conditionReason: String {
        guard connected else { return "the room does not answer" }
        guard let sync, sync.state != .unspecified else { return "it has just connected" }
        if sync.reason.isEmpty, sync.state == .noDevice { return device?.error ?? "" }
        return sync.reason
    }
}
