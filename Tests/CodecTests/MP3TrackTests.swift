import AudioCore
import Glibc
import MP3Decoding
import SoxrResampling
import Testing

@Suite struct MP3TrackTests {
    @Test(arguments: MPEGDecoderTests.exact) func lengthAtTheStreamRateIsExact(file: MPEGDecoderTests.Case) throws {
        let track = try Fixture.track(file.name)
        let frames = FrameTime.streamFrames(of: Int64(file.frames), at: SampleRate(hertz: Int32(file.rate)))
        #expect(try readAll(track, chunk: 960).count == Int(frames) * 2)
        #expect(track.info.length == FrameCount(file.frames))
        #expect(track.info.channels == file.channels)
        #expect(try track.read(into: UnsafeMutableBufferPointer(start: nil, count: 0)) == 0)
    }

    @Test func seekingGivesTheSamplesOfContinuousPlay() throws {
        for name in ["stereo-44100-cbr.mp3", "mono-22050.mp3", "stereo-48000.mp3", "stereo-44100-notes-missing.mp3"] {
            let track = try Fixture.track(name)
            let whole = try readAll(track)
            for milliseconds in [0, 1, 77, 250, 333, 360, 60_000, 5] {
                try track.seek(to: .milliseconds(Int64(milliseconds)))
                let expected = whole.dropFirst(milliseconds * 48 * 2)
                let rest = try readAll(track, chunk: 500)
                #expect(rest.count == expected.count, "\(name) from \(milliseconds) ms")
                #expect(expected.isEmpty || signalToNoise(expected, rest) > 90, "\(name) from \(milliseconds) ms")
            }
        }
    }

    @Test func changeOfRateGoesOnAtTheStreamRate() throws {
        let parts = ["stereo-44100-notes-missing.mp3", "stereo-48000.mp3"]
        let track = try Fixture.track(MemoryByteSource(parts.flatMap { try Fixture.bytes($0) }))
        let frames = try readAll(track).count / 2
        #expect(frames >= 23_824 + 20_000 && frames <= 23_824 + 23_040)
    }

    /// What both files hold at their own rate, resampled in one piece.
    static func inOnePiece() throws -> [Float] {
        let names = ["joined-1.mp3", "joined-2.mp3"]
        let native = try names.flatMap { try decodeAll(Fixture.decoder(Fixture.bytes($0))).samples }
        return try SoxrResamplerTests.resample(native, from: 44_100)
    }

    @Test(arguments: [1, 960, 4_096, 100_000]) func twoFilesJoinAsIfTheyWereOne(chunk: Int) throws {
        let first = try Fixture.track("joined-1.mp3")
        let second = try Fixture.track("joined-2.mp3")
        first.join(second)
        let head = try readAll(first, chunk: chunk)
        #expect(head.count == Int(FrameTime.streamFrames(of: 9_011, at: SampleRate(hertz: 44_100))) * 2)
        let samples = head + (try readAll(second, chunk: chunk))
        let whole = try Self.inOnePiece()
        #expect(samples.count == whole.count)
        #expect(signalToNoise(whole, samples) > 120)

        // Each for itself, the filter's edges are heard.
        let joint = (head.count - 200)..<(head.count + 200)
        let alone = try readAll(Fixture.track("joined-1.mp3")) + readAll(Fixture.track("joined-2.mp3"))
        #expect(signalToNoise(whole[joint], alone[joint]) < 40)
    }

    @Test func oneSineInTwoFilesGoesOnOverTheJoint() throws {
        let whole = try Self.inOnePiece()
        let ideal = sine(441, rate: 48_000, frames: whole.count / 2)
        let joint = Int(FrameTime.streamFrames(of: 9_011, at: SampleRate(hertz: 44_100))) * 2
        let around = (joint - 200)..<(joint + 200)
        let error = around.map { abs(ideal[$0] - whole[$0]) }.max() ?? 1
        #expect(error < 0.05)
    }

    @Test func aJoinedTrackCanBeSoughtBackAndJoinsAgain() throws {
        let first = try Fixture.track("joined-1.mp3")
        let second = try Fixture.track("joined-2.mp3")
        first.join(second)
        let head = try readAll(first)
        try first.seek(to: .milliseconds(50))
        #expect(signalToNoise(head.dropFirst(4_800), try readAll(first)) > 90)
        #expect(signalToNoise(try Self.inOnePiece().dropFirst(head.count), try readAll(second)) > 70)
        try second.seek(to: .zero)
        #expect(try readAll(second).count == Int(FrameTime.streamFrames(of: 8_000, at: second.info.sampleRate)) * 2)
    }

    @Test func tracksOfDifferentRatesFollowEachOther() throws {
        let first = try Fixture.track("stereo-44100-cbr.mp3")
        let second = try Fixture.track("stereo-48000.mp3")
        first.join(second)
        #expect(try readAll(first).count == 21_769 * 2)
        #expect(try readAll(second).count == 20_000 * 2)
    }

    @Test func aNextTrackThatFailsDoesNotHarmTheOneBefore() throws {
        let bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        let first = try Fixture.track("stereo-44100-cbr.mp3")
        let broken = try Fixture.track(MemoryByteSource(bytes, isSeekable: false, failAt: 600))
        first.join(broken)
        #expect(try readAll(first).count == 21_769 * 2)
        #expect(throws: AudioError.self) { try readAll(broken) }
    }
}
