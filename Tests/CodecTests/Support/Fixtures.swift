import AudioCore
import Glibc
import MP3Decoding
import SoxrResampling

/// The checked-in files (dev/make-codec-fixtures.sh), and files made of them.
enum Fixture {
    static let folder = "\(#filePath)".split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Fixtures/"

    static func bytes(_ name: String) throws -> [UInt8] { try contents(of: folder + name) }

    static let opener = MP3TrackOpener { rate throws(AudioError) in try SoxrResampler(from: rate) }

    static func track(_ name: String) throws -> any FrameSource { try opener.open(uri: folder + name) }

    static func track(_ source: any ByteSource) throws -> MP3Track {
        try MP3Track(decoder: MPEGDecoder(source: source, name: "a test")) { rate throws(AudioError) in
            try SoxrResampler(from: rate)
        }
    }

    static func decoder(_ bytes: [UInt8]) throws -> MPEGDecoder {
        try MPEGDecoder(source: MemoryByteSource(bytes), name: "a test")
    }

    /// An ID3v2 tag of version `major` around `frames`.
    static func id3(_ frames: [UInt8], major: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [major, 0, flags] + synchsafe(frames.count) + frames
    }

    /// An ID3v2.3 or 2.4 frame.
    static func frame(_ identifier: String, _ content: [UInt8], major: UInt8 = 4) -> [UInt8] {
        let size = content.count
        let plain = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
        return Array(identifier.utf8) + (major == 4 ? synchsafe(size) : plain) + [0, 0] + content
    }

    static func synchsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) } }

    /// Repeatable noise that is no audio.
    static func junk(_ count: Int, seed: UInt64 = 3) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }
}

/// Bytes in memory, which may cease to be readable.
final class MemoryByteSource: ByteSource {
    let size: Int64?
    let isSeekable: Bool
    private let bytes: [UInt8]
    private let failAt: Int?
    private var offset = 0

    /// - Parameter failAt: reading at or behind this offset fails.
    init(_ bytes: [UInt8], isSeekable: Bool = true, failAt: Int? = nil) {
        self.bytes = bytes
        self.size = isSeekable ? Int64(bytes.count) : nil
        self.isSeekable = isSeekable
        self.failAt = failAt
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        if let failAt, offset >= failAt {
            throw AudioError(.unavailable, "cannot read the test: unplugged", rawCode: EIO)
        }
        let end = min(bytes.count, offset + buffer.count, failAt ?? .max)
        guard offset < end else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        defer { offset = end }
        return end - offset
    }

    func seek(to offset: Int64) throws(AudioError) { self.offset = Int(offset) }
}
