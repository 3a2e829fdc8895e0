import AudioCore
import Testing

@Suite struct ErrorTextTests {
    @Test(arguments: [
        ("cannot play /music/a b.mp3: no", "cannot play /music/a b.mp3: no"),
        ("cannot play /music/a\nb\u{7}.mp3: no", "cannot play /music/a b .mp3: no"),
        ("cannot play http://ada:se@cret@host/x: no", "cannot play http://host/x: no"),
        ("cannot fetch https://ada@host, http://b:c@other?q=@: no", "cannot fetch https://host, http://other?q=@: no"),
        ("cannot play /music/me@home.mp3, http://host/a@b: no", "cannot play /music/me@home.mp3, http://host/a@b: no"),
        ("http://", "http://"),
    ])
    func namesAreOnOneLineAndPasswordsAreLeftOut(text: String, line: String) {
        #expect(AudioError(.notFound, text).message == line)
    }
}
