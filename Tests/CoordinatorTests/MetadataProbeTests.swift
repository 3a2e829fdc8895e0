import AudioCore
import LinuxSystem
import PlaybackCore
import RPC
import Testing

@testable import Coordinator

@Suite struct MetadataProbeTests {
    /// Tracks of which those on a share cannot be opened until it answers.
    private final class StuckShare: TrackOpening {
        let tracks = TaggedOpener([100, 200])
        let answers: EventSignal

        init() throws { answers = try EventSignal() }

        func share(of uri: String) -> DiskPath? { uri == "track:2" ? DiskPath("/mnt/nas") : nil }

        func open(uri: String) throws(AudioError) -> any FrameSource {
            if share(of: uri) != nil { _ = Poll.wait(for: [answers.fileDescriptor], timeout: nil) }
            return try tracks.open(uri: uri)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aShareThatStandsStillHoldsUpNoDisk() async throws {
        let opener = try StuckShare()
        let probe = try MetadataProbe(opener: opener)
        let (nas, disk) = (ZoneInbox(), ZoneInbox())
        async let run: Void = probe.run()
        var found = nas.messages.makeAsyncIterator()
        var others = disk.messages.makeAsyncIterator()
        func next(_ iterator: inout AsyncStream<ZoneMessage>.Iterator) async -> [UInt64] {
            guard case .probed(let results) = await iterator.next() else { return [] }
            return results.map(\.item.rawValue)
        }
        probe.enqueue([2, 1].map { ProbeRequest(item: ItemID($0), uri: "track:\($0)") }, for: nas)
        #expect(await next(&found) == [1])
        probe.enqueue([ProbeRequest(item: ItemID(7), uri: "track:1")], for: disk)
        #expect(await next(&others) == [7])
        #expect(probe.waitingZones.contains(nas.id))
        opener.answers.signal()
        #expect(await next(&found) == [2])
        probe.beginGracefulShutdown()
        try await run
    }
}
