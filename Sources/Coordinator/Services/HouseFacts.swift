package import AudioCore

/// What does not change while a coordinator runs.
package struct HouseFacts: Sendable {
    /// The ports that follow from the first.
    package struct Ports: Hashable, Sendable {
        package var control: UInt16
        package var events: UInt16
        package var clock: UInt16
        /// The default zone's.
        package var audio: UInt16
        /// For further zones: one each, in this order; fewer where the first port is among the highest.
        package var furtherAudio: [UInt16]

        /// - Parameter first: at most 65,532.
        package init(first: UInt16) {
            control = first
            events = first + 1
            clock = first + 2
            audio = first + 3
            let last = min(Int(first) + 2 + ZoneTable.maximumZones, Int(UInt16.max))
            furtherAudio = (Int(first) + 4..<last + 1).map { UInt16($0) }
        }
    }

    /// Random, not 0: identifies this start of the coordinator.
    package var session: UInt64
    package var version: String
    package var capabilities: [String] = []
    package var zone: String
    package var ports: Ports
    package var lead: Interval
    package var bitrate: Int
    package var stateDirectory: String
    package var started: Instant<CoordinatorClock>
    /// What had to be repaired at the start, one line each.
    package var warnings: [String]

    package init(
        session: UInt64,
        version: String,
        zone: String,
        ports: Ports,
        lead: Interval,
        bitrate: Int,
        stateDirectory: String,
        started: Instant<CoordinatorClock>,
        warnings: [String] = []
    ) {
        self.session = session
        self.version = version
        self.zone = zone
        self.ports = ports
        self.lead = lead
        self.bitrate = bitrate
        self.stateDirectory = stateDirectory
        self.started = started
        self.warnings = warnings
    }
}
