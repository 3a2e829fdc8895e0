import AudioCore
import SyncCore
import Synchronization
import Testing
import WireFormat

@testable import RoomNode

@Suite struct JackTests {
    @Test func unpluggedHeadphonesAreToldOnceTheyWereIn() throws {
        let jack = try FakeJack([true, false, false, nil])
        let bench = try LinkBench { _ in jack }
        let link = bench.link
        link.lookAtJack()
        #expect(link.jack.watch == nil)
        link.engine.revisions.withLock {
            $0.watchesJack = true
            $0.mapping = ClockMapping(node: Instant(nanoseconds: 0), coordinator: Instant(nanoseconds: 0), drift: 0)
        }
        link.audio.device.withLock {
            $0.format = DeviceFormat(
                rate: .stream,
                channels: 2,
                sampleFormat: "",
                period: 960,
                buffer: 2_400,
                ring: 2_400
            )
        }
        link.lookAtJack()
        #expect(link.jack.isKnown && !link.jack.isUnplugged && link.jack.lost == nil)
        link.lookAtJack()
        let lost = try #require(link.jack.lost)
        #expect(link.deviceReport.unplugged)
        #expect(link.deviceReport.lostTimeNs == lost.nanoseconds)
        link.lookAtJack()
        #expect(link.jack.lost == lost)
        // The card does not tell any more: it is not asked again until the device is opened anew.
        link.lookAtJack()
        #expect(link.jack.watch == nil && link.jack.isMissing)
    }
}
