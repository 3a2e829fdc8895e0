import Glibc
import Testing
import TextRecognition

@Suite struct TextRecognitionTests {
    let recognizer = TextRecognizer()

    @Test(arguments: [
        "Björk", "Motörhead", "Sigur Rós", "Größe", "Ágætis byrjun", "Ænima", "naïve", "Ça", "À", "Où es-tu", "dÉjÀ",
        "Señor", "Blå", "“quoted” – text…", "½ ©", "Été", "L’été", "Beyoncé", "Die Ärzte", "Röyksopp", "Mylène Farmer",
        "¿Por qué?", "Blue Öyster Cult", "Queensrÿche", "Antônio Carlos Jobim",
        "Café Tacvba - Déjà Vu (Édition spéciale)",
        "Sögur af öllu", "Åsa", "Ö", "Hüsker Dü", "Español", "Ñu", "30° à l'ombre", "80’s", "«Où»", "¡Ándale!", "N° 5",
    ])
    func westernEuropeanTextStays(_ text: String) throws {
        #expect(recognizer.text(of: try encoded(text, "WINDOWS-1252")) == text)
    }

    @Test(arguments: [
        ("GBK", "周杰伦"), ("GBK", "青花瓷"), ("GBK", "七里香"), ("GBK", "月亮代表我的心"), ("GBK", "王菲"), ("GBK", "我 爱 你"),
        ("GBK", "邓丽君"), ("GBK", "周杰伦 Jay Chou - 青花瓷"),
        ("SHIFT-JIS", "椎名林檎"), ("SHIFT-JIS", "丸の内サディスティック"), ("SHIFT-JIS", "坂本龍一"), ("SHIFT-JIS", "宇多田ヒカル First Love"),
        ("SHIFT-JIS", "久石譲"),
        ("EUC-KR", "소녀시대"), ("EUC-KR", "다시 만난 세계"), ("EUC-KR", "아이유"), ("EUC-KR", "좋은 날"), ("EUC-KR", "방탄소년단 봄날"),
        ("EUC-KR", "서태지와 아이들"),
        ("WINDOWS-1251", "Кино"), ("WINDOWS-1251", "КИНО"), ("WINDOWS-1251", "Группа крови"),
        ("WINDOWS-1251", "ГРУППА КРОВИ"),
        ("WINDOWS-1251", "Земфира"), ("WINDOWS-1251", "Алла Пугачёва"), ("WINDOWS-1251", "ДДТ"),
        ("WINDOWS-1251", "Виктор Цой - Звезда по имени Солнце"), ("WINDOWS-1251", "«Кино» – Live 1988"),
        ("BIG5", "周杰倫"), ("BIG5", "鄧麗君 月亮代表我的心"), ("KOI8-R", "Группа крови"),
        ("EUC-JP", "となりのトトロ"), ("ISO-2022-JP", "坂本龍一"), ("ISO-8859-7", "Γιώργος Νταλάρας"),
    ])
    func legacyCharacterSetsAreRecognised(_ set: String, _ text: String) throws {
        #expect(recognizer.text(of: try encoded(text, set)) == text)
    }

    /// It is told by its first foreign lines, wherever these are; a line that is longer than that is not torn in a
    /// character.
    @Test(arguments: [
        ("GBK", "月亮代表我的心"), ("SHIFT-JIS", "丸の内サディスティック"), ("WINDOWS-1251", "Группа крови"), ("ISO-2022-JP", "坂本龍一"),
    ])
    func aLongTextIsRecognised(_ set: String, _ line: String) throws {
        let plain = String(repeating: "plain text\n", count: 9_000)
        for separator in ["\n", " ", ", x "] {
            let text = plain + String(repeating: line + separator, count: 5_000)
            #expect(recognizer.text(of: try encoded(text, set)) == text)
        }
    }

    @Test func textsAreRecognisedTogether() throws {
        let words = ["周杰伦", "青花瓷\n天青色等烟雨", "月亮代表我的心", "plain", "Björk"]
        let bytes = try words.prefix(3).map { try encoded($0, "GBK") } + words.suffix(2).map { Array($0.utf8) }
        #expect(recognizer.texts(of: bytes) == words)
        #expect(recognizer.texts(of: []).isEmpty)
    }

    @Test(
        arguments: ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE"],
        ["Björk", "周杰伦 - 青花瓷\n第二行", "Plain text", "Кино 1988"]
    )
    func unicodeIsRecognised(_ set: String, _ text: String) throws {
        #expect(recognizer.text(of: try encoded(text, set)) == text)
    }

    @Test func anEscapeDoesNotMakeUTF8AnythingElse() {
        #expect(recognizer.text(of: Array("Größe\u{1B}[1m".utf8)) == "Größe\u{1B}[1m")
        #expect(recognizer.text(of: Array("Plain\u{1B}[1m".utf8)) == "Plain\u{1B}[1m")
    }

    @Test func strayZerosAreLeftOut() {
        #expect(recognizer.text(of: Array("[00:01]A\0\n[00:02]B\n".utf8)) == "[00:01]A\n[00:02]B\n")
        #expect(recognizer.text(of: Array("Music/a.mp3\0".utf8)) == "Music/a.mp3")
    }

    @Test func byteOrderMarksAreNoText() {
        #expect(recognizer.text(of: [0xEF, 0xBB, 0xBF, 65]) == "A")
        #expect(recognizer.text(of: [0xFE, 0xFF, 0, 65]) == "A")
        #expect(recognizer.text(of: [0xFF, 0xFE, 65, 0]) == "A")
    }

    @Test func longLyricsOfCentralEuropeAreRecognised() throws {
        let text =
            "Žluťoučký kůň úpěl ďábelské ódy, příliš žlutá řeka teče přes naše město a já čekám na tebe každý večer"
        #expect(recognizer.text(of: try encoded(text, "WINDOWS-1250")) == text)
        for western in [
            "Über den Wolken muß die Freiheit wohl grenzenlos sein, alle Ängste, alle Sorgen, sagt man, blieben darunter "
                + "verborgen und dann würde, was uns groß und wichtig erscheint, plötzlich nichtig und klein; schöne "
                + "Grüße für Jörg, Günther, Björn, Käthe, Söhne, Mütter, Töchter, Brüder, höher, größer, süßer",
            "Été après été, l'élève a rêvé d'être à l'école où les fenêtres étaient fermées et les forêts brûlées, "
                + "déjà très fatigué par les années passées à préparer ses leçons, à répéter sans arrêt les mêmes phrases",
            "Så länge skutan kan gå, så länge hjärtat kan slå, så länge solen den glittrar på böljorna de blå, då är det än "
                + "någon som ännu får bölja på böljor därute på sjön där måsarna skränar över öar och öde skär",
        ] {
            #expect(recognizer.text(of: try encoded(western, "WINDOWS-1252")) == western)
        }
    }

    @Test func cutTextIsStillRecognised() throws {
        let bytes = try encoded("月亮代表我的心 邓丽君", "GBK")
        #expect(recognizer.text(of: Array(bytes.dropLast())).hasPrefix("月亮代表我的心"))
    }

    @Test func damagedUTF8IsStillUTF8() throws {
        let text = "日本語のうた"
        #expect(recognizer.text(of: Array(text.utf8).dropLast()) == "日本語のう\u{FFFD}")
        #expect(recognizer.text(of: Array(text.utf8) + [0xFF, 65]) == text + "\u{FFFD}A")
        // One of few may be anything.
        #expect(recognizer.text(of: [0x4D, 0xC3, 0xA9, 0xE8]) == "MÃ©è")
        #expect(recognizer.text(of: try encoded("水木年华", "GBK")) == "水木年华")
    }

    @Test func nothingIsTooOdd() {
        var generator = SystemRandomNumberGenerator()
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = recognizer.text(of: bytes)
        }
        #expect(recognizer.text(of: []) == "")
        #expect(recognizer.text(of: [0]) != "x")
    }
}

/// `text` in a character set of iconv.
func encoded(_ text: String, _ set: String) throws -> [UInt8] {
    let converter = try #require(iconv_open(set, "UTF-8"))
    defer { iconv_close(converter) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 4 + 16)
    let count = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            var (source, sourceLeft) = (input.baseAddress, input.count)
            var (target, targetLeft) = (output.baseAddress, output.count)
            iconv(converter, &source, &sourceLeft, &target, &targetLeft)
            iconv(converter, nil, nil, &target, &targetLeft)
            return sourceLeft == 0 ? output.count - targetLeft : 0
        }
    }
    try #require(count > 0, "\(text) has no form in \(set)")
    return output[..<count].map { UInt8(bitPattern: $0) }
}
