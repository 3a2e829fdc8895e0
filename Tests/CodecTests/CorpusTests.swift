import AudioCore
import Glibc
import LinuxSystem
import MP3Decoding
import SoxrResampling
import Testing

/// Files that others made, odd and broken ones among them. They are not part of the repository: TUTTI_CORPUS names a
/// folder with an INDEX.tsv (dev/corpus-check), and without it nothing is tested here.
@Suite(.enabled(if: environment("TUTTI_CORPUS") != nil))
struct CorpusTests {
    struct Row: Sendable {
        var path: String
        var isExact: Bool
        /// Frames at the native rate: of the encoder's input, and as two other decoders count them.
        var source: Int?
        var decoders: [Int]
        /// Bare samples, which must not be taken for frames.
        var isPCM: Bool { path.hasSuffix(".pcm") }
    }

    @Test func everyFilePlaysOrFailsWithAReason() throws {
        let folder = environment("TUTTI_CORPUS") ?? "."
        var wrong: [String] = []
        for row in try Self.rows(folder) {
            let started = Self.seconds()
            let outcome = Self.outcome(folder + "/" + row.path)
            let spent = Self.seconds() - started
            let verdict: String
            switch outcome {
            case .failure(let error):
                verdict = row.isExact || !row.decoders.allSatisfy({ $0 == 0 }) ? "REFUSED" : "refused"
                if row.isExact { wrong.append(row.path) }
                print(verdict, row.path, row.decoders, error.message)
            case .success(let counts):
                if row.isPCM { wrong.append("\(row.path) plays") }
                let truth = row.source.map { [$0] } ?? []
                let expected = row.isExact ? truth : row.decoders + truth
                let agrees = expected.isEmpty || expected.contains(counts.native)
                if !agrees {
                    print("differs", row.path, "got", counts.native, "expected", row.source ?? -1, row.decoders)
                }
                if row.isExact, !agrees { wrong.append(row.path) }
                if counts.stream != counts.streamExpected || counts.claimed.map({ $0 != counts.native }) ?? false {
                    print("LENGTH", row.path, counts)
                    wrong.append(row.path)
                }
            }
            if spent > 2 { print("SLOW", row.path, spent, "s") }
        }
        #expect(wrong.isEmpty)
    }

    struct Counts {
        var native: Int
        var claimed: Int?
        var stream: Int
        var streamExpected: Int
    }

    static func outcome(_ path: String) -> Result<Counts, AudioError> {
        do throws(AudioError) {
            let decoder = try MPEGDecoder(source: FileByteSource(path: DiskPath(path)), name: path)
            var native = 0
            var byRate: [SampleRate: Int64] = [:]
            while let chunk = try decoder.next() {
                native += chunk.count / 2
                byRate[decoder.rate, default: 0] += Int64(chunk.count / 2)
            }
            let opener = MP3TrackOpener { rate throws(AudioError) in try SoxrResampler(from: rate) }
            let track = try opener.open(uri: path)
            var stream = 0
            let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1_920)
            defer { buffer.deallocate() }
            while true {
                let frames = try track.read(into: buffer)
                if frames == 0 { break }
                stream += frames
            }
            let expected = byRate.reduce(0) { $0 + FrameTime.streamFrames(of: $1.value, at: $1.key) }
            let claimed = track.info.lengthIsEstimate ? nil : track.info.length.map { Int($0.rawValue) }
            return .success(
                Counts(
                    native: native,
                    claimed: claimed,
                    stream: stream,
                    streamExpected: Int(expected)
                )
            )
        } catch {
            return .failure(error)
        }
    }

    static func rows(_ folder: String) throws -> [Row] {
        let text = String(decoding: try contents(of: folder + "/INDEX.tsv"), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        guard let header = lines.first else { return [] }
        func column(_ name: String, _ line: [Substring]) -> Substring? {
            header.firstIndex { $0 == name }.flatMap { $0 < line.count ? line[$0] : nil }
        }
        return lines.dropFirst().compactMap { line in
            guard let kind = column("kind", line),
                ["mp3", "vector", "id3"].contains(kind)
            else { return nil }
            return Row(
                path: String(column("path", line) ?? ""),
                isExact: column("exercises", line)?.contains("GAPLESS-EXACT") ?? false,
                source: column("true_source", line)?.split(separator: " ").first.flatMap { Int($0) },
                decoders: ["mpg123_pcm_frames", "ffmpeg_pcm_frames"].compactMap {
                    column($0, line).flatMap { Int($0) }
                }
            )
        }
    }

    static func seconds() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
