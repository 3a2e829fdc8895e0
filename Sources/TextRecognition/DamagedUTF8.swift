/// UTF-8 that is cut off in a character, or has a few bytes in it that do not belong there.
enum DamagedUTF8 {
    /// Whole characters of two bytes for each damage, where those of three count twice. Text in another set has damages
    /// everywhere; a short title in GBK may have four such by chance.
    private static let wholeForEach = 8

    static func fits(_ bytes: [UInt8]) -> Bool {
        var (whole, damages, index) = (0, 0, 0)
        while index < bytes.count {
            let length = length(bytes[index])
            let tail = bytes[(index + 1)...].prefix(max(0, length - 1)).prefix { 0x80...0xBF ~= $0 }
            if length == 0 || tail.count + 1 < length {
                damages += 1
            } else if length > 1 {
                // Two bytes may be by chance what three hardly are.
                whole += length == 2 ? 1 : 2
            }
            index += 1 + tail.count
        }
        return damages > 0 && whole >= damages * wholeForEach
    }

    /// Of the character that a byte begins; 0 for one that begins none.
    private static func length(_ lead: UInt8) -> Int {
        switch lead {
        case 0..<0x80: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }
}
