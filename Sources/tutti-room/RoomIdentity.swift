import AudioCore
import LinuxSystem

/// How the coordinator knows this room, and what keeps another room from being known so as long as this lives.
struct RoomIdentity {
    let id: String
    private let lock: FolderLock?

    private struct InUse: Error, CustomStringConvertible {
        var folder: String

        var description: String {
            "the state folder \(folder), which holds the room's id, is in use by another tutti-room: give each sound card of "
                + "a machine its own --id, or its own --state"
        }
    }

    /// The explicit id, or the stored one, or a new one that is stored.
    init(_ options: RoomOptions) throws {
        if let id = options.id {
            (self.id, lock) = (id, nil)
            return
        }
        let folder = StateDirectory.resolve(options.state)
        try StateDirectory.prepare(folder)
        guard let lock = FolderLock(folder) else { throw InUse(folder: folder) }
        (id, self.lock) = (try Self.storedID(in: folder), lock)
    }

    private static func storedID(in folder: String) throws(SystemError) -> String {
        let path = folder + "/room-id"
        if let bytes = try SmallFile.read(path) {
            let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
            if RoomID.isValid(text) { return text }
            Log.warning("\(path) holds no id; a new one is written")
        }
        let id = Machine.randomBytes(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try SmallFile.write(Array((id + "\n").utf8), to: path)
        return id
    }
}
