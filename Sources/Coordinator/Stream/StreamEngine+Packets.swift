import AudioCore
import WireFormat

/// From frames to packets.
extension StreamEngine {
    private static let packetFrames = Int(StreamFormat.framesPerPacket)

    /// Fills what is missing of the block.
    /// - Returns: false where it stays incomplete until a command comes.
    func fillBlock() -> Bool {
        while blockFrames < Self.packetFrames {
            guard let run else { return false }
            if !run.preroll.isEmpty {
                takePreroll()
                continue
            }
            switch run.phase {
            case .reading where awaitsFollower: return false
            case .reading(let reading): read(reading)
            case .flushing: pad()
            case .waiting, .ended: return false
            }
        }
        return true
    }

    private func takePreroll() {
        guard let run else { return }
        let start = blockFrames * StreamFormat.channels
        let count = min(block.count - start, run.preroll.count)
        _ = block[start..<start + count].update(fromContentsOf: run.preroll.prefix(count))
        self.run?.preroll.removeFirst(count)
        keep(count / StreamFormat.channels)
    }

    private func read(_ reading: GenerationRun.Reading) {
        var reading = reading
        prepareSuccessor(of: &reading)
        let start = blockFrames * StreamFormat.channels
        // Pre-roll and what is heard are read apart, so that the mark is exact.
        let beforeMark = run?.prerollOfSource ?? 0
        let room = Self.packetFrames - blockFrames
        let wanted = beforeMark > 0 ? min(room, Int(beforeMark)) : room
        do {
            let target = UnsafeMutableBufferPointer(
                rebasing: block[start..<start + wanted * StreamFormat.channels]
            )
            let count = try reading.opened.read(into: target)
            guard count > 0 else {
                endOfSource(reading, prerollMissing: beforeMark)
                return
            }
            if beforeMark > 0 {
                run?.prerollOfSource -= Int64(count)
            } else {
                tellTitle(&reading)
                run?.fade.mix(into: UnsafeMutableBufferPointer(rebasing: target[..<(count * StreamFormat.channels)]))
                reading.framesRead += Int64(count)
                run?.phase = .reading(reading)
            }
            keep(count)
        } catch {
            fillMissingPreroll(beforeMark)
            abandon(reading, reason: error.message)
        }
    }

    private func endOfSource(_ reading: GenerationRun.Reading, prerollMissing: Int64) {
        fillMissingPreroll(prerollMissing)
        if reading.framesRead == 0, reading.track.start == .zero {
            abandon(reading, reason: "cannot play \(reading.track.uri): there is no audio in it; replace it")
        } else if reading.framesRead == 0, reading.previous == nil {
            let generation = reading.mark.generation
            run = nil
            output.report(.passed(generation, reading.track))
        } else if reading.framesRead == 0 {
            abandon(reading, reason: reading.track.startIsBehindItsEnd)
        } else {
            finish(reading)
        }
    }

    /// The track ended before the position that was asked for: its mark stays where it was announced.
    private func fillMissingPreroll(_ frames: Int64) {
        guard frames > 0 else { return }
        run?.preroll = Array(repeating: 0, count: Int(frames) * StreamFormat.channels)[...]
        run?.prerollOfSource = 0
    }

    /// `count` frames have been put into the block: remembers them.
    private func keep(_ count: Int) {
        let start = blockFrames * StreamFormat.channels
        history.append(
            UnsafeBufferPointer(rebasing: block[start..<start + count * StreamFormat.channels])
        )
        blockFrames += count
    }

    private func pad() {
        block[(blockFrames * StreamFormat.channels)...].update(repeating: 0)
        blockFrames = Self.packetFrames
    }

    func encodeBlock() {
        guard var run else { return }
        do {
            let payload = try encoder.encode(UnsafeBufferPointer(block))
            blockFrames = 0
            let packet = AudioPacket(generation: run.generation, sequence: run.nextSequence, payload: payload)
            output.ring.append(packet)
            run.batch.append(packet)
            run.nextSequence += 1
            run.group -= 1
            self.run = run
        } catch {
            self.run = nil
            output.report(.stalled(run.generation, reason: error.message))
            return
        }
        let published = FrameCount(Int64(run.nextSequence) * StreamFormat.framesPerPacket)
        if case .flushing(let end) = run.phase, published >= end {
            flushBatch()
            // Shorter than what rooms begin with: more will not come.
            tellReady()
            self.run?.phase = .ended
            output.report(.ended(run.generation, end))
        } else if run.nextSequence >= maximumPackets {
            suspend(run.generation)
            output.report(.full(run.generation))
        } else if run.batch.count >= run.batchTarget {
            flushBatch()
        }
    }

    /// Publishes what has been made. The first messages of a generation are short, so that rooms can start early.
    func flushBatch() {
        guard var run, !run.batch.isEmpty else { return }
        output.publish(run.batch)
        run.batch.removeAll(keepingCapacity: true)
        if run.nextSequence >= 8 { run.batchTarget = min(run.batchTarget * 2, AudioBatch.maximumPackets) }
        let audible = startPosition + FrameCount(StreamFormat.framesPerPacket)
        self.run = run
        if Int64(run.nextSequence) * StreamFormat.framesPerPacket >= audible.rawValue { tellReady() }
    }

    /// Rooms can begin with the generation.
    private func tellReady() {
        guard let run, !run.isReady else { return }
        self.run?.isReady = true
        output.report(.ready(run.generation))
    }
}
