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
    static let windows1253 = Self(name: "WINDOWS-1253")
    static let windows1254 = Self(name: "WINDOWS-1254")
    static let windows1255 = Self(name: "WINDOWS-1255")
    static let windows1257 = Self(name: "WINDOWS-1257")
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

    /// - Parameter name: as a document spells it (RFC 2978 names); nil for none, and for what is no such name.
    init?(declared name: String) {
        let name = name.uppercased()
        let isName = name.utf8.allSatisfy {
            (65...90).contains($0) || (48...58).contains($0) || [43, 45, 46, 95].contains($0)
        }
        guard !name.isEmpty, isName else { return nil }
        switch name {
        // What programs write under these names is in the sets that grew from them.
        case "GB2312", "GBK", "CP936": self = .gb18030
        case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "WINDOWS-31J": self = .shiftJIS
        case "EUC-KR", "KS_C_5601-1987": self = .korean
        case "BIG5": self = .big5
        default: self.init(name: name)
        }
    }

    init(name: String) { self.name = name }
}
