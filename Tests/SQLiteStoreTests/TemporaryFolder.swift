import Glibc

/// A folder that is gone with the value.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/tutti-store-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }

    deinit {
        remove(folder: path)
        // The parents that a test had made below.
        remove(folder: path + "/deep/folder")
        rmdir(path + "/deep")
        rmdir(path)
    }

    private func remove(folder: String) {
        for name in names(folder) { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    var names: [String] { names(path) }

    private func names(_ folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func read(_ name: String) -> [UInt8] {
        guard let file = fopen(path + "/" + name, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen(path + "/" + name, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// What is on the disk at this moment, as a process that is killed now would leave it.
    func copyOfDatabase() -> TemporaryFolder {
        let copy = TemporaryFolder()
        for name in names where name.hasPrefix("tutti.db") && !name.hasSuffix("-shm") {
            copy.write(read(name), to: name)
        }
        return copy
    }
}
