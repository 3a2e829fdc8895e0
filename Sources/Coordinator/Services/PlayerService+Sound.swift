import RPC
import WireFormat

/// Speed and loudness of what a zone plays.
extension PlayerService {
    func registerSound(_ zones: ZoneTable, on router: inout Router) {
        router.serve(Wire.PlayerService.setRate) { (request, _) async throws(RPCError) in
            try await zones[request.zone].setRate(Int(request.ratePermille))
        }
        router.serve(Wire.PlayerService.setReplayGain) { (request, _) async throws(RPCError) in
            guard let mode = request.mode.value else {
                throw RPCError(
                    .invalidArgument,
                    "cannot set the loudness: no mode was given; use off, track or album"
                )
            }
            return try await zones[request.zone].setReplayGain(mode)
        }
    }
}
