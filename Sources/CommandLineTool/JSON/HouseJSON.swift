package import WireFormat

// The JSON of rooms, status and events. The names are a contract with scripts (Documentation/cli.md): members are only
// ever added.

extension Wire.ListRoomsResponse {
    /// What `rooms` prints.
    package var json: JSONValue { ["rooms": .array(rooms.map(\.json))] }
}

extension Wire.Room {
    package var json: JSONValue {
        [
            "room": .string(name),
            "id": .string(id),
            "connected": .boolean(connected),
            "state": .string(state.spelling),
            "device": .string(device?.name ?? ""),
            "volume": .unsigned(UInt64(volumePercent)),
            "muted": .boolean(muted),
            "delay_ms": .number(Double(delayNs) / 1_000_000),
            "balance": .integer(Int64(balance)),
            "channels": .string(channels.spelling),
            "ceiling": .unsigned(channels == .unspecified ? 100 : UInt64(ceilingPercent)),
            "pause_on_unplug": .boolean(pauseOnUnplug),
            "sync": (sync ?? Wire.SyncReport()).json(of: self),
            "zone": .string(zone),
            "version": .string(version),
            "address": .string(address),
            "double_address": .string(doubleAddress),
            "device_report": device?.json ?? .null,
        ]
    }
}

extension Wire.SyncReport {
    /// Where the room has not reported, and where it is offline, every figure is null.
    func json(of room: Wire.Room) -> JSONValue {
        let isKnown = room.sync != nil && room.connected
        func scaled(_ value: Int64?, by unit: Double) -> JSONValue {
            value.flatMap { isKnown ? .number(Double($0) / unit) : nil } ?? .null
        }
        func count(_ value: UInt64) -> JSONValue { isKnown ? .unsigned(value) : .null }
        return [
            "offset_us": scaled(offsetNs, by: 1_000),
            "uncertainty_us": scaled(known(\.uncertaintyNs), by: 1_000),
            "drift_ppm": scaled(driftPpb, by: 1_000),
            "playout_error_us": scaled(playoutErrorNs, by: 1_000),
            "playout_error_p50_us": scaled(playoutErrorP50Ns, by: 1_000),
            "playout_error_p99_us": scaled(playoutErrorP99Ns, by: 1_000),
            "rate_ppm": scaled(ratePpb, by: 1_000),
            "buffer_ms": scaled(bufferNs, by: 1_000_000),
            "arrival_tail_ms": scaled(arrivalTailNs, by: 1_000_000),
            "round_trip_us": scaled(known(\.roundTripNs), by: 1_000),
            "exchanges_per_second": scaled(Int64(exchangesPerSecondMilli), by: 1_000),
            "late": count(late),
            "lost": count(lost),
            "repaired": count(repaired),
            "concealed": count(concealed),
            "xruns": count(xruns),
            "resyncs": count(resyncs),
            "counting_s": countingNs > 0 ? scaled(countingNs, by: 1_000_000_000) : .null,
            "clock_steps": count(clockSteps),
            "state": .string(room.condition.spelling),
            "reason": .string(room.conditionReason),
        ]
    }
}

extension Wire.DeviceReport {
    var json: JSONValue {
        [
            "name": .string(name),
            "open": .boolean(open),
            "error": .string(error),
            "sample_rate_hz": .unsigned(UInt64(sampleRateHz)),
            "channels": .unsigned(UInt64(channels)),
            "format": .string(format),
            "period_frames": .unsigned(UInt64(periodFrames)),
            "buffer_frames": .unsigned(UInt64(bufferFrames)),
            "granularity_frames": .unsigned(UInt64(granularityFrames)),
            "realtime": .boolean(realtime),
        ]
    }
}

extension Wire.GetStatusResponse {
    /// What `status` prints.
    package var json: JSONValue {
        [
            "version": .string(version),
            "protocol_version": .unsigned(UInt64(protocolVersion)),
            "capabilities": .array(capabilities.map { .string($0) }),
            "session_id": .string("\(sessionId)"),
            "uptime_ms": .integer(uptimeMs),
            "events_port": .unsigned(UInt64(eventsPort)),
            "rooms_known": .unsigned(UInt64(roomsKnown)),
            "rooms_connected": .unsigned(UInt64(roomsConnected)),
            "lead_ms": .number(Double(leadNs) / 1_000_000),
            "present_lead_ms": .number(Double(presentLeadNs) / 1_000_000),
            "maximum_lead_ms": .number(Double(maximumLeadNs) / 1_000_000),
            "command_lead_ms": .number(Double(commandLeadNs) / 1_000_000),
            "bitrate_bps": .unsigned(UInt64(bitrateBps)),
            "state_directory": .string(stateDirectory),
            "warnings": .array(warnings.map { .string($0) }),
        ]
    }
}

extension Wire.Event {
    /// What `events` prints for each. What the event does not tell is absent.
    package var json: JSONValue {
        var json: JSONValue = [
            "kind": .string(kind.spelling),
            "revision": .unsigned(revision),
            "session_id": .string("\(sessionId)"),
            "zone": .string(zone),
            "time_ns": .integer(timeNs),
        ]
        if let nowPlaying { json = json.adding("now", nowPlaying.json) }
        if let item { json = json.adding("item", item.json) }
        if let room { json = json.adding("room", room.json) }
        if kind == .queueChanged {
            json = json.adding("queue_version", .unsigned(queueVersion))
            json = json.adding("queue_length", .unsigned(UInt64(queueLength)))
        }
        return kind == .lyricLine ? json.adding(SungLine(self)) : json
    }
}
