import AudioCore

/// What becomes known of a track while it plays.
extension StreamEngine {
    /// What has stood still for so long does not answer.
    private static let patience = Interval.milliseconds(3_000)

    /// Tells how long the track is that is being read: again where the estimate has changed by more than a second and a
    /// hundredth, once it has been counted, and where a file has grown.
    func tellLength() {
        guard case .reading(var reading) = run?.phase else { return }
        let info = (reading.feed ?? reading.opened.source).info
        guard let length = info.length, !info.isLive else { return }
        if let told = reading.toldLength {
            let change = abs((length - told.frames).rawValue)
            let isLarge = change > Int64(info.sampleRate.hertz) && change * 100 > told.frames.rawValue
            guard told.isEstimate ? isLarge || !info.lengthIsEstimate : change > 0 else { return }
        }
        // A file's has been told when it was opened.
        if reading.feed != nil || reading.toldLength != nil { output.report(.opened(reading.track, info)) }
        reading.toldLength = (length, info.lengthIsEstimate)
        run?.phase = .reading(reading)
    }

    /// Tells where the track is that is being read, once that has been counted which was an estimate.
    func tellPlace() {
        guard case .reading(var reading) = run?.phase, let landing = reading.feed?.landing,
            reading.mark.placeIsEstimate, !landing.isEstimate
        else { return }
        let change = landing.displacement - reading.opened.landing.displacement
        reading.opened.landing = landing
        reading.mark.counted(change)
        run?.phase = .reading(reading)
        output.report(.counted(serial: reading.mark.serial, change))
    }

    /// Why nothing comes: what the source says, or that it says nothing for long.
    func trouble(of flow: FrameFlow, isShort: Bool, _ now: Instant<CoordinatorClock>) -> String {
        guard isShort, flow.trouble.isEmpty else {
            still = nil
            return flow.trouble
        }
        let arrived = max(flow.arrived, flow.ready)
        if still?.arrived != arrived { still = (arrived, now) }
        let since = still?.since ?? now
        return now - since < Self.patience ? "" : flow.silence
    }

    /// Tells where a station's title changes.
    func tellTitle(_ reading: inout GenerationRun.Reading) {
        guard let feed = reading.feed, feed.streamTitle != reading.title else { return }
        reading.title = feed.streamTitle
        let position = reading.mark.position + FrameCount(reading.framesRead)
        output.report(.titled(reading.mark.generation, at: position, reading.title))
    }
}
