import Glibc
import TagReading
import Testing
import TextRecognition

/// Tags made byte by byte.
enum TagBytes {
    /// An ID3v2 tag of version `major` around `frames`.
    static func id3(_ frames: [UInt8], major: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [major, 0, flags] + synchsafe(frames.count) + frames
    }

    static func frame(_ identifier: String, _ content: [UInt8], major: UInt8 = 4, flags: [UInt8] = [0, 0]) -> [UInt8] {
        let size = content.count
        let head = Array(identifier.utf8)
        switch major {
        case 2: return head + [16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + content
        case 3: return head + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + flags + content
        default: return head + synchsafe(size) + flags + content
        }
    }

    /// A text frame in UTF-8.
    static func text(_ identifier: String, _ text: String) -> [UInt8] { frame(identifier, [3] + Array(text.utf8)) }

    /// TXXX in UTF-8.
    static func named(_ name: String, _ text: String) -> [UInt8] {
        frame("TXXX", [3] + Array(name.utf8) + [0] + Array(text.utf8))
    }

    static func picture(_ image: [UInt8], kind: UInt8 = 3, mime: String = "image/jpeg", text: String = "") -> [UInt8] {
        frame("APIC", [3] + Array(mime.utf8) + [0, kind] + Array(text.utf8) + [0] + image)
    }

    static func synchsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) } }

    static func littleEndian(_ number: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// An APEv2 tag with header and footer.
    static func ape(_ items: [(key: String, isBinary: Bool, value: [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for item in items {
            body += littleEndian(item.value.count) + littleEndian(item.isBinary ? 2 : 0)
            body += Array(item.key.utf8) + [0] + item.value
        }
        let edge = { (flags: Int) in
            Array("APETAGEX".utf8) + littleEndian(2_000) + littleEndian(body.count + 32) + littleEndian(items.count)
                + littleEndian(flags) + [UInt8](repeating: 0, count: 8)
        }
        return edge(0xA000_0000) + body + edge(0x8000_0000)
    }

    static func version1(title: [UInt8], artist: [UInt8] = [], genre: UInt8 = 255, track: UInt8 = 0) -> [UInt8] {
        func field(_ bytes: [UInt8], _ count: Int = 30) -> [UInt8] {
            Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
        }
        let names: [UInt8] = Array("TAG".utf8) + field(title) + field(artist) + field([])
        return names + Array("1987".utf8) + field(Array("remark".utf8), 28) + [0, track, genre]
    }

    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 6_000)
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 9, count: 100)
    /// What stands for the audio.
    static let audio = [UInt8](repeating: 0x55, count: 500)
}

/// A folder that is removed with the value.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/tutti-tags-XXXXXX".utf8CString)
        let made = mkdtemp(&template).map { String(cString: $0) }
        path = try #require(made)
    }

    deinit {
        for name in (try? names()) ?? [] { unlink(path + "/" + name) }
        rmdir(path)
    }

    /// - Returns: the path of the file.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let place = path + "/" + name
        let file = try #require(fopen(place, "w"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        return place
    }

    private func names() throws -> [String] {
        let handle = try #require(opendir(path))
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

let reader = TagReader(recognizer: TextRecognizer())
