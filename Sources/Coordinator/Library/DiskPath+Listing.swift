import AudioCore
import Glibc

extension DiskPath {
    /// - Returns: nil where there is nothing, with the reason in `errno`.
    func status() -> stat? {
        var status = stat()
        return withCString({ stat($0, &status) }) == 0 ? status : nil
    }

    /// The names in this folder but the hidden ones, in the disk's order.
    /// - Returns: nil where it cannot be read, with the reason in `errno`.
    func visibleNames() -> [[UInt8]]? {
        guard let handle = withCString({ opendir($0) }) else { return nil }
        defer { closedir(handle) }
        var names: [[UInt8]] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names
    }

    /// Without slashes at its end.
    var trimmed: DiskPath {
        var path = self
        while path.bytes.count > 1, path.name.isEmpty { path.bytes.removeLast() }
        return path
    }

    /// The name of the file without its extension. What of a path is no UTF-8 is in one character set, as a rule, and
    /// more of it says better in which.
    func title(by recognizer: any TextRecognizing) -> String {
        let slash = UInt8(ascii: "/")
        let foreign = folder.bytes.split(separator: slash).filter { String(validating: $0, as: UTF8.self) == nil }
        let text =
            String(validating: name, as: UTF8.self)
            ?? recognizer.text(of: Array((foreign + [name]).joined(separator: [slash])))
        let last = text.split(separator: "/").last ?? ""
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? ""
        return String(stem.isEmpty ? last : stem).cut()
    }
}

extension stat {
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

/// The same file has the same, whatever it is called.
struct FileIdentity: Hashable {
    private var device: UInt
    private var inode: UInt

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}
