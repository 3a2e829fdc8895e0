import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    static let add = Subcommand(
        "add",
        "add files, folders or addresses to the queue",
        usage: "FILE...",
        details: [
            "Folders are searched through, in natural order. Paths mean files on the coordinator's machine; a relative "
                + "path starts from the folder where this command runs. An address with a scheme, such as http://, is "
                + "taken as it is."
        ],
        operands: 1...Int.max,
        operandNames: [HelpEntry("FILE", "a file, folder or address")],
        examples: [HelpEntry("tutti add ~/Music/album 01.mp3", "adds a folder and a file")]
    ) { (parsed, session) throws(CommandFailure) in
        let folder = session.outside.workingFolder()
        var uris = [String]()
        for operand in parsed.operands {
            if operand.isEmpty { throw .usage(parsed.usageError("FILE: the value is empty")) }
            let needsFolder = !operand.hasPrefix("/") && PathResolution.scheme(of: operand) == nil
            guard folder != nil || !needsFolder else {
                throw .failed("cannot resolve ‘\(operand)’: the working folder is gone; give an absolute path")
            }
            uris.append(PathResolution.absolute(operand, folder: folder ?? "/"))
        }
        let response = try session.call(.add(uris))
        try session.show(response.json) {
            let lines = response.warnings.map { "skipped: \(oneLine($0))" }
            return (lines + ["added \(summary(response.ids))"]).joined(separator: "\n")
        }
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
