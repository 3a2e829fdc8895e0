import AudioCore
import Testing

@Suite struct TrackURITests {
    @Test(arguments: [
        ("file:///music/My%20Untitled.mp3", "My Untitled.mp3"), ("/music/100%20.mp3", "100%20.mp3"),
        ("http://host/a/B%C3%A4r.mp3?x=1/2#c", "Bär.mp3"), ("http://host/%FF.mp3", "%FF.mp3"),
        ("http://host:8000/", "host:8000"), ("/music/", "music"), ("/", "/"),
    ])
    func theNameOfAFileIsThePartThatPeopleKnow(uri: String, name: String) {
        #expect(TrackURI.fileName(uri) == name)
    }
}
