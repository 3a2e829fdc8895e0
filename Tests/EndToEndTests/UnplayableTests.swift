import Glibc
import SkewMeter
import Testing

extension EndToEndTests {
    /// Files in the queue that are no music.
    @Suite
    struct UnplayableTests {
        @Test
        func unplayableFilesAreToldAndSkipped() throws {
            try House.open { house in
                try house.begin(rooms: "kitchen")
                let text = try house.write("text.mp3", String(repeating: "This is no music. ", count: 500))
                let empty = try house.write("empty.mp3", "")
                let gone = try house.write("gone.mp3", "soon gone")
                try house.tutti("add", text, empty, gone, Executables.joined[0])
                unlink(gone)
                try house.tutti("play")
                try house.wait(for: "the queue to end") { try house.now().state == "stopped" }
                try house.waitUntilSilent("kitchen")
                let items = try house.queue().items
                #expect(items.map(\.status) == ["failed", "failed", "failed", "ready"])
                #expect(items.prefix(3).allSatisfy { !$0.error.isEmpty })
                #expect(try house.recording("kitchen").soundings().count == 1)

                // Nothing but broken files, in a loop: it ends as well.
                try house.tutti("remove", "\(items[3].id)")
                try house.tutti("mode", "loop")
                try house.tutti("play")
                try house.wait(for: "it to give up") {
                    let now = try house.now()
                    let statuses = try house.queue().items.map(\.status)
                    return now.state == "stopped" && statuses == ["failed", "failed", "failed"]
                }
                #expect(try house.outcome("status").code == 0)

                // And what can be played plays after it.
                try house.tutti("clear")
                try house.tutti("add", Executables.album)
                try house.tutti("play")
                try house.wait(untilItem: 0, isAt: 200)
            }
        }
    }
}
