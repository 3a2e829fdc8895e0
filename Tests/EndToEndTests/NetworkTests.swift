import SkewMeter
import Synchronization
import TestSupport
import Testing

extension EndToEndTests {
    /// Music that comes over HTTP.
    @Suite
    struct NetworkTests {
        /// What the server may send on, and what it has sent.
        private final class Tap: Sendable {
            private let state = Mutex((isOpen: false, sent: 0))

            var isOpen: Bool { state.withLock { $0.isOpen } }
            var sent: Int { state.withLock { $0.sent } }
            func open() { state.withLock { $0.isOpen = true } }
            func didSend(_ count: Int) { state.withLock { $0.sent += count } }
        }

        @Test
        func aSlowServerIsPlayedAtOnceBuffersAndGoesOn() throws {
            let (bytes, tap) = (try Sweep.bytes(), Tap())
            let server = try TestServer([
                "/slow.mp3": { _, connection in
                    connection.head("200 OK", ["Content-Type: audio/mpeg", "Content-Length: \(bytes.count)"])
                    // Two and a half seconds of music, and then nothing for a while.
                    connection.send(bytes.prefix(10_000))
                    tap.didSend(10_000)
                    while !tap.isOpen { TrueTime.pass(seconds: 0.01) }
                    // Six times as fast as it is heard.
                    for start in stride(from: 10_000, to: bytes.count, by: 2_400) {
                        let piece = bytes[start..<min(start + 2_400, bytes.count)]
                        guard connection.send(piece) else { return }
                        tap.didSend(piece.count)
                        TrueTime.pass(seconds: 0.1)
                    }
                }
            ])
            defer { server.stop() }
            defer { tap.open() }
            try House.open { house in
                try house.begin(rooms: "kitchen", "lounge")
                try house.follow("events", "events")
                try house.tutti("add", "--play", server.url("/slow.mp3"))
                try house.wait(untilItem: 0, isAt: 500)
                #expect(tap.sent < bytes.count, "it played before all was there")
                try house.wait(for: "it to buffer") { try house.now().state == "buffering" }
                try house.waitUntilSilent("kitchen", "lounge")
                let buffering = try house.now()
                #expect(buffering.buffering.percent < 100)
                let opened = TrueTime.now()
                tap.open()
                try house.wait(for: "it to go on by itself") { try house.now().state == "playing" }
                #expect(tap.sent < bytes.count, "it went on before all was there")
                let told = try house.told(for: 0.6)
                house.stopAll()

                let rooms = try ["kitchen", "lounge"].map(house.recording)
                let soundings = rooms.map { $0.soundings() }
                for (room, sounding) in zip(rooms, soundings) {
                    try #require(sounding.count == 2, "\(room.name): before and after the silence")
                    #expect(sounding[0].endNS < opened && sounding[1].startNS > opened)
                    #expect(room.cuts().isEmpty, "a click in \(room.name)")
                    // It goes on with what had not been heard.
                    let last = room.sweepPosition(at: sounding[0].endNS - TrueTime.seconds(0.05)) ?? 0
                    let first = room.sweepPosition(at: sounding[1].startNS + TrueTime.seconds(0.05)) ?? 0
                    #expect(abs(first - last - 100) < 40, "\(room.name) goes on at \(first) ms after \(last) ms")
                }
                let (kitchen, lounge) = (soundings[0], soundings[1])
                #expect(abs(kitchen[0].endNS - lounge[0].endNS) < 1_000_000)
                #expect(abs(kitchen[1].startNS - lounge[1].startNS) < 1_000_000)
                rooms[0].expectAgreement(with: told)
                let kinds = try house.printed("events", as: Answer.Event.self).map(\.kind)
                #expect(kinds.contains("buffering"))
            }
        }

        @Test
        func aCutTransferIsHeardWithoutAGap() throws {
            let bytes = try Sweep.bytes()
            let server = try TestServer([
                "/cut.mp3": { request, connection in
                    // The first answer ends after four seconds of music.
                    connection.serve(bytes, request, sending: request.earlier == 0 ? 16_000 : .max)
                }
            ])
            defer { server.stop() }
            try House.open { house in
                try house.begin(rooms: "kitchen")
                try house.tutti("add", "--play", server.url("/cut.mp3"))
                try house.wait(untilItem: 0, isAt: 200)
                let told = try house.told(for: 4.5)
                house.stopAll()
                #expect(server.requests("/cut.mp3").contains { ($0.start ?? 0) > 0 })
                let room = try house.recording("kitchen")
                #expect(room.soundings().count == 1)
                room.expectAgreement(with: told)
            }
        }

        @Test
        func anAddressThatHasNothingIsToldWithItsReason() throws {
            let bytes = try Sweep.bytes()
            let server = try TestServer(["/there.mp3": { $1.serve(bytes, $0) }])
            defer { server.stop() }
            try House.open { house in
                try house.begin(rooms: "kitchen")
                try house.tutti("add", "--play", server.url("/gone.mp3"), server.url("/there.mp3"))
                try house.wait(untilItem: 1, isAt: 300)
                let items = try house.queue().items
                #expect(items.map(\.status) == ["failed", "ready"])
                #expect(items[0].error.contains("404"), "\(items[0].error)")
            }
        }
    }
}
