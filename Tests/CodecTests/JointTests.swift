import AudioCore
import SoxrResampling
import Testing

@testable import MP3Decoding

/// A station's stream that goes on with a later moment after an outage.
@Suite struct JointTests {
    private static func source(_ old: some Collection<UInt8>, _ new: some Collection<UInt8>) -> StationSource {
        StationSource(Array(old) + Array(new), joint: old.count)
    }

    @Test(arguments: [5_000, 5_016, 5_400], [9_000, 9_200]) func nothingIsDecodedOfFramesThatAreNotWhole(
        end: Int,
        start: Int
    ) throws {
        let music = Array(repeating: try Fixture.bytes("stereo-44100-notes-missing.mp3"), count: 4).flatMap { $0 }
        let whole = try decodeAll(Fixture.decoder(music)).samples
        let decoder = try MPEGDecoder(stream: Self.source(music[..<end], music[start...]), name: "a test")
        let old = try decodeAll(decoder).samples
        let isOld = old.elementsEqual(whole.prefix(old.count))
        #expect(isOld)
        #expect(abs(old.count / 2 - end * 1_152 / 418) < 1_200)
        #expect(try decoder.crossJoint())
        let new = try decodeAll(decoder).samples
        let difference = zip(whole.suffix(new.count), new).map { abs($0 - $1) }.max() ?? 1
        #expect(difference < 1e-5)
        #expect(new.count / 2 > (music.count - start) * 1_152 / 418 - 18 * 1_152)
        #expect(try !decoder.crossJoint())
    }

    /// A decoder that looks ahead asks for what lies behind a joint.
    @Test func whoLooksBeyondAJointFindsNothingAndGoesOnBehindIt() throws {
        let bytes = (0..<9_000).map { UInt8($0 % 251) }
        let source = RememberingSource(StationSource(bytes, joint: 5_000))
        var buffer = [UInt8](repeating: 0, count: 8_000)
        func read() throws -> [UInt8] {
            Array(buffer[..<(try buffer.withUnsafeMutableBytes { try source.read(into: $0) })])
        }
        _ = try read()
        try source.seek(to: 7_000)
        #expect(try read().isEmpty)
        try source.seek(to: 4_000)
        #expect(try read() == Array(bytes[4_000..<5_000]))
        try source.seek(to: 300_000)
        #expect(try read().isEmpty)
        #expect(source.crossJoint() && source.position == 5_000)
        #expect(try read().starts(with: bytes[5_000..<6_000]))
    }

    @Test func aTrackReadsUpToAJointAndSaysWhatIsBehindIt() throws {
        let (first, second) = (try Fixture.bytes("stereo-44100-notes-missing.mp3"), try Fixture.bytes("mono-22050.mp3"))
        let source = Self.source(first.dropLast(100), Array(repeating: second, count: 4).flatMap { $0 })
        let track = try MP3Track(decoder: MPEGDecoder(stream: source, name: "a test")) { rate throws(AudioError) in
            try SoxrResampler(from: rate)
        }
        var (frames, joints): ([Int], [Int]) = ([], [])
        var buffer = [Float](repeating: 0, count: 2_000)
        while true {
            let count = try buffer.withUnsafeMutableBufferPointer { try track.read(into: $0) }
            if count == 0 { break }
            if track.isBehindJoint { joints.append(frames.reduce(0, +)) }
            frames.append(count)
        }
        // 18 frames of 1,152 at 44.1 kHz.
        #expect(joints == [22_570])
        #expect(frames.reduce(0, +) > 60_000)
    }
}

/// What a station sends, with a joint.
private final class StationSource: ByteSource {
    var size: Int64? { nil }
    var isSeekable: Bool { false }
    var isLive: Bool { true }
    private let bytes: [UInt8]
    private var joint: Int?
    private var offset = 0

    init(_ bytes: [UInt8], joint: Int) { (self.bytes, self.joint) = (bytes, joint) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, 1_460, (joint ?? bytes.count) - offset)
        buffer.copyBytes(from: bytes[offset..<offset + count])
        offset += count
        return count
    }

    func seek(to offset: Int64) throws(AudioError) { throw AudioError(.unavailable, "no way back") }

    func crossJoint() -> Bool {
        guard joint == offset else { return false }
        joint = nil
        return true
    }
}
