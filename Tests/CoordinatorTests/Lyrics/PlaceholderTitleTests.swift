import PlaybackCore
import Testing

@testable import Coordinator

@Suite struct PlaceholderTitleTests {
    @Test(arguments: [
        ("file:///music/My%20Untitled.mp3", "My Untitled"), ("http://host/B%C3%A4r.mp3?x=1", "Bär"),
        ("/music/100%20.mp3", "100%20"), ("/music/.mp3", ".mp3"),
    ])
    func anItemWithoutTitleIsCalledAsItsFile(uri: String, title: String) {
        #expect(QueueItem(id: ItemID(1), uri: uri).displayTitle == title)
    }
}
