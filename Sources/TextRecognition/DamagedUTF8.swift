/// UTF-8 that is cut off in a character, or has a few bytes in it that do not belong there.
enum DamagedUTF8 {
    /// Whole characters of two bytes for each damage, where those of three count twice. Text in another set has damages
    /// everywhere; a short title in GBK may have four such by chance.
    private static let wholeForEach = 8

    static func fits(_ bytes: [UInt8]) -> Bool {
        var (whole, damages) = (0, 0)
        var (iterator, parser) = (bytes.makeIterator(), Unicode.UTF8.ForwardParser())
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return damages > 0 && whole >= damages * wholeForEach
            case .error: damages += 1
            // Two bytes may be by chance what three hardly are.
            case .valid(let character) where character.count > 1: whole += character.count == 2 ? 1 : 2
            case .valid: break
            }
        }
    }
}
