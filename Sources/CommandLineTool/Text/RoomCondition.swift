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

extension Wire.SyncReport {
    /// A figure of the clock; nil where no exchange has been answered, and it is as large as can be.
    func known(_ figure: KeyPath<Self, Int64>) -> Int64? {
        let value = self[keyPath: figure]
        return value == .max ? nil : value
    }
}
