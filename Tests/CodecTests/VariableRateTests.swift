import AudioCore
import SoxrResampling
import Testing

@testable import MP3Decoding

/// Music at a variable bit rate that comes over a network.
@Suite struct VariableRateTests {
    /// Layer III frames at 44.1 kHz that decode to silence: `count` at `rates[index / stretch]`, an index into the
    /// table of bit rates.
    static func frames(_ count: Int, rates: [Int], stretch: Int) -> [UInt8] {
        let kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        return (0..<count).flatMap { (index: Int) -> [UInt8] in
            let rate = rates[index / stretch % rates.count]
            let header: [UInt8] = [0xFF, 0xFB, UInt8(rate << 4), 0xC4]
            return header + [UInt8](repeating: 0, count: 144_000 * kilobits[rate] / 44_100 - 4)
        }
    }

    /// 78 s, the beginning of which promises 20.
    private static let varied = frames(3_000, rates: [12, 1, 2, 9], stretch: 10)
    private static let length = 3_000 * 1_152

    private func decoder(_ source: NetworkSource) throws -> MPEGDecoder {
        try MPEGDecoder(stream: source, name: "a test", now: { source.time })
    }

    private func remaining(_ decoder: MPEGDecoder) throws -> Int { try decodeAll(decoder, keep: false).frames }

    @Test func theLengthIsCountedAsItComes() throws {
        let source = NetworkSource(Self.varied)
        let decoder = try decoder(source)
        guard case .estimate = decoder.length else {
            Issue.record("\(decoder.length)")
            return
        }
        source.comes(Self.varied.count / 2)
        _ = try decoder.next()
        guard case .estimate(let length) = decoder.length else {
            Issue.record("\(decoder.length)")
            return
        }
        #expect(abs(length.rawValue - Int64(Self.length)) < Int64(Self.length / 50))
        source.comes(.max)
        _ = try decoder.next()
        #expect(decoder.length == .exact(FrameCount(Self.length)))
    }

    @Test(arguments: [100_000, 1_000_000, 3_000_000]) func aPlaceThatCanBeCountedIsExact(target: Int) throws {
        let decoder = try decoder(NetworkSource(Self.varied))
        try decoder.seek(to: FrameCount(target))
        #expect(try remaining(decoder) == Self.length - target)
        #expect(decoder.landed == nil)
    }

    @Test func aPlaceThatWasSeenIsKnownAgain() throws {
        let memory = CountMemory()
        let first = NetworkSource(Self.varied)
        first.comes(.max)
        let earlier = try MPEGDecoder(stream: first, name: "a test", memory: memory)
        while case .estimate = earlier.length { _ = try earlier.next() }
        let second = NetworkSource(Self.varied, bytesPerSecond: 5_000)
        let decoder = try MPEGDecoder(stream: second, name: "a test", memory: memory, now: { second.time })
        try decoder.seek(to: 2_500_000)
        #expect(try remaining(decoder) == Self.length - 2_500_000)
    }

    /// As a jump of a quarter of a minute is, which would take another connection otherwise.
    @Test func whatIsReadThroughAnywayIsCounted() throws {
        let source = NetworkSource(Self.frames(3_000, rates: [9, 5, 7], stretch: 1), bytesPerSecond: 20_000)
        let decoder = try decoder(source)
        try decoder.seek(to: FrameCount(200 * 1_152))
        #expect(source.seeks == 0)
        #expect(try remaining(decoder) == 2_800 * 1_152)
    }

    @Test func aSlowSourceIsNotCountedForEver() throws {
        let source = NetworkSource(Self.varied, bytesPerSecond: 20_000)
        let decoder = try decoder(source)
        try decoder.seek(to: FrameCount(Self.length / 2))
        #expect(source.time < Instant(nanoseconds: 4_000_000_000))
        let rest = try remaining(decoder)
        #expect(abs(rest - Self.length / 2) < Self.length / 10)
    }

    @Test func behindAnEstimatedEndThereIsMusic() throws {
        // The beginning promises a quarter of the length.
        let start = Self.frames(200, rates: [12], stretch: 1)
        let bytes = start + Self.frames(3_000, rates: [1, 2], stretch: 3)
        let source = NetworkSource(bytes, bytesPerSecond: 20_000)
        let decoder = try decoder(source)
        try decoder.seek(to: FrameCount(3_100 * 1_152))
        #expect(try remaining(decoder) > 44_100)
        #expect(decoder.landed.map { $0.rawValue < 3_100 * 1_152 } ?? true)
    }

    @Test func behindTheRealEndThereIsNone() throws {
        for bytes in [Self.varied, Self.frames(3_000, rates: [9], stretch: 1)] {
            let decoder = try decoder(NetworkSource(bytes))
            try decoder.seek(to: FrameCount(Self.length + 100_000))
            #expect(try remaining(decoder) == 0)
        }
    }

    @Test func anEncoderThatNeverPadsIsSoughtInExactly() throws {
        let bytes = Self.frames(3_000, rates: [9], stretch: 1)
        let source = NetworkSource(bytes, bytesPerSecond: 20_000)
        let decoder = try decoder(source)
        try decoder.seek(to: 3_000_000)
        #expect(try remaining(decoder) == Self.length - 3_000_000)
        #expect(source.bytesRead < 400_000)
    }

    @Test(arguments: [true, false]) func whatCameBeforeACutIsHeard(isStream: Bool) throws {
        let whole = Self.frames(100, rates: [9], stretch: 1)
        let source = MemoryByteSource(whole + [UInt8](repeating: 0, count: 50), failAt: whole.count)
        let decoder =
            isStream
            ? try MPEGDecoder(stream: source, name: "a test")
            : try MPEGDecoder(source: MemoryByteSource(whole), name: "a test")
        let track = MP3Track(decoder: decoder) { rate throws(AudioError) in try SoxrResampler(from: rate) }
        var buffer = [Float](repeating: 0, count: 8_192)
        var frames = 0
        var isCut = false
        do {
            while true {
                let count = try buffer.withUnsafeMutableBufferPointer { try track.read(into: $0) }
                if count == 0 { break }
                frames += count
            }
        } catch {
            isCut = true
        }
        #expect(isCut == isStream)
        #expect(frames == 125_388)
    }
}
