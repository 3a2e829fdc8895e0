import AudioCore
import LinuxSystem
import RPC
import Synchronization
import WireFormat

/// Telling the coordinator once a second how the room is, and taking what it answers.
extension CoordinatorLink {
    var deviceReport: Wire.DeviceReport {
        let state = audio.device.withLock { $0 }
        let format = state.format
        let revisions = engine.revisions.withLock { $0 }
        let depth = format.map { revisions.depth ?? Int64($0.buffer) }
        return Wire.DeviceReport(
            name: configuration.device,
            open: format != nil,
            error: state.error,
            sampleRateHz: UInt32(clamping: format?.rate.hertz ?? 0),
            channels: UInt32(clamping: format?.channels ?? 0),
            format: format?.sampleFormat ?? "",
            periodFrames: UInt32(clamping: format?.period ?? 0),
            bufferFrames: UInt32(clamping: depth ?? 0),
            granularityFrames: UInt32(clamping: revisions.granularity),
            realtime: state.realtime,
            unplugged: jack.isUnplugged,
            lostTimeNs: max(state.lost?.nanoseconds ?? 0, jack.lost?.nanoseconds ?? 0)
        )
    }

    func reportEvery(_ nanoseconds: Int64) {
        reportInterval = Interval(nanoseconds: min(max(nanoseconds, 100_000_000), 10_000_000_000))
    }

    /// - Returns: false where the room must register again.
    func sendReport() -> Bool {
        let revisions = engine.revisions.withLock { $0 }
        let state: Wire.PlaybackState = revisions.playsSomething ? .playing : revisions.hasTimeline ? .paused : .stopped
        let request = Wire.ReportRequest(
            roomId: configuration.id,
            sessionId: sessionID ?? 0,
            device: deviceReport,
            sync: engine.report.withLock { $0 },
            state: state,
            timelineRevision: revisions.timeline,
            settingsRevision: revisions.settings,
            neededCommandLeadNs: revisions.neededLead.nanoseconds,
            processId: configuration.process
        )
        do throws(RPCError) {
            let response = try call(Wire.RoomService.report, request)
            reportEvery(response.reportIntervalNs)
            if isElsewhere(response.audioPort) { return register() }
            if let wire = response.timeline, let timeline = try? Timeline(wire) {
                engine.inbox.put(.timeline(timeline, lead: wire.lead))
            }
            if let settings = response.settings { engine.inbox.put(.settings(settings)) }
            failures = 0
            return true
        } catch {
            if error.code != .notFound {
                Log.warning("lost the coordinator: \(error.message); trying to reach it again")
            }
            return false
        }
    }
}
