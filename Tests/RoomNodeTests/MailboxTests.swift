import LinuxSystem
import Testing

@testable import RoomNode

@Suite struct MailboxTests {
    @Test func theNewestValueIsReadOnce() {
        let box = Mailbox(0)
        #expect(box.read() == nil)
        box.write(1)
        box.write(2)
        #expect(box.read() == 2)
        #expect(box.read() == nil)
        box.write(3)
        #expect(box.read() == 3)
    }

    /// A value of several words, all the same: one that is torn shows.
    private struct Wide: Sendable, BitwiseCopyable {
        var a: Int
        var b: Int
        var c: Int
        var d: Int

        init(_ value: Int) { (a, b, c, d) = (value, value, value, value) }
    }

    @Test func valuesAreNeverTornAndNeverGoBack() throws {
        let box = Mailbox(Wide(0))
        let count = 50_000
        let writer = try SystemThread(name: "writer") { _ in
            for value in 1...count { box.write(Wide(value)) }
        }
        var last = 0
        while last < count {
            guard let value = box.read() else { continue }
            #expect(value.a == value.b && value.b == value.c && value.c == value.d)
            #expect(value.a > last)
            last = value.a
        }
        writer.join()
    }
}
