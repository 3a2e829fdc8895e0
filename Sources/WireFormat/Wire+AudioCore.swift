package import AudioCore

// The timeline and packets between their wire values and those of AudioCore. Towards AudioCore every number is checked.

extension Wire.TimelineSpan {
    package init(_ span: AudioCore.TimelineSpan) {
        self.init(
            generation: span.generation.rawValue,
            startPositionFrames: span.startPosition.rawValue,
            startTimeNs: span.startTime.nanoseconds,
            hasEnd: span.endPosition != nil,
            endPositionFrames: span.endPosition?.rawValue ?? 0,
            continuesPrevious: span.continuesPrevious
        )
    }
}

extension Wire.Timeline {
    package init(_ timeline: AudioCore.Timeline, lead: Interval) {
        self.init(
            revision: timeline.revision,
            spans: timeline.spans.map { Wire.TimelineSpan($0) },
            leadNs: lead.nanoseconds
        )
    }

    /// How far ahead packets are published, within 0 to 60 s whatever was sent.
    package var lead: Interval { Interval(nanoseconds: min(max(leadNs, 0), 60_000_000_000)) }
}

extension AudioCore.TimelineSpan {
    /// - Throws: `outOfRange` where the generation is 0, a position is not in 0...`StreamFormat.maximumPosition`, or
    ///   the end lies before the start.
    package init(_ wire: Wire.TimelineSpan) throws(WireFormatError) {
        let positions = 0...StreamFormat.maximumPosition
        guard wire.generation != 0 else {
            throw WireFormatError(.outOfRange, "timeline: generation 0 is not used; the timeline is dropped")
        }
        guard positions.contains(wire.startPositionFrames) else {
            throw WireFormatError(
                .outOfRange,
                "timeline: start position \(wire.startPositionFrames) is not in \(positions); the timeline is dropped"
            )
        }
        let ends = wire.startPositionFrames...StreamFormat.maximumPosition
        guard !wire.hasEnd || ends.contains(wire.endPositionFrames) else {
            throw WireFormatError(
                .outOfRange,
                "timeline: end position \(wire.endPositionFrames) is not in \(ends); the timeline is dropped"
            )
        }
        self.init(
            generation: Generation(wire.generation),
            startPosition: FrameCount(wire.startPositionFrames),
            startTime: Instant(nanoseconds: wire.startTimeNs),
            endPosition: wire.hasEnd ? FrameCount(wire.endPositionFrames) : nil,
            continuesPrevious: wire.continuesPrevious
        )
    }
}

extension AudioCore.Timeline {
    /// - Throws: `outOfRange` where there are more than `maximumSpans` spans, they are not in order of `startTime`, or
    ///   a span is not valid.
    package init(_ wire: Wire.Timeline) throws(WireFormatError) {
        guard wire.spans.count <= Self.maximumSpans else {
            throw WireFormatError(
                .outOfRange,
                "timeline: \(wire.spans.count) spans, at most \(Self.maximumSpans) are taken; it is dropped"
            )
        }
        var spans: [AudioCore.TimelineSpan] = []
        spans.reserveCapacity(wire.spans.count)
        for wireSpan in wire.spans {
            let span = try AudioCore.TimelineSpan(wireSpan)
            if let last = spans.last, span.startTime < last.startTime {
                throw WireFormatError(.outOfRange, "timeline: its spans are not in order of time; it is dropped")
            }
            spans.append(span)
        }
        self.init(revision: wire.revision, spans: spans)
    }
}

extension Wire.FetchPacketsResponse {
    /// How many packets one answer holds at most: 2 s of audio.
    package static let maximumPackets = 100

    /// The packets that were answered, in order of sequence.
    /// - Throws: `outOfRange` where there are more than `maximumPackets`, the generation is 0 though there are packets,
    ///   the sequence numbers overflow, or a payload is not of 1 to `AudioPacket.maximumPayload` bytes.
    package func packets() throws(WireFormatError) -> [AudioPacket] {
        guard !payloads.isEmpty else { return [] }
        guard generation != 0, payloads.count <= Self.maximumPackets,
            firstSequence <= .max - UInt32(payloads.count - 1),
            payloads.allSatisfy({ (1...AudioPacket.maximumPayload).contains($0.count) })
        else {
            throw WireFormatError(
                .outOfRange,
                "fetched packets \(generation):\(firstSequence), \(payloads.count) of them: not valid; they are dropped"
            )
        }
        return payloads.enumerated().map { index, payload in
            AudioPacket(
                generation: Generation(generation),
                sequence: firstSequence + UInt32(index),
                payload: payload
            )
        }
    }
}
