import AudioCore
import LinuxSystem
import RPC
import SyncCore
import Synchronization
import TestSupport
import Testing
import WireFormat

@testable import RoomNode

@Suite struct CoordinatorLinkTests {
    private static let fetch = StreamCore.Fetch(
        serial: 3,
        generation: Generation(1),
        sequences: 10..<12,
        isRepair: true
    )

    @Test func itRegistersReportsAndSaysGoodbye() throws {
        let bench = try LinkBench()
        bench.run(calls: 3)
        let calls = bench.coordinator.withLock { $0.calls }
        #expect(calls == ["Register", "Report", "Report", "Leave"])
        #expect(bench.told() == ["attach 5 7711"])
        let connected = bench.coordinator.withLock { ($0.subscribed, $0.clocks) }
        #expect(connected.0 == [Endpoint(host: "music.lan", port: 7_711)])
        #expect(connected.1 == [Endpoint(host: "music.lan", port: 7_710)])
    }

    @Test func withoutASessionItLeavesWithoutAWord() throws {
        let bench = try LinkBench()
        bench.script { $0.errors["Register"] = RPCError(.unavailable, "nobody there") }
        bench.run(calls: 3)
        #expect(bench.coordinator.withLock { $0.calls } == ["Register", "Register", "Register"])
        #expect(bench.link.failures == 3)
        #expect(bench.told().isEmpty)
    }

    @Test func afterALostReportNothingIsConnectedAnew() throws {
        let bench = try LinkBench()
        bench.script {
            $0.register.timeline = Wire.Timeline(Timeline(revision: 4), lead: .seconds(2))
            $0.register.settings = Wire.RoomSettings(revision: 6)
            $0.atCall[3] = { $0.script { $0.errors["Report"] = nil } }
            $0.errors["Report"] = RPCError(.deadlineExceeded, "late")
        }
        #expect(bench.link.register())
        #expect(bench.told() == ["attach 5 7711"])
        #expect(!bench.link.sendReport())
        #expect(bench.link.register())
        #expect(bench.told() == ["timeline 4", "settings 6"])
        #expect(bench.coordinator.withLock { $0.subscribed.count } == 1)
    }

    @Test func aRestartedCoordinatorIsConnectedToAnew() throws {
        let bench = try LinkBench()
        bench.script { $0.errors["Report"] = RPCError(.notFound, "who are you?") }
        #expect(bench.link.register())
        #expect(!bench.link.sendReport())
        bench.script { $0.register.sessionId = 6 }
        #expect(bench.link.register())
        #expect(bench.told() == ["attach 5 7711", "attach 6 7711"])
        #expect(bench.link.sessionID == 6)
    }

    @Test func anotherZoneKeepsTheClock() throws {
        let bench = try LinkBench()
        #expect(bench.link.register())
        bench.script {
            $0.report.audioPort = 7_722
            $0.register.audioPort = 7_722
        }
        #expect(bench.link.sendReport())
        #expect(bench.told() == ["attach 5 7711", "retune 7722"])
        let connected = bench.coordinator.withLock { ($0.subscribed.map(\.port), $0.clocks.count) }
        #expect(connected.0 == [7_711, 7_722])
        #expect(connected.1 == 1)
    }

    @Test func aZoneThatTheStreamNamedIsRegisteredWithAtOnce() throws {
        let bench = try LinkBench()
        bench.script {
            $0.atCall[2] = {
                $0.script { $0.register.audioPort = 7_722 }
                $0.link.engine.namedPort.store(7_722, ordering: .relaxed)
                $0.nudge.signal()
            }
            $0.atCall[1] = { $0.nudge.signal() }
            $0.atCall[3] = { $0.link.stop() }
        }
        bench.link.run()
        #expect(bench.coordinator.withLock { $0.calls } == ["Register", "Report", "Register", "Leave"])
        #expect(bench.told() == ["attach 5 7711", "retune 7722"])
    }

    @Test func whereTheCoordinatorHasAnotherAddressClockAndStreamFollow() throws {
        let bench = try LinkBench()
        bench.move(to: "10.0.0.1")
        #expect(bench.link.register())
        bench.link.keepRoutes()
        #expect(bench.told() == ["attach 5 7711"])
        bench.move(to: "10.0.0.2")
        #expect(bench.link.sendReport())
        bench.link.keepRoutes()
        bench.link.keepRoutes()
        #expect(bench.told() == ["reroute 5 and stream"])
        let connected = bench.coordinator.withLock { ($0.subscribed.map(\.host), $0.clocks.map(\.host)) }
        #expect(connected.0 == ["10.0.0.1", "10.0.0.2"])
        #expect(connected.1 == ["10.0.0.1", "10.0.0.2"])
    }

    @Test func aClockThatIsSilentGetsAnotherSocketUntilOneCanBeMade() throws {
        let bench = try LinkBench()
        #expect(bench.link.register())
        _ = bench.told()
        bench.link.engine.needsClock.store(true, ordering: .relaxed)
        bench.script { $0.clockError = RPCError(.unavailable, "no route") }
        bench.link.keepRoutes()
        #expect(bench.told().isEmpty)
        bench.script { $0.clockError = nil }
        bench.link.engine.needsClock.store(true, ordering: .relaxed)
        bench.link.keepRoutes()
        bench.link.keepRoutes()
        #expect(bench.told() == ["reroute 5"])
    }

    @Test func portsThatDoNotExistAreAnErrorAndKeepWhatWas() throws {
        let bench = try LinkBench()
        #expect(bench.link.register())
        _ = bench.told()
        bench.script {
            $0.register.sessionId = 6
            $0.register.audioPort = 70_000
        }
        #expect(!bench.link.register())
        #expect(bench.told().isEmpty)
        #expect(bench.link.sessionID == 5)
    }

    @Test func whereTheClockIsNotReachedTheStreamIsClosedAndAllIsTriedAgain() throws {
        let bench = try LinkBench()
        bench.script { $0.clockError = RPCError(.unavailable, "no route") }
        #expect(!bench.link.register())
        #expect(bench.coordinator.withLock { $0.subscribers.map(\.isClosed) } == [true])
        #expect(bench.told().isEmpty)
        bench.script { $0.clockError = nil }
        #expect(bench.link.register())
        #expect(bench.told() == ["attach 5 7711"])
    }

    @Test func aReportsAnswerBringsWhatTheRoomMissed() throws {
        let bench = try LinkBench()
        #expect(bench.link.register())
        _ = bench.told()
        bench.script {
            $0.report.timeline = Wire.Timeline(Timeline(revision: 8), lead: .seconds(2))
            $0.report.settings = Wire.RoomSettings(revision: 3)
        }
        #expect(bench.link.sendReport())
        #expect(bench.told() == ["timeline 8", "settings 3"])
    }

    @Test func aReportTellsWhatTheEngineAndTheDeviceHave() throws {
        let bench = try LinkBench()
        #expect(bench.link.register())
        bench.link.engine.revisions.withLock {
            $0.timeline = 12
            $0.hasTimeline = true
            $0.neededLead = .milliseconds(77)
            $0.depth = 3_000
        }
        bench.link.audio.device.withLock {
            $0.format = DeviceFormat(
                rate: .stream,
                channels: 2,
                sampleFormat: "S16_LE",
                period: 960,
                buffer: 2_400,
                ring: 5_760
            )
            $0.error = ""
            $0.lost = Instant(nanoseconds: 9)
        }
        #expect(bench.link.sendReport())
        let report = try #require(bench.coordinator.withLock { $0.reports.last })
        #expect(report.sessionId == 5)
        #expect(report.timelineRevision == 12)
        #expect(report.state == .paused)
        #expect(report.neededCommandLeadNs == 77_000_000)
        #expect(report.device?.open == true)
        #expect(report.device?.bufferFrames == 3_000)
        #expect(report.device?.lostTimeNs == 9)
    }

    @Test(
        arguments: [(0, 100_000_000), (2_000_000_000, 2_000_000_000), (Int64.max, 10_000_000_000)] as [(Int64, Int64)]
    )
    func theIntervalOfReportsIsKeptWithinReason(told: Int64, taken: Int64) throws {
        let bench = try LinkBench()
        bench.script { $0.register.reportIntervalNs = told }
        #expect(bench.link.register())
        #expect(bench.link.reportInterval.nanoseconds == taken)
    }

    @Test func aFetchIsAnsweredWithItsSerial() throws {
        let bench = try LinkBench()
        bench.script {
            $0.packets = Wire.FetchPacketsResponse(
                generation: 1,
                firstSequence: 10,
                payloads: [[1], [2]],
                nextSequence: 40
            )
        }
        bench.link.fetch(Self.fetch)
        #expect(bench.told() == ["fetched 3 2 40"])
        bench.script { $0.errors["FetchPackets"] = RPCError(.unavailable, "gone") }
        bench.link.fetch(Self.fetch)
        #expect(bench.told() == ["failed 3"])
    }
}
