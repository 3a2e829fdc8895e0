import AudioCore
import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let addNext = Flag("next", help: "add right after what plays")
    static let addAt = Option(
        optional: "at",
        .integer(in: 1...1_000_000).named("POSITION"),
        help: "add before the track that has this place now; the first is 1"
    )
    static let addReplacing = Flag("replace", help: "empty the queue first")
    static let addPlaying = Flag("play", help: "play the first of them at once")
    static let addFrom = Option(optional: "from", .time, help: "start the first of them here, each time it plays")
    static let addWithoutAutoplay = Flag(
        "no-autoplay",
        help: "pause at the start of each, where playback comes to it by itself"
    )
    static let addKeepingPosition = Flag(
        "keep-position",
        help: "go on where each was left, whenever it plays again: for audiobooks"
    )

    static let add = Subcommand(
        "add",
        "add files, folders, playlists or addresses to the queue",
        usage: "FILE...",
        details: [
            "Folders are searched through, in natural order. Paths mean files on the coordinator's machine; a relative "
                + "path starts from the folder where this command runs. An address with a scheme, such as http://, is "
                + "taken as it is; only file:, http: and https: are played.",
            "A playlist (M3U, M3U8, PLS, XSPF) adds its entries. Playlists inside folders are passed over.",
        ],
        options: [
            addNext.declaration, addAt.declaration, addReplacing.declaration, addPlaying.declaration,
            addFrom.declaration, addWithoutAutoplay.declaration, addKeepingPosition.declaration, ifVersion.declaration,
        ],
        operands: 1...Int.max,
        operandNames: [HelpEntry("FILE", "a file, folder, playlist or address")],
        completions: [.init(.files)],
        examples: [
            HelpEntry("tutti add ~/Music/album 01.mp3", "adds a folder and a file"),
            HelpEntry("tutti add --next song.mp3", "lets it play when this track is over"),
            HelpEntry("tutti add --replace --play jazz.m3u", "plays a playlist and nothing else"),
            HelpEntry("tutti add --keep-position book.mp3", "adds an audiobook that goes on where it was left"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        var request = try addRequest(parsed)
        request.uris = try session.absolute(parsed)
        for uri in request.uris { try refuseScheme(uri) }
        let ended = session.outside.busy("looking through what is to be added")
        let response: Wire.AddResponse
        do throws(CommandFailure) {
            response = try session.call(.add(request))
            ended()
        } catch {
            ended()
            throw error
        }
        try session.show(response.json) {
            let lines = response.warnings.map { "skipped: \(oneLine($0))" }
            return (lines + ["added \(summary(response.ids))"]).joined(separator: "\n")
        }
    }

    private static func addRequest(_ parsed: ParsedArguments) throws(CommandFailure) -> Wire.AddRequest {
        let places = [parsed[addNext], parsed[addAt] != nil, parsed[addReplacing]]
        guard places.count(where: { $0 }) <= 1 else {
            throw .usage(parsed.usageError("--next, --at and --replace exclude each other; give one of them"))
        }
        var request = Wire.AddRequest(place: .end)
        if parsed[addNext] { request.place = .next }
        if parsed[addReplacing] { request.place = .replace }
        if let position = parsed[addAt] {
            request.place = .at
            request.index = UInt32(position - 1)
        }
        request.play = parsed[addPlaying]
        request.startPositionMs = parsed[addFrom] ?? 0
        request.noAutoplay = parsed[addWithoutAutoplay]
        request.keepPosition = parsed[addKeepingPosition]
        request.seenVersion = version(parsed)
        return request
    }

    /// The coordinator says the same; a script need not ask it.
    private static func refuseScheme(_ uri: String) throws(CommandFailure) {
        guard let scheme = PathResolution.scheme(of: uri), scheme != "file", !TrackURI.webSchemes.contains(scheme)
        else { return }
        throw .failed("cannot add \(uri): \(TrackURI.refusal(ofScheme: scheme))")
    }

    private static func summary(_ ids: [UInt64]) -> String {
        let count = Wording.count(ids.count, "track")
        guard let first = ids.first, let last = ids.last else { return count }
        let isRow = last >= first && last - first == UInt64(ids.count - 1)
        let names =
            ids.count == 1
            ? "id \(first)" : isRow ? "ids \(first) to \(last)" : ids.map { "\($0)" }.joined(separator: " ")
        return "\(count) (\(names))"
    }
}
