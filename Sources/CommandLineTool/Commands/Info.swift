import AudioCore
import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    /// Tracks in one call: few enough for its timeout.
    private static let tracksPerCall = 8

    /// What comes over a network is asked for alone: its server may be slow.
    private static func portions(_ uris: [String]) -> [[String]] {
        uris.reduce(into: []) { portions, uri in
            let isFull = portions.last.map { $0.count == tracksPerCall || $0.contains(where: TrackURI.isElsewhere) }
            if isFull ?? true || TrackURI.isElsewhere(uri) { portions.append([]) }
            portions[portions.count - 1].append(uri)
        }
    }

    static let info = Subcommand(
        "info",
        "show all there is to know of tracks, in the queue or not",
        usage: "FILE...",
        details: [
            "Paths mean files on the coordinator's machine; a relative path starts from the folder where this command runs. "
                + "A track that cannot be read is told on standard error, and the command fails then."
        ],
        operands: 1...Int.max,
        operandNames: [HelpEntry("FILE", "a file or address")],
        completions: [.init(.files)],
        isOfHouse: true,
        examples: [
            HelpEntry("tutti info song.mp3", "shows its tags, length, pictures and lyrics"),
            HelpEntry("tutti info --json *.mp3", "prints an object for scripts"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        let uris = try session.absolute(parsed)
        var tracks = [Wire.TrackDetails]()
        for some in portions(uris) {
            let start = tracks.count
            let found = try session.call(.inspect(some)).tracks
            tracks += found
            if session.options.json { continue }
            // Told as they come: a long list takes a while.
            for (index, track) in found.enumerated() {
                if !track.error.isEmpty { session.outside.complain("tutti: \(oneLine(track.error))") }
                let lines = TrackText.lines(track, palette: session.palette)
                guard !lines.isEmpty else { continue }
                let gap = start + index == 0 ? "" : "\n"
                try session.outside.output.write(gap + lines.joined(separator: "\n") + "\n")
            }
        }
        if session.options.json {
            let value: JSONValue = ["tracks": .array(tracks.map(\.json))]
            try session.outside.output.write(value.text + "\n")
        }
        if tracks.contains(where: { !$0.error.isEmpty }) { throw .shown }
    }
}
