package import AudioCore

/// What a user sees of transport.
package enum TransportState: String, Hashable, Sendable, CaseIterable {
    case stopped
    case playing
    case paused
}

/// What the coordinator has to do. It does the actions of one outcome in order.
package enum ZoneAction: Hashable, Sendable {
    /// Drop what is prepared and play this item from here: a new generation, as soon as the command lead allows.
    case start(QueueItem, at: Interval)
    /// As `start`, within the item that plays already: a new generation, but no new item.
    case seek(QueueItem, to: Interval)
    /// The item before has been heard to its end, and this one is what is heard now: what was prepared goes on without
    /// a gap. If it was not prepared in time, start it. In `paused` it is what is held.
    case continueWith(QueueItem)
    /// Fall silent at the next possible frame and keep what is prepared.
    case pause
    /// Go on with the frame at which `pause` fell silent.
    case resume
    /// Drop what is prepared and be silent; this item is shown as paused here. `play` will start it.
    case cue(QueueItem, at: Interval)
    /// Drop what is prepared and be silent.
    case stop
    /// What follows the current item has changed: ask `plan` again; what is prepared beyond the end of the current item
    /// and does not fit has to be replaced.
    case replan
}

/// What watchers may want to be told of.
package struct ZoneChanges: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The list of items.
    package static let list = ZoneChanges(rawValue: 1)
    /// What is known of an item: status, title, duration.
    package static let item = ZoneChanges(rawValue: 2)
    /// Which item is the current one (also when it begins anew).
    package static let current = ZoneChanges(rawValue: 4)
    package static let transport = ZoneChanges(rawValue: 8)
    /// The mode and the switches.
    package static let modes = ZoneChanges(rawValue: 16)
}

/// The answer to one event.
package struct ZoneOutcome: Hashable, Sendable {
    package var actions: [ZoneAction] = []
    /// What has to be stored before the call is acknowledged.
    package var edits: [ZoneEdit] = []
    package var changes: ZoneChanges = []
    /// Whether the item that was current is left because it has come to its end, or somebody went there.
    package var isAtEnd = false

    package init(actions: [ZoneAction] = [], edits: [ZoneEdit] = [], changes: ZoneChanges = []) {
        self.actions = actions
        self.edits = edits
        self.changes = changes
    }
}
