import AudioCore
import Glibc
import PlaylistReading
import Testing
import TextRecognition

/// Playlists that others made, odd and broken ones among them. They are not part of the repository: TUTTI_CORPUS names
/// a folder with an INDEX.tsv (dev/playlist-check.sh), and without it nothing is tested here.
@Suite(.enabled(if: getenv("TUTTI_CORPUS") != nil))
struct PlaylistCorpusTests {
    private struct Row {
        var path: String
        var exercises: String
        /// `entries=12; first=http://...`.
        var facts: [String: String]

        /// How many entries there are by the index: tracks that have a location, where it tells both.
        var expected: Int? {
            if let entries = facts["entries"].flatMap({ Int($0) }) { return entries }
            guard let tracks = facts["tracks"].flatMap({ Int($0) }),
                let locations = facts["locations"].flatMap({ Int($0) })
            else { return nil }
            return min(tracks, locations)
        }
    }

    @Test func everyPlaylistHasTheEntriesOfTheIndex() throws {
        let folder = getenv("TUTTI_CORPUS").map { String(cString: $0) } ?? "."
        let reader = PlaylistReader(text: TextRecognizer())
        var disagreements: [String] = []
        let rows = Self.rows(folder)
        for row in rows {
            let bytes = try #require(Self.bytes(folder + "/" + row.path))
            let isHLS = row.exercises.contains("HLS")
            do throws(AudioError) {
                let entries = try reader.entries(of: bytes, name: row.path) ?? []
                if isHLS { disagreements.append("\(row.path): HLS was taken for a playlist") }
                if let expected = row.expected, entries.count(where: { !$0.reference.isEmpty }) != expected {
                    disagreements.append("\(row.path): \(entries.count) entries, the index has \(expected)")
                }
                if let first = row.facts["first"], let entry = entries.first, !first.isEmpty, entry.reference != first {
                    disagreements.append("\(row.path): begins with \(entry.reference), the index has \(first)")
                }
            } catch {
                if !isHLS { disagreements.append("\(row.path): \(error.message)") }
            }
        }
        print("\(rows.count) playlists, \(disagreements.count) disagreements")
        for line in disagreements { print("DISAGREES", line) }
        #expect(!rows.isEmpty && disagreements.isEmpty)
    }

    private static func rows(_ folder: String) -> [Row] {
        let lines = String(decoding: bytes(folder + "/INDEX.tsv") ?? [], as: UTF8.self).split(separator: "\n")
        guard let head = lines.first?.split(separator: "\t", omittingEmptySubsequences: false) else { return [] }
        return lines.dropFirst().compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            func cell(_ name: String) -> String {
                guard let index = head.firstIndex(where: { $0 == name }), index < cells.count else { return "" }
                return String(cells[index])
            }
            guard cell("kind") == "playlist" else { return nil }
            var facts: [String: String] = [:]
            for fact in cell("text_facts").split(separator: ";") {
                let parts = fact.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts[0].drop { $0 == " " }
                facts[String(name)] = parts.count == 2 ? String(parts[1]) : ""
            }
            return Row(path: cell("path"), exercises: cell("exercises"), facts: facts)
        }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block[..<count] }
        return bytes
    }
}
