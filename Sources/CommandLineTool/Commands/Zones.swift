import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let zones = Subcommand(
        "zones",
        "show the zones: each is one queue and the rooms that play it",
        isOfHouse: true,
        examples: [HelpEntry("tutti zones", "shows what plays where")]
    ) { (_, session) throws(CommandFailure) in
        let response = try session.call(.zones)
        let output = session.outside.output
        try session.show(["zones": .array(response.zones.map(\.json))]) {
            ZonesText.lines(
                response.zones,
                width: output.isTerminal ? output.size.columns : nil,
                palette: session.palette
            ).joined(separator: "\n")
        }
    }
}

extension Wire.Zone {
    /// What `zones` prints of each.
    package var json: JSONValue {
        [
            "zone": .string(name),
            "id": .string(id),
            "default": .boolean(isDefault),
            "state": .string(state.spelling),
            "volume": .unsigned(UInt64(volumePercent)),
            "rooms_known": .unsigned(UInt64(roomsKnown)),
            "rooms_connected": .unsigned(UInt64(roomsConnected)),
            "queue_length": .unsigned(UInt64(queueLength)),
        ]
    }
}

/// The zones, for people.
enum ZonesText {
    static func lines(_ zones: [Wire.Zone], width: Int?, palette: Palette) -> [String] {
        var table = Table([
            .init("ZONE", minimum: 8), .init("STATE"), .init("VOLUME", right: true), .init("ROOMS", right: true),
            .init("TRACKS", right: true), .init(""),
        ])
        for zone in zones {
            table.add([
                .init(zone.name, .bold), .init(zone.state.spelling), .init("\(zone.volumePercent)"),
                .init("\(zone.roomsConnected)/\(zone.roomsKnown)"), .init("\(zone.queueLength)"),
                .init(zone.isDefault ? "default" : "", .faint),
            ])
        }
        return table.lines(width: width, palette: palette)
    }

    static func line(_ zone: Wire.Zone) -> String {
        let rooms = Wording.count(Int(zone.roomsConnected), "room")
        let tracks = Wording.count(Int(zone.queueLength), "track")
        return "\(oneLine(zone.name)): \(zone.state.spelling), volume \(zone.volumePercent), \(rooms), \(tracks)"
    }
}
