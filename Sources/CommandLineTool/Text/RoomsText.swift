package import WireFormat

/// The rooms, for people.
package enum RoomsText {
    /// The table of `rooms`.
    /// - Parameter width: nil where the output is no terminal.
    package static func lines(_ rooms: [Wire.Room], width: Int?, palette: Palette) -> [String] {
        guard !rooms.isEmpty else {
            return ["no room is known; start one with: tutti-room --coordinator HOST[:PORT]"]
        }
        // Who has one zone only has no use for its name.
        let hasZones = Set(rooms.map(\.zone)).count > 1
        let zone: [Table.Column] = hasZones ? [.init("ZONE", minimum: 8)] : []
        var table = Table(
            [.init("ROOM", minimum: 8)] + zone + [
                .init("STATE", minimum: 9), .init("VOLUME", right: true),
                .init("DELAY ms", right: true, sacrifice: 2), .init("ERROR us", right: true),
                .init("p99", right: true, sacrifice: 1), .init("CLOCK us", right: true, sacrifice: 3),
                .init("RATE ppm", right: true, sacrifice: 5), .init("BUFFER ms", right: true, sacrifice: 4),
                .init("TROUBLE", minimum: 9, sacrifice: 0), .init("DEVICE", minimum: 6, sacrifice: 6),
            ]
        )
        for room in rooms {
            var cells = cells(room)
            if hasZones { cells.insert(.init(room.zone), at: 1) }
            table.add(cells)
        }
        return table.lines(width: width, palette: palette) + rooms.compactMap(reasonLine) + rooms.compactMap(doubleLine)
    }

    /// Why a room is not in sync, below the table.
    private static func reasonLine(_ room: Wire.Room) -> String? {
        let reason = reason(room)
        return room.condition == .inSync || reason.isEmpty ? nil : "\(name(room)): \(state(room).text)\(reason)"
    }

    private static func doubleLine(_ room: Wire.Room) -> String? {
        room.doubleAddress.isEmpty
            ? nil : "\(name(room)): another room at \(oneLine(room.doubleAddress)) has the same id; see ‘tutti doctor’"
    }

    private static func name(_ room: Wire.Room) -> String { oneLine(room.name.isEmpty ? room.id : room.name) }

    private static func cells(_ room: Wire.Room) -> [Table.Cell] {
        let sync = room.connected ? room.sync : nil
        // Without a device there is no play-out to speak of.
        let playout = room.device?.open == false ? nil : sync
        func figure(_ value: Int64?, _ unit: Double) -> Table.Cell {
            .init(value.map { Wording.short(Double($0) / unit) } ?? "-")
        }
        return [
            .init(room.name.isEmpty ? room.id : room.name, .bold),
            state(room),
            .init(room.muted ? "muted" : "\(room.volumePercent)", room.muted ? .doubtful : .plain),
            .init(Wording.fixed(Double(room.delayNs) / 1_000_000, decimals: 1)),
            figure(playout?.playoutErrorNs, 1_000),
            figure(playout?.playoutErrorP99Ns, 1_000),
            .init(sync?.known(\.uncertaintyNs).map { "±" + Wording.short(Double($0) / 1_000) } ?? "-"),
            figure(playout?.ratePpb, 1_000),
            figure(sync?.bufferNs, 1_000_000),
            trouble(sync),
            .init(room.device?.name ?? ""),
        ]
    }

    static func state(_ room: Wire.Room) -> Table.Cell {
        switch room.condition {
        case .inSync: .init("in sync", .good)
        case .syncing, .unspecified: .init("syncing", .doubtful)
        case .noDevice: .init("no device", .bad)
        case .late: .init("late", .bad)
        case .offline: .init("offline", .bad)
        }
    }

    /// What went wrong since the room started, in a few words.
    private static func trouble(_ sync: Wire.SyncReport?) -> Table.Cell {
        guard let sync else { return .init("") }
        let counts: [(UInt64, String, String)] = [
            (sync.xruns, "xrun", "xruns"), (sync.concealed, "concealed", "concealed"), (sync.late, "late", "late"),
            (sync.resyncs, "resync", "resyncs"),
        ]
        let text = counts.filter { $0.0 > 0 }.map { Wording.count(Int(clamping: $0.0), $0.1, $0.2) }
            .joined(separator: ", ")
        return .init(text, .doubtful)
    }

    /// What `room NAME` prints.
    package static func details(_ room: Wire.Room, palette: Palette) -> [String] {
        var pairs: [(String, String)] = [
            ("room", palette(.bold, oneLine(room.name))),
            ("id", oneLine(room.id)),
            ("state", palette(state(room).style, state(room).text) + reason(room)),
            ("volume", "\(room.volumePercent)" + (room.muted ? ", muted" : "")),
            ("delay", Wording.fixed(Double(room.delayNs) / 1_000_000, decimals: 1) + " ms"),
        ]
        pairs += sound(room)
        if !room.zone.isEmpty { pairs.append(("zone", oneLine(room.zone))) }
        if let device = room.device {
            let shape =
                device.open
                ? "\(device.sampleRateHz) Hz, \(Wording.count(Int(device.channels), "channel")), \(oneLine(device.format)), periods of "
                    + "\(device.periodFrames) frames, buffer of \(device.bufferFrames)"
                    + (device.granularityFrames > 1 ? ", position in steps of \(device.granularityFrames)" : "")
                    + (device.realtime ? ", real-time priority" : "")
                : "not open: \(oneLine(device.error))"
            pairs.append(("device", "\(oneLine(device.name)) (\(shape))"))
        }
        if let sync = room.sync, room.connected { pairs += figures(sync) }
        if !room.address.isEmpty { pairs.append(("address", oneLine(room.address))) }
        if !room.version.isEmpty { pairs.append(("version", oneLine(room.version))) }
        let width = pairs.reduce(0) { max($0, $1.0.count) } + 2
        return pairs.map { DisplayWidth.pad($0.0, to: width) + $0.1 }
    }

    /// What is set of the sound besides the volume. An older coordinator tells nothing of it.
    private static func sound(_ room: Wire.Room) -> [(String, String)] {
        guard room.channels != .unspecified else { return [] }
        let side = room.balance < 0 ? "right" : "left"
        let balance = room.balance == 0 ? "even" : "\(room.balance), the \(side) channel quieter"
        return [
            ("ceiling", room.ceilingPercent >= 100 ? "none" : "\(room.ceilingPercent)"),
            ("balance", balance),
            ("channels", room.channels.spelling),
            ("unplugging", room.pauseOnUnplug ? "pauses its zone" : "is noted only"),
        ]
    }

    private static func reason(_ room: Wire.Room) -> String {
        room.conditionReason.isEmpty ? "" : ": \(oneLine(room.conditionReason))"
    }

    private static func figures(_ sync: Wire.SyncReport) -> [(String, String)] {
        let span = Wording.span
        // An older room does not tell.
        let time = sync.countingNs > 0 ? " in \(Wording.uptime(milliseconds: sync.countingNs / 1_000_000))" : ""
        let clock =
            sync.known(\.uncertaintyNs).map { uncertainty in
                "known to \(span(uncertainty)), drift \(Wording.fixed(Double(sync.driftPpb) / 1_000, decimals: 2)) ppm, "
                    + "round trip \(sync.known(\.roundTripNs).map(span) ?? "not known")"
            } ?? "not known yet"
        return [
            (
                "play-out error",
                "\(span(sync.playoutErrorNs)) now, \(span(sync.playoutErrorP50Ns)) median, "
                    + "\(span(sync.playoutErrorP99Ns)) p99"
            ),
            ("clock", clock),
            ("crystal", "\(Wording.fixed(Double(sync.ratePpb) / 1_000, decimals: 2)) ppm"),
            (
                "network",
                "\(span(sync.bufferNs)) in hand, packets up to \(span(sync.arrivalTailNs)) later than the fastest"
            ),
            (
                "packets",
                "\(sync.late) late, \(sync.lost) lost, \(sync.repaired) repaired, \(sync.concealed) concealed"
            ),
            ("steps", "\(sync.xruns) xruns, \(sync.resyncs) resyncs, \(sync.clockSteps) clock steps\(time)"),
        ]
    }
}

extension RoomsText {
    /// What a listener notices of a room, on one line, without figures that change all the time.
    package static func line(_ room: Wire.Room) -> String {
        let volume = room.muted ? "muted" : "volume \(room.volumePercent)"
        let delay =
            room.delayNs == 0 ? "" : ", delay \(Wording.fixed(Double(room.delayNs) / 1_000_000, decimals: 1)) ms"
        return "\(name(room)): \(state(room).text)\(reason(room)), \(volume)\(delay)\(unusual(room))"
    }

    /// What of the sound is not as it is in a new room.
    private static func unusual(_ room: Wire.Room) -> String {
        guard room.channels != .unspecified else { return "" }
        var text = ""
        if room.ceilingPercent < 100 { text += ", ceiling \(room.ceilingPercent)" }
        if room.balance != 0 { text += ", balance \(room.balance)" }
        if room.channels != .stereo { text += ", channels \(room.channels.spelling)" }
        if room.pauseOnUnplug { text += ", pauses on unplug" }
        return text
    }
}
