import AudioCore

/// What frames with strings declare and do not keep. TagLib reads nothing then.
enum FrameText {
    /// The frame's content with an encoding that it has: without one, where the declared is unknown or is not UTF-8 as
    /// it claims; with byte order marks in UTF-16.
    static func repaired(_ frame: ID3Tag.Frame) -> [UInt8] {
        if ID3Document.isPicture(frame.identifier) { return picture(frame) }
        guard let head = head(of: frame.identifier), frame.content.count > head else { return frame.content }
        switch frame.content[0] {
        case 0, 2: return frame.content
        case 1: return UTF16Marks.repaired(frame.content, head: head)
        case 3:
            let isCut = Int64(frame.content.count) < frame.size
            let content = isCut ? frame.content.dropLast(brokenBytes(frame.content)) : frame.content[...]
            if String(validating: content.dropFirst(head), as: UTF8.self) != nil { return Array(content) }
            return [0] + frame.content.dropFirst()
        default: return [0] + frame.content.dropFirst()
        }
    }

    /// Some declare UTF-16 and end an empty description with one zero; the image behind it tells that.
    private static func picture(_ frame: ID3Tag.Frame) -> [UInt8] {
        var content = frame.content
        guard content.count > 5, content[0] == 1 || content[0] == 2 else { return content }
        // Encoding, the type with a zero (in 2.2 three letters), the kind.
        let type = frame.identifier == "PIC" ? 3 : content.dropFirst().firstIndex(of: 0)
        guard let type, content.count > type + 3, content[type + 2] == 0,
            ImageType.mimeType(Array(content[(type + 3)...].prefix(16))) != nil
        else { return content }
        content[0] = 0
        return content
    }

    /// Encoding; encoding and language. Nil for frames of another kind.
    private static func head(of identifier: String) -> Int? {
        switch identifier {
        case "COMM", "COM", "USLT", "ULT": 4
        case let identifier where identifier.hasPrefix("T"): 1
        default: nil
        }
    }

    /// The bytes of the last character, where it is cut off.
    static func brokenBytes(_ text: [UInt8]) -> Int {
        let tail = text.suffix(3)
        guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
        let wanted = text[lead] < 0xC0 ? 1 : text[lead] < 0xE0 ? 2 : text[lead] < 0xF0 ? 3 : 4
        return tail.endIndex - lead < wanted ? tail.endIndex - lead : 0
    }
}
