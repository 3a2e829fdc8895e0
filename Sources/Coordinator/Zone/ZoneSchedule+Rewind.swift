package import AudioCore

extension ZoneSchedule {
    /// After `pause`: `resume` will go on with what was heard at `time`, which is before the pause was heard, in the
    /// same track at the earliest.
    /// - Returns: nothing where the packets of that time are gone, or another stream was heard then: the pause stays
    ///   what it is.
    package mutating func rewindHold(to time: Instant<CoordinatorClock>, ring: PacketRing) -> [PipelineCommand] {
        guard var hold, !hold.isStale, pending == nil, let heard = heard(at: time), heard.generation == hold.generation
        else { return [] }
        var position = heard.position
        if let mark = marks.first, mark.generation == hold.generation { position = max(position, mark.position) }
        guard position < hold.position,
            ring.reaches(back: position - FrameCount(StreamFormat.prerollFrames), of: hold.generation)
        else { return [] }
        hold.position = position
        self.hold = hold
        return [.pace(hold.generation, .held(at: position))]
    }
}
