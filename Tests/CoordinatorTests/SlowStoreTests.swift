import ControlClient
import LinuxSystem
import PlaybackCore
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// A house whose disk stands still.
@Suite struct SlowStoreTests {
    @Test(.timeLimit(.minutes(1))) func itTakesNotAllPlacesForCalls() async throws {
        let store = HouseStore()
        let (entered, gate) = try store.holdRemovals()
        try await ServedHouse.with(store) { client, _ in
            _ = try await client(.createZone("up"))
            // Takes the first place.
            async let deletion = client(.deleteZone("up"))
            for await _ in entered { break }
            await withTaskGroup(of: StatusCode.self) { group in
                for _ in 0..<CallPlaces.most {
                    group.addTask { await ServedHouse.code(client, .setVolume(30)) }
                }
                // One is told at once; its work is done all the same.
                #expect(await group.next() == .dataLoss)
                let now = try? await client(.nowPlaying()).nowPlaying
                #expect(now?.volumePercent == 30)
                gate.signal()
                for _ in 1..<CallPlaces.most { #expect(await group.next() == .ok) }
            }
            _ = try await deletion
            #expect(await ServedHouse.code(client, .setVolume(31)) == .ok)
        }
        #expect(store.kept.zones.map(\.volume) == [31])
    }
}
