import AudioCore
import Glibc
import LinuxSystem
import MP3Decoding

/// The contents of a file.
func contents(of path: String) throws -> [UInt8] {
    let source = try FileByteSource(path: DiskPath(path))
    var bytes = [UInt8](repeating: 0, count: Int(source.size ?? 0))
    var filled = 0
    try bytes.withUnsafeMutableBytes { buffer in
        while filled < buffer.count {
            let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
    }
    return Array(bytes.prefix(filled))
}

/// Decodes a whole stream at its native rate.
/// - Returns: the frames of music, and the samples where `keep` is true.
func decodeAll(_ decoder: MPEGDecoder, keep: Bool = true) throws -> (frames: Int, samples: [Float]) {
    var frames = 0
    var samples: [Float] = []
    while let chunk = try decoder.next() {
        frames += chunk.count / 2
        if keep { samples.append(contentsOf: chunk) }
    }
    return (frames, samples)
}

/// Reads a whole track at 48 kHz.
func readAll(_ track: any FrameSource, chunk: Int = 4_096) throws -> [Float] {
    var samples: [Float] = []
    var buffer = [Float](repeating: 0, count: chunk * 2)
    while true {
        let frames = try buffer.withUnsafeMutableBufferPointer { try track.read(into: $0) }
        if frames == 0 { return samples }
        samples.append(contentsOf: buffer.prefix(frames * 2))
    }
}

func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
