/// A character set by the name that iconv knows.
struct CharacterSet: Hashable {
    var name: String

    /// Chinese (GB2312, GBK), Japanese (Shift-JIS, EUC), Korean (EUC and its extension), traditional Chinese, Cyrillic.
    static let gb18030 = Self(name: "GB18030")
    static let shiftJIS = Self(name: "CP932")
    static let eucJP = Self(name: "EUC-JP")
    static let korean = Self(name: "CP949")
    static let big5 = Self(name: "BIG5-HKSCS")
    static let windows1250 = Self(name: "WINDOWS-1250")
    static let windows1251 = Self(name: "WINDOWS-1251")
    static let koi8 = Self(name: "KOI8-R")

    /// - Parameter name: as uchardet spells it. Nil for "no idea".
    init?(detected name: String) {
        switch name {
        case "", "ASCII", "UTF-8": return nil
        case "SHIFT_JIS": self = .shiftJIS
        case "EUC-KR", "UHC": self = .korean
        case "BIG5": self = .big5
        case "HZ-GB-2312": self.init(name: "HZ")
        default: self.init(name: name)
        }
    }

    init(name: String) { self.name = name }
}
