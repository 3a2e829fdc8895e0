import AudioCore
import TestSupport
import Testing

@testable import MP3Decoding

/// Files with something broken in the middle: mpg123 is given the frames and nothing else, so what is counted is what
/// plays.
@Suite struct DamagedFileTests {
    static let names = [
        "stereo-44100-vbr.mp3", "stereo-44100-notes-missing.mp3", "mono-8000.mp3", "layer-two-48000.mp2",
        "stereo-44100-free-format.mp3",
    ]
    static let version1 = [UInt8]("TAG".utf8) + [UInt8](repeating: 32, count: 125)

    /// Where the frames of a file without damage lie.
    static func frames(_ bytes: [UInt8]) throws -> [Range<Int>] {
        let window = try #require(SourceWindow(MemoryByteSource(bytes)))
        var chain = FrameChain(window)
        var walk = FrameWalk(offset: 0)
        var frames: [Range<Int>] = []
        while try chain.step(&walk, before: Int64(bytes.count), largestGap: 0) != nil {
            frames.append(Int(walk.offset) - walk.frameBytes..<Int(walk.offset))
        }
        return frames
    }

    @Test(arguments: names) func whatIsCountedIsWhatPlays(name: String) throws {
        let whole = try Fixture.bytes(name)
        let frames = try Self.frames(whole)
        var random = SimRandom(seed: 5)
        func any(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        for _ in 0..<60 {
            let frame = frames[1 + any(frames.count - 2)]
            let place = frame.lowerBound + any(frame.count)
            var bytes = whole
            switch any(8) {
            case 0: bytes[frame.lowerBound + any(4)] ^= 1 << any(8)
            case 1: bytes[frame.lowerBound + 1] = 0
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + any(900)))
            case 3: bytes.insert(contentsOf: Fixture.junk(1 + any(3_000)), at: frame.lowerBound)
            case 4: bytes.insert(contentsOf: bytes[frame], at: frame.lowerBound)
            case 5: bytes.insert(contentsOf: Fixture.id3(Fixture.junk(any(400))), at: place)
            case 6: bytes.removeSubrange(frame)
            default: bytes = bytes[..<place] + Self.version1
            }
            let decoder = try Fixture.decoder(bytes)
            let played = try decodeAll(decoder, keep: false).frames
            if case .exact(let told) = decoder.length { #expect(told.rawValue == Int64(played)) }
            #expect(decoder.length != .unknown)
        }
    }

    /// Its frames are all there; what the encoder's notes say of the bytes ends inside the last.
    @Test(arguments: names) func aFrameThatIsThereTwicePlaysTwice(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let length = try decodeAll(Fixture.decoder(bytes), keep: false).frames
        let frames = try Self.frames(bytes)
        let header = try #require(FrameHeader(bytes[...]))
        for frame in frames.dropFirst(2).dropLast() {
            let doubled = bytes[..<frame.upperBound] + bytes[frame.lowerBound...]
            #expect(try decodeAll(Fixture.decoder(Array(doubled)), keep: false).frames == length + header.samples)
        }
    }

    @Test(arguments: names) func tagsBetweenFramesAreNotHeard(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let expected = try decodeAll(Fixture.decoder(bytes)).samples
        let frame = try Self.frames(bytes)[4]
        for tag in [Self.version1, Fixture.id3(Fixture.junk(300)), Self.version1 + Fixture.id3(Fixture.junk(5_000))] {
            let tagged = bytes[..<frame.lowerBound] + tag + bytes[frame.lowerBound...]
            let decoder = try Fixture.decoder(Array(tagged))
            let isSame = try decodeAll(decoder).samples == expected
            #expect(isSame, "\(tag.count) bytes")
            #expect(decoder.length == .exact(FrameCount(Int64(expected.count / 2))))
        }
    }

    /// The one before the last is broken: the last alone has nothing behind it that proves it.
    @Test(arguments: names) func theLastFrameIsHeardBehindABrokenOne(name: String) throws {
        var bytes = try Fixture.bytes(name)
        let frames = try Self.frames(bytes)
        let all = try Fixture.layout(bytes).total
        bytes[frames[frames.count - 2].lowerBound] = 0
        let header = try #require(FrameHeader(bytes[...]))
        #expect(try Fixture.layout(bytes).total == all - Int64(header.samples))
    }

    /// A header that was hit says another rate: a moment at the wrong speed would be worse than none.
    @Test func aSingleFrameOfAnotherKindIsLeftOut() throws {
        var bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        let frame = try Self.frames(bytes)[5]
        bytes[frame.lowerBound + 2] ^= 0x04
        let decoder = try Fixture.decoder(bytes)
        while try decoder.next() != nil { #expect(decoder.rate.hertz == 44_100) }
        guard case .exact = decoder.length else {
            Issue.record("the length is not known")
            return
        }
    }

    /// MPEG-2.5, where a frame of layer II has twice the bytes and twice the samples: it plays in place of two.
    @Test func aFrameOfAnotherLayerThatFitsKeepsTheTime() throws {
        var bytes = try Fixture.bytes("mono-8000.mp3")
        let frames = try Self.frames(bytes)
        let all = try Fixture.layout(bytes).total
        for frame in frames.dropFirst(2).dropLast(2) {
            bytes[frame.lowerBound + 1] ^= 0x06
            #expect(try Fixture.layout(bytes).total == all)
            let decoder = try Fixture.decoder(bytes)
            #expect(decoder.length == .exact(FrameCount(decoder.trim.length(of: all))))
            #expect(try decodeAll(decoder, keep: false).frames == Int(decoder.trim.length(of: all)))
            bytes[frame.lowerBound + 1] ^= 0x06
        }
    }

    /// As where files were cut and joined.
    @Test func twoStrayFramesOfAnotherLayerPlay() throws {
        var bytes = try Fixture.bytes("layer-two-48000.mp2")
        let all = try Fixture.layout(bytes).total
        let header = [0xFF, 0xFB, 0x94, 0x44] as [UInt8]
        let stray = header + [UInt8](repeating: 0, count: 384 - header.count)
        bytes.insert(contentsOf: stray + stray, at: try Self.frames(bytes)[7].lowerBound)
        #expect(try Fixture.layout(bytes).total == all + 2 * 1_152)
        #expect(try decodeAll(Fixture.decoder(bytes), keep: false).frames == Int(all) + 2 * 1_152)
    }

    /// The encoder's notes are there, so its delay is not heard.
    @Test func theFrameBehindTheNotesMayBeBroken() throws {
        var bytes = try Fixture.bytes("stereo-44100-vbr.mp3")
        let second = try Self.frames(bytes)[1]
        bytes[second.lowerBound] = 0
        let decoder = try Fixture.decoder(bytes)
        #expect(decoder.trim.start == 1_152 + 576 + 529)
    }

    @Test(arguments: names) func junkBehindTheFirstTwoFramesDoesNotCostThem(name: String) throws {
        var bytes = try Fixture.bytes(name)
        let all = try Fixture.layout(bytes).total
        bytes.insert(contentsOf: [0, 0, 0], at: try Self.frames(bytes)[1].upperBound)
        let decoder = try Fixture.decoder(bytes)
        let whole = decoder.trim.length(of: all)
        #expect(try decodeAll(decoder, keep: false).frames == Int(whole))
    }

    @Test(arguments: [1, 64, 3_000]) func freeFormatIsFoundBehindJunk(count: Int) throws {
        let bytes = try Fixture.bytes("stereo-44100-free-format.mp3")
        let expected = try decodeAll(Fixture.decoder(bytes)).frames
        #expect(try decodeAll(Fixture.decoder(Fixture.junk(count) + bytes)).frames == expected)
    }

    /// Two frames and most of a third.
    @Test func aFragmentPlays() throws {
        let bytes = try Fixture.bytes("stereo-44100-notes-missing.mp3")
        let frames = try Self.frames(bytes)
        #expect(try decodeAll(Fixture.decoder(Array(bytes[..<(frames[2].upperBound - 9)]))).frames == 2 * 1_152)
    }

    @Test(arguments: names) func seekingInADamagedFileSoundsAsPlayingDoes(name: String) throws {
        var bytes = try Fixture.bytes(name)
        let frames = try Self.frames(bytes)
        bytes.insert(contentsOf: Fixture.junk(700), at: frames[frames.count / 2].lowerBound)
        bytes[frames[3].lowerBound] = 0
        let whole = try decodeAll(Fixture.decoder(bytes)).samples
        let decoder = try Fixture.decoder(bytes)
        for tenth in [9, 5, 2, 7, 0] {
            let target = whole.count / 2 * tenth / 10
            try decoder.seek(to: FrameCount(Int64(target)))
            let rest = try decodeAll(decoder).samples
            #expect(rest.count == whole.count - target * 2)
            let difference = zip(rest, whole.dropFirst(target * 2)).map { abs($0 - $1) }.max() ?? 0
            #expect(difference < 1e-4, "from \(target)")
        }
    }
}

extension Fixture {
    fileprivate static func layout(_ bytes: [UInt8]) throws -> StreamLayout {
        var chain = FrameChain(try #require(SourceWindow(MemoryByteSource(bytes))))
        return try chain.layout(from: 0)
    }
}
