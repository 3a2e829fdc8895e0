import AudioCore
import Glibc
import LinuxSystem
import OpusCodec
import RPC
import SkewMeter

/// A tone through a real room: what its card recorded against the packets that were sent. What MP3 and Opus do to the
/// tone is in both, so that what differs is the room's own doing: interpolation, gain, the making of samples.
enum ToneBenchmark {
    private static let usage = "usage: tutti-bench tone HOST:PORT SECONDS CARD [HERTZ]"

    /// Listens for so many seconds, in which one tone has to begin, and then reads what CARD (DIR/NAME, without
    /// .journal) has recorded so far.
    static func run(_ arguments: [String]) -> Bool {
        guard (3...4).contains(arguments.count), let endpoint = Crowd.endpoint(arguments[0]),
            let seconds = Double(arguments[1]), seconds > 3,
            let hertz = arguments.count > 3 ? Double(arguments[3]) : 1_000,
            (100...10_000).contains(hertz)
        else {
            print(usage)
            return false
        }
        do {
            let sent = try decoded(try packets(from: endpoint, seconds: seconds))
            let recording = try RecordingFile.read(arguments[2])
            print(try ToneReport(sent: sent, recording: recording, hertz: hertz).description)
            return true
        } catch {
            print("tutti-bench: cannot measure the tone of \(arguments[2]): \(error)")
            return false
        }
    }

    private static func packets(from endpoint: Endpoint, seconds: Double) throws(RPCError) -> [AudioPacket] {
        let security = TransportSecurity.clear(allowInsecure: true)
        let client = try Crowd.client(endpoint, security)
        let room = try LightRoom(0, client, endpoint, security)
        print("listening")
        fflush(nil)
        var packets: [AudioPacket] = []
        room.heard = { packets.append($0) }
        let end = MonotonicClock<NodeClock>.now() + .seconds(seconds)
        while MonotonicClock<NodeClock>.now() < end {
            try room.turn(client)
            usleep(10_000)
        }
        try room.leave(client)
        return packets
    }

    /// The mean of both channels, from the newest generation's first packet on.
    private static func decoded(_ packets: [AudioPacket]) throws -> [Double] {
        guard let newest = packets.map(\.generation.rawValue).max() else { throw ToneError("no packet came") }
        let chosen = packets.filter { $0.generation.rawValue == newest }.sorted { $0.sequence < $1.sequence }
        let decoder = try OpusPacketDecoder()
        var frames = [Float](repeating: 0, count: Int(StreamFormat.framesPerPacket) * StreamFormat.channels)
        var mono: [Double] = []
        for (index, packet) in chosen.enumerated() {
            guard index == 0 || packet.sequence == chosen[index - 1].sequence + 1 else {
                throw ToneError("packet \(packet.sequence) does not follow \(chosen[index - 1].sequence): one was lost")
            }
            try packet.payload.withUnsafeBufferPointer { payload in
                try frames.withUnsafeMutableBufferPointer { try decoder.decode(payload, into: $0) }
            }
            for frame in stride(from: 0, to: frames.count, by: 2) {
                mono.append((Double(frames[frame]) + Double(frames[frame + 1])) / 2)
            }
        }
        return mono
    }
}

struct ToneError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// The two files of a recording.
enum RecordingFile {
    static func read(_ path: String) throws -> Recording {
        // The journal first: the sound of what it tells is then there, however fast both are growing.
        let journal = try bytes(path + ".journal")
        return try Recording(name: path, journal: journal, sound: try bytes(path + ".pcm"))
    }

    private static func bytes(_ path: String) throws(ToneError) -> [UInt8] {
        guard let file = fopen(path, "rb") else {
            throw ToneError("reading \(path) failed; give a recording as DIR/NAME")
        }
        defer { fclose(file) }
        var all: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = fread(&block, 1, block.count, file)
            guard count > 0 else { return all }
            all += block[..<count]
        }
    }
}
