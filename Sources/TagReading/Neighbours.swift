import AudioCore
private import Glibc
private import Synchronization

/// What lies beside a track: a sidecar with its lyrics, an image for its folder. May be used from any thread.
final class Neighbours: Sendable {
    private struct Folder {
        var path: DiskPath
        var changed: timespec
        var image: String?
    }

    /// The folder that was looked at last: tracks come folder by folder.
    private let last = Mutex<Folder?>(nil)

    private static let stems = ["cover", "folder", "front", "album"]
    private static let extensions = ["jpg", "jpeg", "png", "webp", "gif"]

    /// The path of the folder's image: cover, folder, front or album, as JPEG, PNG, WebP or GIF, in any case.
    func image(beside path: DiskPath) -> DiskPath? {
        let folder = path.folder
        var status = stat()
        guard folder.withCString({ stat($0, &status) }) == 0 else { return nil }
        let changed = status.st_mtim
        let known = last.withLock { last in
            last.flatMap {
                $0.path == folder && $0.changed.tv_sec == changed.tv_sec && $0.changed.tv_nsec == changed.tv_nsec
                    ? $0 : nil
            }
        }
        if let known { return known.image.map { folder.appending($0.utf8) } }
        let image = Self.bestImage(in: folder)
        last.withLock { $0 = Folder(path: folder, changed: changed, image: image) }
        return image.map { folder.appending($0.utf8) }
    }

    /// The path of a file of the track's name that ends in .lrc, in small letters or in capitals.
    func sidecar(beside path: DiskPath) -> DiskPath? {
        guard let dot = path.name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let stem = path.bytes[..<dot]
        return [".lrc", ".LRC", ".Lrc"].map { DiskPath(stem + $0.utf8) }.first {
            $0.withCString { access($0, R_OK) } == 0
        }
    }

    private static func bestImage(in folder: DiskPath) -> String? {
        guard let handle = folder.withCString({ opendir($0) }) else { return nil }
        defer { closedir(handle) }
        var best: (rank: Int, name: String)?
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0)
                }
            }
            guard let name, let rank = rank(name) else { continue }
            if best.map({ (rank, name) < $0 }) ?? true { best = (rank, name) }
        }
        return best?.name
    }

    private static func rank(_ name: String) -> Int? {
        let name = name.lowercased()
        guard let dot = name.lastIndex(of: "."), let stem = stems.firstIndex(of: String(name[..<dot])),
            let suffix = extensions.firstIndex(of: String(name[name.index(after: dot)...]))
        else { return nil }
        return stem * extensions.count + suffix
    }
}
