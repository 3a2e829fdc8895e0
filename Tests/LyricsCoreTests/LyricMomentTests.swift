import AudioCore
import LyricsCore
import Testing

@Suite struct LyricMomentTests {
    private let lyrics = Lyrics(.sidecar("[00:03]c\n[00:01]a\n[00:02]b"))

    @Test(arguments: [
        (0, -1), (999, -1), (1_000, 0), (1_999, 0), (2_000, 1), (2_001, 1), (3_000, 2), (99_000, 2),
    ])
    func theLastLineThatHasBegunIsCurrent(_ milliseconds: Int64, _ index: Int) {
        #expect(lyrics?.index(at: .milliseconds(milliseconds)) == index)
    }

    @Test func neighboursComeWithIt() {
        let before = lyrics?.moment(at: .zero)
        #expect(before?.current == nil && before?.previous == nil && before?.next?.text == "a")
        let middle = lyrics?.moment(at: .milliseconds(2_500))
        #expect(middle?.index == 1)
        #expect([middle?.previous?.text, middle?.current?.text, middle?.next?.text] == ["a", "b", "c"])
        let last = lyrics?.moment(at: .seconds(9))
        #expect(last?.previous?.text == "b" && last?.current?.text == "c" && last?.next == nil)
    }

    @Test func theNextChangeIsTheNextLine() {
        #expect(lyrics?.nextChange(after: .zero) == .seconds(1))
        #expect(lyrics?.nextChange(after: .seconds(1)) == .seconds(2))
        #expect(lyrics?.nextChange(after: .seconds(3)) == nil)
    }

    @Test func lyricsWithoutTimesHaveNoCurrentLine() {
        let plain = Lyrics(.unsynchronized("a\nb"))
        #expect(plain?.moment(at: .seconds(1)) == LyricMoment(index: -1, previous: nil, current: nil, next: nil))
        #expect(plain?.nextChange(after: .zero) == nil)
    }
}

@Suite struct SynchronizedLyricsTests {
    private func lines(_ texts: [(Int64, String)]) -> [String] {
        let lyrics = Lyrics(.synchronized(texts.map { .init(time: .milliseconds($0), text: $1) }))
        #expect(lyrics?.isSynchronized != false)
        return (lyrics?.lines ?? []).map { "\($0.time?.milliseconds ?? -1) \($0.text)" }
    }

    @Test func textsWithoutNewlinesAreLines() {
        #expect(lines([(2_000, "two"), (1_000, "one"), (3_000, "")]) == ["1000 one", "2000 two", "3000 "])
    }

    @Test func syllablesAreJoinedUpToANewline() {
        let syllables: [(Int64, String)] = [
            (1_000, "Strang"), (1_200, "ers"), (1_400, " in"), (2_000, "\nIn"), (2_200, " this"), (3_000, "\n"),
            (3_500, "night"),
        ]
        #expect(lines(syllables) == ["1000 Strangers in", "2000 In this", "3500 night"])
    }

    @Test func newlinesMayEndLinesToo() {
        #expect(
            lines([(1_000, "one\n"), (2_000, "two\r\n"), (3_000, "three")]) == ["1000 one", "2000 two", "3000 three"]
        )
    }

    @Test func nothingIsNoLyrics() {
        #expect(Lyrics(.synchronized([])) == nil)
        #expect(Lyrics(.synchronized([.init(time: .zero, text: "\n")])) == nil)
    }
}
