import AudioCore
import Glibc
import TagReading
import Testing

/// The tags of files that others made: they are not part of the repository. TUTTI_CORPUS names a folder with an
/// INDEX.tsv (dev/corpus-check.sh), and without it nothing is tested here.
@Suite(.enabled(if: getenv("TUTTI_CORPUS") != nil))
struct TagCorpusTests {
    /// Where the index's two programs agree, so does this one; where they do not, the differences are printed.
    @Test func titlesArtistsAndCoversAgree() throws {
        let folder = try #require(getenv("TUTTI_CORPUS").map { String(cString: $0) })
        var wrong: [String] = []
        for row in try Self.rows(folder) {
            let path = folder + "/" + (row["path"] ?? "")
            guard let found = try? reader.describe(uri: path) else {
                wrong.append("\(path): cannot be read")
                continue
            }
            _ = try reader.cover(uri: path)
            for (name, value) in [("title", found.title), ("artist", found.artist)] {
                let told = [row["mutagen_\(name)"] ?? "", row["ffprobe_\(name)"] ?? ""]
                // An index that is empty twice: its programs read no tags of files without audio.
                if told == ["", ""] || told.contains(value ?? "") { continue }
                let line = "\(name) of \(path): got \(value ?? "-"), expected \(told)"
                print(told[0] == told[1] ? "DIFFERS" : "differs", line)
                if told[0] == told[1] { wrong.append(line) }
            }
            let pictures = found.pictures.count { $0.kind != "folder" }
            let listed = row["mutagen_pictures"].map { $0.split(separator: ";").count } ?? 0
            let counted = Int(row["ffprobe_pictures"] ?? "") ?? 0
            if listed + counted > 0, pictures != listed, pictures != counted {
                wrong.append("pictures of \(path): got \(pictures), expected \(listed) or \(counted)")
            }
        }
        #expect(wrong.isEmpty)
    }

    static func rows(_ folder: String) throws -> [[String: String]] {
        let file = try #require(fopen(folder + "/INDEX.tsv", "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { break }
            bytes += piece[..<count]
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let header = try #require(lines.first)
        return lines.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
            .filter { ["mp3", "id3", "vector"].contains($0["kind"] ?? "") }
    }
}
