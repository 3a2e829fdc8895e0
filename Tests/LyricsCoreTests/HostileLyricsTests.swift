import AudioCore
import LyricsCore
import Testing

/// Whatever a file holds, what comes out is small and in order.
@Suite struct HostileLyricsTests {
    private func check(_ lyrics: Lyrics?) {
        guard let lyrics else { return }
        #expect(!lyrics.lines.isEmpty)
        #expect(lyrics.lines.count <= LyricsLimit.lines)
        #expect(lyrics.lines.reduce(0) { $0 + $1.text.utf8.count } <= LyricsLimit.totalBytes + LyricsLimit.lines)
        #expect(lyrics.lines.allSatisfy { $0.text.utf8.count <= LyricsLimit.lineBytes })
        guard lyrics.isSynchronized else { return }
        let times = lyrics.lines.map { $0.time ?? Interval(nanoseconds: -1) }
        #expect(times.allSatisfy { $0 >= .zero })
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func hugeTextsAreBounded() {
        check(Lyrics(.sidecar(String(repeating: "a", count: 5_000_000))))
        check(Lyrics(.sidecar(String(repeating: "[00:01]", count: 500_000) + "a")))
        check(Lyrics(.sidecar(String(repeating: "\n", count: 3_000_000) + "[00:01]a")))
        check(Lyrics(.sidecar("[00:01]" + String(repeating: "<", count: 2_000_000))))
        check(Lyrics(.sidecar("[00:01]e" + String(repeating: "\u{301}", count: 1_000_000))))
        let stamps = (0..<9_999).map { "[\($0):00]" }.joined()
        check(Lyrics(.sidecar(stamps + String(repeating: "long ", count: 400))))
        let lines = (0..<50_000).map { "[\($0 % 9_999):\($0 % 60).\($0 % 10)]word \($0)" }.joined(separator: "\n")
        check(Lyrics(.sidecar(lines)))
        check(Lyrics(.unsynchronized(String(repeating: "x\n", count: 1_000_000))))
        let text = LyricsText.TimedText(time: .zero, text: String(repeating: "ü\n", count: 1_000))
        check(Lyrics(.synchronized(Array(repeating: text, count: 1_000))))
    }

    @Test func extremeTimesDoNotTrap() {
        let texts = [Int64.min, -1, 0, 1, Int64.max].map {
            LyricsText.TimedText(time: Interval(nanoseconds: $0), text: "a\($0)")
        }
        let lyrics = Lyrics(.synchronized(texts))
        check(lyrics)
        #expect(lyrics?.index(at: Interval(nanoseconds: .max)) == 2)
        #expect(lyrics?.index(at: Interval(nanoseconds: .min)) == -1)
        #expect(lyrics?.nextChange(after: Interval(nanoseconds: .max)) == nil)
        check(Lyrics(.sidecar("[offset:-999999999]\n[9999:99.999999999]a\n[offset:999999999]")))
    }

    @Test func randomTextsDoNotTrap() {
        var generator = Generator()
        let pieces: [String] = [
            "[", "]", "<", ">", ":", ".", ",", "0", "1", "59", "99999", "a", "\n", "\r", " ", "\u{FEFF}", "[00:01.5]",
            "offset", "+", "-", "é", "\u{301}", "漢", "🎵", "\u{0}", "[ti:", "\u{2028}",
        ]
        for _ in 0..<3_000 {
            let count = Int.random(in: 0..<40, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            check(Lyrics(.sidecar(text)))
            check(Lyrics(.unsynchronized(text)))
            check(Lyrics(.synchronized([.init(time: .zero, text: text), .init(time: .seconds(1), text: "\n\(text)")])))
        }
    }
}

private struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 0x2545_F491_4F6C_DD1D

    /// Xorshift; any sequence does.
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
