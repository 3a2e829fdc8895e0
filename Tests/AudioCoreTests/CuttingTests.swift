import AudioCore
import Testing

@Suite struct CuttingTests {
    @Test func shortTextsStay() {
        #expect("".cut() == "")
        #expect("Bébé".cut(toBytes: 6) == "Bébé")
    }

    @Test func charactersStayWhole() {
        #expect("Bébé".cut(toBytes: 5) == "Béb")
        #expect("ae\u{301}x".cut(toBytes: 3) == "a")
        #expect("a👩‍👧b".cut(toBytes: 6) == "a")
        #expect("ab\r\ncd".cut(toBytes: 3) == "ab")
        #expect("😀".cut(toBytes: 3) == "")
    }

    @Test func aCharacterWithoutEndIsCut() {
        let text = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(text.cut(toBytes: 100).utf8.count == 99)
    }
}
