package import AudioCore
private import Glibc

/// Where file systems are mounted that may stand still for minutes: those of networks, and those that a program serves.
/// Looking up a path touches none of them.
package struct NetworkMounts {
    /// Of the mounts that hide nothing: whether each may stand still.
    private var points: [DiskPath: Bool] = [:]

    private static let types: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "9p", "virtiofs", "lustre", "gfs2", "ocfs2", "autofs",
        "fuse",
        "fuseblk",
    ]
    /// As the kernel follows at most.
    private static let maximumLinks = 40

    /// Those of this process now; none where they cannot be read.
    package static var current: Self { MountTable.shared.mounts }

    /// - Parameter mountinfo: the text of /proc/PID/mountinfo, see proc(5).
    package init(mountinfo: [UInt8]) {
        for line in mountinfo.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 4, let dash = fields.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]),
                fields.indices.contains(dash + 1)
            else { continue }
            let type = String(decoding: fields[dash + 1], as: UTF8.self)
            // Later ones hide earlier ones of the same place.
            points[DiskPath(Self.unescaped(fields[4]))] = Self.types.contains(type) || type.hasPrefix("fuse.")
        }
        // Where the whole system stands still there is nothing to be saved.
        points[DiskPath("/")] = nil
    }

    /// The mount that `path` leads to, over links as well; nil where it ends on a disk of this machine.
    package func share(of path: DiskPath) -> DiskPath? {
        let slash = UInt8(ascii: "/")
        var place = DiskPath("/")
        var rest = Array(path.bytes.split(separator: slash).reversed())
        var links = 0
        while let part = rest.popLast() {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                place = place.folder
                continue
            }
            let next = place.appending(part)
            if points[next] == true { return next }
            guard let target = Self.link(next) else {
                place = next
                continue
            }
            links += 1
            guard links <= Self.maximumLinks else { return nil }
            if target.first == slash { place = DiskPath("/") }
            rest += target.split(separator: slash).reversed()
        }
        return nil
    }

    /// Where a symbolic link leads; nil for all else.
    private static func link(_ path: DiskPath) -> [UInt8]? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { target in
            let count = path.withCString { readlink($0, target.baseAddress!, target.count) }
            return count > 0 ? target[..<count].map { UInt8(bitPattern: $0) } : nil
        }
    }

    /// Spaces, tabs, line breaks and backslashes stand there as three octal digits behind a backslash.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let digits = text[(index + 1)...].prefix(3)
            if text[index] == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                index += 4
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }
}
