import ControlClient
import PlaybackCore
import Testing
import WireFormat

@testable import Coordinator

@Suite struct StoredInOrderTests {
    @Test func ofChangesOfARoomAtTheSameTimeTheLastIsStored() async throws {
        let store = HouseStore()
        try await ServedHouse.with(store) { client, _ in
            let request = Wire.RegisterRequest(roomId: "k", name: "Kitchen", protocolVersion: 1)
            _ = try await client(ControlCall(Wire.RoomService.register, request))
            for _ in 0..<60 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for volume: UInt32 in 10..<16 {
                        let update = Wire.UpdateRoomRequest(room: "k", hasVolume: true, volumePercent: volume)
                        group.addTask { _ = try await client(.update(update)) }
                    }
                    try await group.waitForAll()
                }
                let shown = try await client(.rooms).rooms.map(\.volumePercent)
                #expect(store.kept.rooms.map { UInt32($0.settings.volume) } == shown)
            }
        }
    }
}
