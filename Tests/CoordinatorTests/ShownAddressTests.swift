import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

@Suite struct ShownAddressTests {
    @Test(arguments: [
        ("https://ada:secret@host:8443/a.mp3?q=1", "https://host:8443/a.mp3?q=1"), ("HTTP://ada@host", "HTTP://host"),
        ("http://host/a@b.mp3", "http://host/a@b.mp3"), ("/music/http://a@b/c.mp3", "/music/http://a@b/c.mp3"),
        ("file:///music/a@b.mp3", "file:///music/a@b.mp3"), ("/music/a\nb@c.mp3", "/music/a\nb@c.mp3"),
    ])
    func usersAndPasswordsAreShownToNobody(uri: String, shown: String) {
        #expect(Wire.Item(QueueItem(id: ItemID(1), uri: uri), index: 0).uri == shown)
    }
}
