import RPC
package import WireFormat

/// One call of the control services, ready to be sent by `BlockingControlClient`.
package struct ControlCall<Response: WireMessage>: Sendable {
    /// `tutti.v1.PlayerService/Play`.
    package let name: String
    /// The request, encoded.
    package let payload: [UInt8]
    /// How long the caller waits; nil for the client's own default.
    package var timeout: Duration?

    package init<Request: WireMessage>(
        _ method: WireMethod<Request, Response>,
        _ request: Request,
        timeout: Duration? = nil
    ) {
        name = method.name
        payload = request.encoded()
        self.timeout = timeout
    }

    /// The same call for another zone, where it is one of a zone: every request of `PlayerService` and `QueueService`
    /// names its zone in field 1, but for `InspectTracks`, which knows no zones. It is appended to the message: of a
    /// field that comes twice the last one counts (Protocol Buffers, "Encoding", last one wins).
    /// - Parameter zone: an id or a name; empty changes nothing.
    package func inZone(_ zone: String) -> Self {
        let isOfZone = ["PlayerService/", "QueueService/"].contains { name.hasPrefix("tutti.v1.\($0)") }
        guard isOfZone, !zone.isEmpty, name != Wire.PlayerService.inspectTracks.name else { return self }
        return Self(name: name, payload: payload + Wire.PauseRequest(zone: zone).encoded(), timeout: timeout)
    }

    private init(name: String, payload: [UInt8], timeout: Duration?) {
        self.name = name
        self.payload = payload
        self.timeout = timeout
    }

    /// - Throws: `.internal` where the generated name is not one of a method.
    func descriptor() throws(RPCError) -> MethodDescriptor {
        guard let descriptor = MethodDescriptor(fullName: name) else {
            throw RPCError(.internal, "\(name) is not a method name; report this")
        }
        return descriptor
    }

    /// - Throws: `.internal` where the answer is not a `Response`.
    func response(_ bytes: [UInt8]) throws(RPCError) -> Response {
        do {
            return try Response(decoding: bytes)
        } catch {
            throw RPCError(
                .internal,
                "the answer to \(name) does not decode: \(error); update the older of the two programs",
                cause: error
            )
        }
    }
}

/// The transport of a zone. An empty zone is the default one.
extension ControlCall where Response == Wire.TransportResponse {
    /// Resumes, or starts the current item.
    package static func play(zone: String = "") -> Self { Self(Wire.PlayerService.play, .init(zone: zone)) }

    /// Starts the item at a 0-based place.
    package static func play(index: UInt32, zone: String = "") -> Self {
        Self(Wire.PlayerService.play, .init(zone: zone, hasIndex: true, index: index))
    }

    package static func play(item: UInt64, zone: String = "") -> Self {
        Self(Wire.PlayerService.play, .init(zone: zone, itemId: item))
    }

    package static func pause(zone: String = "") -> Self { Self(Wire.PlayerService.pause, .init(zone: zone)) }
    package static func toggle(zone: String = "") -> Self { Self(Wire.PlayerService.toggle, .init(zone: zone)) }
    package static func stop(zone: String = "") -> Self { Self(Wire.PlayerService.stop, .init(zone: zone)) }
    package static func next(zone: String = "") -> Self { Self(Wire.PlayerService.next, .init(zone: zone)) }
    package static func previous(zone: String = "") -> Self { Self(Wire.PlayerService.previous, .init(zone: zone)) }

    package static func seek(_ target: SeekTarget, zone: String = "") -> Self {
        switch target {
        case .absolute(let milliseconds):
            Self(Wire.PlayerService.seek, .init(zone: zone, relative: false, positionMs: milliseconds))
        case .relative(let milliseconds):
            Self(Wire.PlayerService.seek, .init(zone: zone, relative: true, positionMs: milliseconds))
        }
    }

    /// The zone's volume in percent, which scales that of its rooms.
    package static func setVolume(_ percent: UInt32, zone: String = "") -> Self {
        Self(Wire.PlayerService.setVolume, .init(zone: zone, volumePercent: percent))
    }

    /// - Parameter permille: thousandths of the recorded speed.
    package static func setRate(permille: UInt32, zone: String = "") -> Self {
        Self(Wire.PlayerService.setRate, .init(zone: zone, ratePermille: permille))
    }

    package static func setReplayGain(_ mode: Wire.ReplayGainMode, zone: String = "") -> Self {
        Self(Wire.PlayerService.setReplayGain, .init(zone: zone, mode: mode))
    }

    /// Nil leaves a switch as it is.
    package static func setSwitches(consume: Bool? = nil, stopAfterCurrent: Bool? = nil, zone: String = "") -> Self {
        Self(
            Wire.PlayerService.setSwitches,
            .init(
                zone: zone,
                hasConsume: consume != nil,
                consume: consume ?? false,
                hasStopAfterCurrent: stopAfterCurrent != nil,
                stopAfterCurrent: stopAfterCurrent ?? false
            )
        )
    }

    package static func setMode(_ mode: Wire.PlayMode, zone: String = "") -> Self {
        Self(Wire.PlayerService.setMode, .init(zone: zone, mode: mode))
    }
}

extension ControlCall where Response == Wire.GetNowPlayingResponse {
    package static func nowPlaying(zone: String = "") -> Self {
        Self(Wire.PlayerService.getNowPlaying, .init(zone: zone))
    }
}

extension ControlCall where Response == Wire.AddResponse {
    /// Searching large folders and fetching playlists take their time, hence the timeout.
    package static func add(_ request: Wire.AddRequest) -> Self {
        Self(Wire.QueueService.add, request, timeout: .seconds(60))
    }

    package static func add(_ uris: [String], zone: String = "") -> Self {
        add(Wire.AddRequest(zone: zone, uris: uris, place: .end))
    }
}

extension ControlCall where Response == Wire.InspectTracksResponse {
    /// Opening tracks takes its time, hence the timeout.
    package static func inspect(_ uris: [String]) -> Self {
        Self(Wire.PlayerService.inspectTracks, .init(uris: uris), timeout: .seconds(30))
    }
}

extension ControlCall where Response == Wire.ListResponse {
    /// One page of the queue.
    package static func queue(from first: UInt32 = 0, count: UInt32 = 0, zone: String = "") -> Self {
        Self(Wire.QueueService.list, .init(zone: zone, firstIndex: first, count: count))
    }
}

extension ControlCall where Response == Wire.QueueResponse {
    /// - Parameter ifVersion: the version of the queue that the edit is for, also of the calls below; nil: any.
    package static func remove(_ ids: [UInt64], ifVersion: UInt64? = nil, zone: String = "") -> Self {
        edit(Wire.QueueService.remove, .init(zone: zone, ids: ids), ifVersion)
    }

    /// - Parameter index: 0-based place after the move.
    package static func move(_ id: UInt64, to index: UInt32, ifVersion: UInt64? = nil, zone: String = "") -> Self {
        edit(Wire.QueueService.move, .init(zone: zone, id: id, index: index), ifVersion)
    }

    package static func clear(ifVersion: UInt64? = nil, zone: String = "") -> Self {
        edit(Wire.QueueService.clear, .init(zone: zone), ifVersion)
    }

    private static func edit<Request: WireMessage & VersionedEdit>(
        _ method: WireMethod<Request, Response>,
        _ request: Request,
        _ version: UInt64?
    ) -> Self {
        var request = request
        request.seenVersion = version
        return Self(method, request)
    }
}

extension ControlCall where Response == Wire.ListRoomsResponse {
    package static var rooms: Self { Self(Wire.HouseService.listRooms, .init()) }
}

extension ControlCall where Response == Wire.UpdateRoomResponse {
    package static func update(_ request: Wire.UpdateRoomRequest) -> Self {
        Self(Wire.HouseService.updateRoom, request)
    }
}

extension ControlCall where Response == Wire.ForgetRoomResponse {
    /// - Parameter room: an id or a name.
    package static func forget(room: String) -> Self { Self(Wire.HouseService.forgetRoom, .init(room: room)) }
}

extension ControlCall where Response == Wire.ListZonesResponse {
    package static var zones: Self { Self(Wire.HouseService.listZones, .init()) }
}

extension ControlCall where Response == Wire.CreateZoneResponse {
    package static func createZone(_ name: String) -> Self { Self(Wire.HouseService.createZone, .init(name: name)) }
}

extension ControlCall where Response == Wire.DeleteZoneResponse {
    /// - Parameter zone: an id or a name.
    package static func deleteZone(_ zone: String) -> Self { Self(Wire.HouseService.deleteZone, .init(zone: zone)) }
}

extension ControlCall where Response == Wire.RenameZoneResponse {
    /// - Parameter zone: an id or a name.
    package static func renameZone(_ zone: String, to name: String) -> Self {
        Self(Wire.HouseService.renameZone, .init(zone: zone, name: name))
    }
}

extension ControlCall where Response == Wire.GetStatusResponse {
    package static var status: Self { Self(Wire.HouseService.getStatus, .init()) }
}

/// Lyrics and artwork. An empty zone is the default one.
extension ControlCall where Response == Wire.GetLyricsResponse {
    /// - Parameter item: an id in the queue; 0 is the current one. Tags on a network take their time, hence the
    ///   timeout.
    package static func lyrics(item: UInt64 = 0, zone: String = "") -> Self {
        Self(Wire.PlayerService.getLyrics, .init(zone: zone, itemId: item), timeout: .seconds(20))
    }
}

extension ControlCall where Response == Wire.GetArtworkResponse {
    /// - Parameter size: of the longer side in pixels; 0 leaves it to the coordinator. A cover on a network takes its
    ///   time, hence the timeout.
    package static func artwork(withLyrics: Bool, size: UInt32 = 0, zone: String = "") -> Self {
        Self(
            Wire.PlayerService.getArtwork,
            .init(zone: zone, withLyrics: withLyrics, sizePixels: size),
            timeout: .seconds(20)
        )
    }
}
