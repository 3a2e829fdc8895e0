import AudioCore
import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let artLyrics = Flag("lyrics", help: "draw the line that is sung and its neighbours on it; always PNG")
    static let artSize = Option(
        optional: "size",
        .integer(in: 64...1_600, unit: "pixels").named("PIXELS"),
        help: "make its longer side at most this long; with --lyrics, exactly"
    )
    static let artFile = Option(
        optional: "output",
        short: "o",
        .text.named("FILE").completing(.files),
        help: "where to write it; - is standard output"
    )

    static let art = Subcommand(
        "art",
        "write the cover of what plays to a file",
        details: [
            "Without --lyrics the cover is written as it is (JPEG or PNG mostly), made smaller only where it is larger than "
                + "asked for or longer than 1 MB. A track without a cover has a picture with its title."
        ],
        options: [artLyrics.declaration, artSize.declaration, artFile.declaration],
        examples: [
            HelpEntry("tutti art -o cover.jpg", "writes the cover"),
            HelpEntry("tutti art --lyrics -o - | display", "shows it with the lines that are sung now"),
        ]
    ) { (parsed, session) throws(CommandFailure) in
        guard let file = parsed[artFile] else {
            throw .usage(parsed.usageError("--output is missing; name a file, as in ‘tutti art -o cover.jpg’"))
        }
        let output = session.outside.output
        if file.isEmpty { throw .usage(parsed.usageError("--output: the value is empty")) }
        if file == "-", output.isTerminal {
            throw .failed("cannot write a picture to a terminal; name a file after -o, or redirect the output")
        }
        let size = UInt32(clamping: parsed[artSize] ?? 0)
        let art = try session.call(.artwork(withLyrics: parsed[artLyrics], size: size))
        if file == "-" { return try output.write(bytes: art.image) }
        try session.outside.save(art.image, file)
        let name = ByteText.shown(file)
        try session.show(art.json(file: name)) {
            let kind = art.isPlaceholder ? "; drawn, since the track has no cover that can be shown" : ""
            return "\(oneLine(name)): \(art.mimeType), \(Wording.bytes(art.image.count))\(kind)"
        }
    }
}
