/// A path as the kernel takes it: bytes, which need not be text. A queue, a message and the state know it by its
/// `location`.
package struct DiskPath: Hashable, Sendable {
    /// Without a zero.
    package var bytes: [UInt8]

    private static let slash = UInt8(ascii: "/")

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Itself where it is text; else the `file:` address that has its bytes percent-encoded. `TrackURI.path` leads
    /// back.
    package var location: String {
        String(validating: bytes, as: UTF8.self) ?? "file://" + PercentEncoding.encodedPath(bytes)
    }

    package var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    package var isAbsolute: Bool { bytes.first == Self.slash }

    /// The last part; empty where the path ends in a slash.
    package var name: ArraySlice<UInt8> { bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...] }

    /// What it lies in, without a slash at its end but for the root's.
    package var folder: DiskPath {
        let folder = bytes.dropLast(name.count).dropLast()
        return folder.isEmpty ? DiskPath("/") : DiskPath(folder)
    }

    /// `name` in this folder; what is absolute stays as it is.
    package func appending(_ name: some Collection<UInt8>) -> DiskPath {
        if name.first == Self.slash { return DiskPath(name) }
        return DiskPath(bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name)
    }

    /// Without `.`, `..` and slashes too many, by name alone, links untouched; from the root on.
    package var normalized: DiskPath {
        var parts: [ArraySlice<UInt8>] = []
        for part in bytes.split(separator: Self.slash) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
        }
        return DiskPath([Self.slash] + parts.joined(separator: [Self.slash]))
    }

    /// For the C library; the pointer is good until `body` returns.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        // A copy with the zero at its end is never empty, so there is a pointer.
        let text = ContiguousArray(bytes.map { CChar(bitPattern: $0) } + [0])
        return unsafe text.withUnsafeBufferPointer { buffer in unsafe body(buffer.baseAddress.unsafelyUnwrapped) }
    }
}
