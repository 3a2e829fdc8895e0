import AudioCore
import Testing

@testable import MP3Decoding

/// A length that is told as exact is what plays, whatever the encoder's notes say.
@Suite struct LengthTests {
    @Test(arguments: [1, 5, 1_000_000, 0]) func aLyingCountOfFramesDoesNotMatter(frames: Int) throws {
        var bytes = try Fixture.bytes("stereo-44100-cbr.mp3")
        // "Info" stands 36 bytes into the frame, its count of frames 8 further.
        bytes.replaceSubrange(44..<48, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: frames >> $0) })
        let decoder = try Fixture.decoder(bytes)
        let decoded = try decodeAll(decoder, keep: false).frames
        #expect(decoded >= 20_000 && decoded <= 23_040)
        if case .exact(let length) = decoder.length { #expect(length.rawValue == Int64(decoded)) }
    }

    /// Also where their bytes are right: over a network, where nothing can be counted, it is an estimate then.
    @Test func lyingNotesOfTheRightSizeAreNotBelieved() throws {
        let bytes = try Fixture.bytes("stereo-44100-vbr.mp3")
        #expect(try MPEGDecoder(stream: MemoryByteSource(bytes), name: "a test").length == .exact(20_000))
        for frames in [9, 36, 0xFFFF_FFFF] {
            var lying = bytes
            lying.replaceSubrange(44..<48, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: frames >> $0) })
            let decoder = try Fixture.decoder(lying)
            let count = try decodeAll(decoder, keep: false).frames
            #expect(decoder.length == .exact(FrameCount(Int64(count))), "\(frames)")
            guard case .estimate = try MPEGDecoder(stream: MemoryByteSource(lying), name: "a test").length else {
                Issue.record("\(frames) frames are believed")
                continue
            }
        }
    }

    /// Some encoders leave the frame that holds their notes out of the bytes. What follows them may be a tag.
    @Test(arguments: [[], [UInt8]("TAG".utf8) + [UInt8](repeating: 32, count: 125), Fixture.junk(1_000)])
    func theLastFrameIsPlayedWhereTheNotesTellTooFewBytes(behind: [UInt8]) throws {
        let music = try Fixture.bytes("stereo-44100-vbr.mp3")
        for missing in [1, 208, 417] {
            var bytes = music
            let told = music.count - missing
            bytes.replaceSubrange(48..<52, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: told >> $0) })
            #expect(try decodeAll(Fixture.decoder(bytes + behind)).frames == 20_000, "\(missing)")
        }
        let frames = VariableRateTests.frames(50, rates: [12, 1, 2, 9], stretch: 3)
        for told in [frames.count, frames.count + 417] {
            let bytes = Self.fraunhofer(frames: 51, bytes: told) + frames
            let decoder = try Fixture.decoder(bytes + behind)
            #expect(try decodeAll(decoder, keep: false).frames == 50 * 1_152, "\(told)")
            #expect(decoder.length == .exact(FrameCount(50 * 1_152)), "\(told)")
        }
    }

    /// Then it is a frame like any other, and silent.
    @Test func aFraunhoferFrameThatTellsNothingPlays() throws {
        let frames = VariableRateTests.frames(50, rates: [12, 1, 2, 9], stretch: 3)
        let decoder = try Fixture.decoder(Self.fraunhofer(frames: 0, bytes: 0) + frames)
        #expect(try decodeAll(decoder, keep: false).frames == 51 * 1_152)
    }

    /// They leave out of the music what they count, and so nothing where they do not.
    @Test func notesWithoutFramesAndWithoutADelayCutNothing() throws {
        var bytes = try Fixture.bytes("stereo-44100-vbr.mp3")
        let all = try decodeAll(Fixture.decoder(Array(bytes.dropFirst(417)))).frames
        // The flags behind "Xing", and all that could follow them.
        bytes[43] = 0
        bytes.replaceSubrange(44..<417, with: [UInt8](repeating: 0, count: 373))
        #expect(try decodeAll(Fixture.decoder(bytes)).frames == all)
    }

    /// The count is too small by so much that the padding would begin before the music.
    @Test func paddingThatLeavesNothingIsNotBelieved() throws {
        let body = [UInt8](repeating: 0, count: 32) + Array("Xing".utf8) + [0, 0, 0, 0]
        var info = try #require(InfoFrame(body: body, isMono: false, isLowRate: false, hasChecksum: false))
        (info.frames, info.delay, info.padding) = (1, 576, 1_727)
        let trim = GaplessTrim(info: info, note: nil, framesPerFrame: 1_152, counted: 3 * 1_152)
        #expect(trim.length(of: 3 * 1_152) == 2 * 1_152 - 1_105)
    }

    @Test func notesBehindAChecksumThatTheHeaderDoesNotTellAreFound() {
        let body = [1, 2] + [UInt8](repeating: 0, count: 30) + Array("Xing".utf8) + [0, 0, 0, 1, 0, 0, 0, 9]
        #expect(InfoFrame(body: body, isMono: false, isLowRate: false, hasChecksum: false)?.frames == 9)
    }

    /// A frame of 417 bytes with "VBRI".
    private static func fraunhofer(frames: Int, bytes: Int) -> [UInt8] {
        let numbers = [bytes, frames].flatMap { number in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        let notes = Array("VBRI".utf8) + [0, 1, 0, 0, 0, 75] + numbers
        let start: [UInt8] = [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 32) + notes
        return start + [UInt8](repeating: 0, count: 417 - start.count)
    }

    @Test func aCutFileLosesNoMoreThanItsLastFrame() throws {
        let bytes = try Fixture.bytes("stereo-44100-cbr.mp3")
        for cut in [1, 100, 416] {
            let decoder = try Fixture.decoder(Array(bytes.dropLast(cut)))
            // The padding is in the last frame and the one before it.
            let frames = try decodeAll(decoder, keep: false).frames
            #expect(frames > 20_000 - 1_152, "\(cut)")
            #expect(decoder.length == .exact(FrameCount(Int64(frames))), "\(cut)")
        }
    }

    @Test func paddingIsAtTheEndWhereTheNotesCountNoFrames() throws {
        var bytes = try Fixture.bytes("stereo-44100-vbr.mp3")
        // The flags behind "Xing", and what stands where the frames did; LAME's extension moves up.
        bytes[43] &= ~1
        bytes.replaceSubrange(44..<188, with: bytes[48..<192])
        #expect(try decodeAll(Fixture.decoder(bytes)).frames == 20_000)
    }

    /// Damage in the middle: what is told is played, or is an estimate.
    @Test func aLengthThatIsNotAnEstimateIsWhatPlays() throws {
        let bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        for offset in 2_089...2_092 {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[offset] ^= 1 << bit
                let decoder = try Fixture.decoder(damaged)
                let frames = try decodeAll(decoder, keep: false).frames
                if case .exact(let told) = decoder.length {
                    #expect(told.rawValue == Int64(frames), "\(offset) \(bit)")
                }
            }
        }
    }

    /// The first one's notes are not the whole truth.
    @Test(arguments: [[], [UInt8]("TAG".utf8) + [UInt8](repeating: 32, count: 125), Fixture.id3(Fixture.junk(90_000))])
    func joinedFilesAreAsLongAsTheyPlay(between: [UInt8]) throws {
        for first in ["stereo-44100-cbr.mp3", "stereo-44100-vbr.mp3", "stereo-44100-notes-missing.mp3"] {
            let (one, other) = (try Fixture.bytes(first), try Fixture.bytes("stereo-44100-cbr.mp3"))
            let decoder = try Fixture.decoder(one + between + other)
            let frames = try decodeAll(decoder, keep: false).frames
            #expect(frames > 35_000)
            #expect(decoder.length == .exact(FrameCount(Int64(frames))), "\(first), \(between.count)")
        }
    }

    @Test func ofMusicThatChangesItsRateTheTimeIsTold() throws {
        let parts = ["stereo-44100-notes-missing.mp3", "mono-22050.mp3"]
        let decoder = try Fixture.decoder(parts.flatMap { try Fixture.bytes($0) })
        var seconds = 0.0
        while let chunk = try decoder.next() { seconds += Double(chunk.count / 2) / Double(decoder.rate.hertz) }
        let told = try #require(decoder.info.duration)
        #expect(decoder.info.lengthIsEstimate)
        #expect(abs(Double(told.nanoseconds) / 1e9 - seconds) < 0.1, "\(told), played \(seconds)")
    }
}
