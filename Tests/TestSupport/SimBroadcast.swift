package import AudioCore

/// What the coordinator of a simulated house does, the same for all rooms: starts, timelines and packets.
package struct SimBroadcast: Sendable {
    /// One start of the coordinator.
    package struct Session: Sendable {
        package struct Edit: Sendable {
            package var at: TrueTime
            package var timeline: Timeline
        }

        package var begins: TrueTime
        package var clock: SimClock<CoordinatorClock>
        package var edits: [Edit] = []

        package init(begins: TrueTime, clock: SimClock<CoordinatorClock>) {
            self.begins = begins
            self.clock = clock
        }

        /// Publishes `timeline` at `time`; the revision is given here.
        package mutating func publish(_ timeline: Timeline, at time: TrueTime) {
            var timeline = timeline
            timeline.revision = UInt64(edits.count + 1)
            edits.append(Edit(at: time, timeline: timeline))
        }

        /// The newest timeline at `time`.
        package func timeline(at time: TrueTime) -> Timeline {
            edits.last { $0.at <= time }?.timeline ?? Timeline()
        }

        /// From `time` on, after `wait`, a generation is played from its first audible frame on.
        package mutating func play(_ generation: UInt32, at time: TrueTime, after wait: Interval = .milliseconds(400)) {
            var next = timeline(at: time)
            next.append(
                TimelineSpan(
                    generation: Generation(generation),
                    startPosition: FrameCount(StreamFormat.prerollFrames),
                    startTime: clock.reading(at: time) + wait
                )
            )
            publish(next, at: time)
        }
    }

    package var sessions: [Session]
    package var lead = Interval.seconds(2)

    package init(sessions: [Session]) { self.sessions = sessions }

    /// A coordinator with a clock of some hours that plays one generation for ever.
    package static func endless(ppm: Double = 0, wanderPpm: Double = 0) -> SimBroadcast {
        var session = Session(
            begins: 0,
            clock: SimClock(epoch: 5_000_000_000_000, oscillator: SimOscillator(ppm: ppm, wanderPpm: wanderPpm))
        )
        session.play(1, at: 0)
        return SimBroadcast(sessions: [session])
    }

    /// Four packets, as they travel together.
    static let packetsPerMessage: UInt32 = 4

    func packets(of generation: Generation, message: UInt32) -> [AudioPacket] {
        (0..<Self.packetsPerMessage).map { Self.packet(generation, message * Self.packetsPerMessage + $0) }
    }

    /// The payload tells which packet it is: there is no audio in it.
    package static func packet(_ generation: Generation, _ sequence: UInt32) -> AudioPacket {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: sequence >> (8 * $0)) }
        return AudioPacket(generation: generation, sequence: sequence, payload: bytes)
    }
}
