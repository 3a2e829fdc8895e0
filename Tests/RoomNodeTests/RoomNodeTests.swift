import AudioCore
import LinuxSystem
import RPC
import Synchronization
import TestSupport
import Testing

@testable import RoomNode

@Suite struct RoomNodeTests {
    /// A room whose coordinator and device are these.
    private func room(
        control: @escaping @Sendable ([UInt8], Duration) throws(RPCError) -> [UInt8],
        device: @escaping @Sendable (String, Bool) throws(DeviceError) -> any OutputDevice
    ) throws -> RoomNode {
        try RoomNode(
            configuration: RoomConfiguration(
                coordinator: Endpoint(host: "localhost", port: 7_700),
                id: "kitchen",
                name: "Kitchen",
                device: "card",
                version: "1"
            ),
            ports: RoomPorts(
                control: { (_) throws(RPCError) in ClosureTransport(handler: control) },
                subscriber: { (_) throws(RPCError) in FakeSubscriber() },
                clock: { (_, _) throws(RPCError) in FakeClock(offset: .zero) },
                decoder: { () throws(AudioError) in NumberDecoder() },
                device: device,
                look: { _ in .silent }
            )
        )
    }

    @Test func itEndsWhereNobodyAnswersAndThereIsNoDevice() throws {
        let room = try room(
            control: { (_, _) throws(RPCError) in throw RPCError(.unavailable, "nobody there") },
            device: { (_, _) throws(DeviceError) in throw DeviceError("there is none", rawCode: 0) }
        )
        room.beginGracefulShutdown()
        #expect(try room.run() == .asked)
    }

    @Test func aDeviceThatNeverAnswersDoesNotHoldUpTheEnd() throws {
        let opening = try EventSignal()
        let never = try EventSignal()
        let room = try room(
            control: { (_, _) throws(RPCError) in throw RPCError(.unavailable, "nobody there") },
            device: { (_, _) throws(DeviceError) in
                opening.signal()
                _ = Poll.wait(for: [never.fileDescriptor], timeout: nil)
                throw DeviceError("too late", rawCode: 0)
            }
        )
        let ender = try SystemThread(name: "ender") { _ in
            _ = Poll.wait(for: [opening.fileDescriptor], timeout: nil)
            room.beginGracefulShutdown()
        }
        #expect(try room.run() == .asked)
        ender.join()
        never.signal()
    }
}
