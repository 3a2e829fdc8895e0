import AudioCore

extension MPEGDecoder {
    /// What has come of a stream and is not decoded, in frames at 48 kHz by its mean bit rate, and whether that is the
    /// rest; of a file nothing has come that is not read.
    var backlog: (frames: FrameCount, isComplete: Bool) {
        guard let stream, let survey else { return (0, false) }
        let waiting = stream.waiting
        let bytes = survey.meanBytes(survey.counted.value) ?? survey.places.frameBytes
        let samples = Double(waiting.bytes) / bytes * Double(survey.framesPerFrame)
        let scale = Double(StreamFormat.framesPerSecond) / Double(max(1, nativeRate.hertz))
        return (FrameCount(Int64(samples * scale)), waiting.isComplete)
    }

    /// Frames before a place in a stream that are decoded and thrown away: they fill the bit reservoir.
    private static let streamPreroll: Int64 = 16

    /// Goes to raw frame `target` of a stream: where it sends any part, to a few frames before it, and else by decoding
    /// on.
    func seek(in stream: RememberingSource, to target: Int64) throws(AudioError) {
        landed = nil
        correction = 0
        if stream.isLive { return }
        guard stream.reachesEverywhere, let survey else { return try goOn(to: target) }
        let landing = try survey.locate(max(0, target / survey.framesPerFrame - Self.streamPreroll))
        survey.landed(landing)
        let pieces = SourcePieces(from: landing.offset)
        let handle = try MPGHandle(source: stream, pieces: pieces, name: name, isStream: true)
        let position = landing.frame * survey.framesPerFrame
        guard landing.isInstead else { return restart(with: handle, at: position, wanted: target) }
        let wanted = position + Self.streamPreroll * survey.framesPerFrame
        landed = FrameCount(wanted - trim.start)
        restart(with: handle, at: position, wanted: wanted)
    }

    /// Goes to raw frame `target` by decoding on.
    private func goOn(to target: Int64) throws(AudioError) {
        guard target >= decodedStart else {
            throw AudioError(.unavailable, "cannot go back in \(name): its server sends no parts; play it again")
        }
        firstWanted = target
        parts = trim.music(in: min(target, position)..<position)
    }

    /// Whether nobody has counted up to the place of the last seek.
    var isPlaceEstimated: Bool { survey?.hasEstimate ?? false }

    /// Corrects what the frames are called, once the place of the last seek has been counted: the same sound goes on.
    func settlePlace() {
        guard let survey, parts.isEmpty, let error = survey.takeError() else { return }
        let raw = error * survey.framesPerFrame
        position += raw
        firstWanted += raw
        correction = correction + FrameCount(raw)
    }

    /// Goes on behind a joint in a station's stream, if `next` has come to one, with the first frame that is decodable
    /// in full.
    func crossJoint() throws(AudioError) -> Bool {
        guard let stream, let survey, stream.crossJoint() else { return false }
        let start = stream.position
        let found = try survey.chain.first(in: start..<start + StreamSurvey.reach) ?? start
        let handle = try MPGHandle(source: stream, pieces: SourcePieces(from: found), name: name, isStream: true)
        restart(with: handle, at: position, wanted: position + Self.streamPreroll * survey.framesPerFrame)
        return true
    }
}
