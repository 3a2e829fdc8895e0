package import AudioCore
import PlaybackCore
import WireFormat

/// What follows from what the book holds.
extension RoomBook {
    package var sorted: [Entry] {
        rooms.values.sorted { ($0.settings.name, $0.id) < ($1.settings.name, $1.id) }
    }

    package func counts(zone: String) -> (known: Int, connected: Int) {
        let ours = rooms.values.filter { $0.zone == zone }
        return (ours.count, ours.count { $0.isConnected })
    }

    /// How often rooms are to report now.
    package var reportInterval: Interval {
        let spread = Interval(nanoseconds: Int64(connectedCount) * 1_000_000_000 / Self.reportsPerSecond)
        return min(max(spread, Self.reportInterval), Self.longestReportInterval)
    }

    /// The smallest command lead that every connected room of a zone can honour.
    package func commandLead(zone: String) -> Interval {
        var lead: Interval?
        for room in rooms.values where room.isConnected && room.zone == zone {
            lead = max(lead ?? .zero, room.neededLead ?? CommandLead.unknown)
        }
        guard let lead else { return CommandLead.withoutRooms }
        return min(max(lead, CommandLead.limits.lowerBound), CommandLead.limits.upperBound)
    }

    /// How much later than the fastest the packets arrive in a zone's worst connected room; zero without rooms.
    package func worstArrivalTail(zone: String) -> Interval {
        var worst: Int64 = 0
        for room in rooms.values where room.isConnected && room.zone == zone {
            worst = max(worst, room.sync?.arrivalTailNs ?? 0)
        }
        return Interval(nanoseconds: worst)
    }
}
