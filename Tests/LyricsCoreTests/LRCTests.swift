import AudioCore
import Testing

@testable import LyricsCore

private func lyrics(_ text: String) -> Lyrics? { Lyrics(.sidecar(text)) }

/// Times in milliseconds and texts.
private func lines(_ text: String) -> [String] {
    (lyrics(text)?.lines ?? []).map { "\($0.time?.milliseconds ?? -1) \($0.text)" }
}

@Suite struct LRCTests {
    @Test(arguments: [
        ("[1:02]", 62_000), ("[01:02]", 62_000), ("[01:02.3]", 62_300), ("[01:02.34]", 62_340),
        ("[01:02.345]", 62_345), ("[01:02.345678]", 62_345), ("[01:02:34]", 62_340), ("[01:02,34]", 62_340),
        ("[ 01:02.34 ]", 62_340), ("[01:02.]", 62_000), ("[1:01:02.5]", 3_662_500), ("[100:00.00]", 6_000_000),
        ("[00:75.00]", 75_000), ("[01:02:5]", 62_500), ("[01:02:345]", 62_345),
    ])
    func stampsAreRead(_ stamp: String, _ milliseconds: Int) {
        #expect(lines("\(stamp)la") == ["\(milliseconds) la"])
    }

    @Test(arguments: [
        "[1:2:3:4]la", "[aa:bb]la", "[1:]la", "[:1]la", "[-1:02]la", "[99999:00]la", "[00:01.1234567890]la", "[00:01",
        "[]la", "[00-01]la", "00:01 la", "[00:123]la", "[1:02 .5]la",
    ])
    func whatIsNoStampIsText(_ line: String) {
        let lyrics = lyrics(line)
        #expect(lyrics?.isSynchronized == false)
        #expect(lyrics?.lines.map(\.text) == [line])
    }

    @Test func aPositiveOffsetLetsLinesAppearEarlier() {
        #expect(lines("[offset:+500]\n[00:10.00]la") == ["9500 la"])
        #expect(lines("[offset:500]\n[00:10.00]la") == ["9500 la"])
        #expect(lines("[offset:-500]\n[00:10.00]la") == ["10500 la"])
        #expect(lines("[ Offset : \u{2212}500 ms]\n[00:10.00]la") == ["10500 la"])
    }

    @Test func anOffsetHoldsForTheWholeFileAndNeverGoesBelowZero() {
        #expect(lines("[00:00.20]a\n[00:10.00]b\n[Offset: + 500 ms]") == ["0 a", "9500 b"])
    }

    @Test(arguments: ["[offset:]", "[offset:abc]", "[offset:1234567890]", "[offset:--5]", "[offset:+]", "[offset:0.5]"])
    func aSenselessOffsetIsNone(_ tag: String) {
        #expect(lines("\(tag)\n[00:10.00]la") == ["10000 la"])
    }

    @Test func severalStampsRepeatALine() {
        #expect(
            lines("[00:10.00][00:30.00] [00:20.00]la\n[00:15]le") == ["10000 la", "15000 le", "20000 la", "30000 la"]
        )
    }

    @Test func linesOfOneTimeAreOneLineInTheOrderOfTheFile() {
        #expect(lines("[00:02]b\n[00:01]Hello\n[00:01]你好\n[00:01]Hello") == ["1000 Hello\n你好\nHello", "2000 b"])
        #expect(lines("[00:01]\n[00:01]a\n[00:01]a\n[00:01]") == ["1000 a"])
    }

    @Test func wordStampsAreLeftOut() {
        #expect(lines("[00:01.00]<00:01.00> When <00:01.50> the <00:02> truth <00:02.70>") == ["1000 When the truth"])
        #expect(lines("[00:01.00]Wh[00:01.50]en") == ["1000 When"])
        #expect(lines("[00:01.00]a < b <3 [x] <00:zz>") == ["1000 a < b <3 [x] <00:zz>"])
        #expect(lines("<00:01.00>When <00:01.50>the\n<00:03.00>truth") == ["1000 When the", "3000 truth"])
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\n\n"])
    func anyLineEndDoes(_ end: String) {
        #expect(lines("[ti:x]\(end)[00:01]a\(end)[00:02]b\(end)") == ["1000 a", "2000 b"])
    }

    @Test func marksTagsAndStrayTextAreLeftOut() {
        let text =
            "\u{FEFF}[ti:Song]\n[ar: Somebody]\n[by:me]\n[length:3:05]\n[#:note]\nwww.example.org\n[00:01]a\n(end)"
        #expect(lines(text) == ["1000 a"])
    }

    @Test func emptyLinesAreRests() {
        #expect(lines("[00:01]a\n[00:05]\n[00:09]b") == ["1000 a", "5000 ", "9000 b"])
    }

    @Test func controlsAreTakenOut() {
        #expect(lines("[00:01]\u{1B}[31ma\u{0}b\tc  d \u{9B}") == ["1000 [31mab c d"])
    }

    @Test func plainTextKeepsItsVerses() {
        let plain = Lyrics(.unsynchronized("\n\nOne\r\ntwo\n\n\n[Bridge: both]\nthree\n\n"))
        #expect(plain?.lines.map(\.text) == ["One", "two", "", "[Bridge: both]", "three"])
        #expect(plain?.lines.allSatisfy { $0.time == nil } == true)
        #expect(plain?.isSynchronized == false)
        #expect(plain?.source == .unsynchronized)
    }

    @Test func tagsMayHoldLRC() {
        let timed = Lyrics(.unsynchronized("[ti:x]\n[00:01.00]a\n[00:02.00]b"))
        #expect(timed?.isSynchronized == true)
        #expect(timed?.source == .unsynchronized)
        let plain = Lyrics(.unsynchronized("[1:00] a spoken word\nb\nc\nd"))
        #expect(plain?.isSynchronized == false)
    }

    @Test(arguments: ["", "\n\n", "[ti:Song]\n[offset:5]", "[00:01]\n[00:02]", "\u{FEFF}"])
    func nothingIsNoLyrics(_ text: String) {
        #expect(Lyrics(.sidecar(text)) == nil)
        #expect(Lyrics(.unsynchronized(text)) == nil)
    }
}
