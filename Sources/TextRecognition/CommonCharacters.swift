/// Korean and Chinese share their bytes: what is frequent in one is hardly so in the other.
enum CommonCharacters {
    /// Syllables and characters that are frequent in titles and names.
    private static let hangul = Set(
        "이가나다라마바사아자하고기지는을를의에도로서리어은인만시대한그너내날랑해우오수영김박정조최강윤장임신현민진경선연주유준성호동원희미소재일상전부보여와무안세네거게면요니까말음없있러위처럼별봄밤꿈길눈비집널춤하늘노래편애고싶좋은새달"
            .unicodeScalars
    )
    private static let hanzi = Set(
        "的一是不了在人有我他这中大来上个到说们为子和你地出道也时年得就那要下会自着去过家对可她里后小么心多天能好都没日起还想看无开手十如前头面老从长分外身与高意美点月明声全话儿情名女间新走海真听世气信水眼别笑神安白路死金光王今清风爱让青远花快红往言周城江英李黄德双千友飞落离陈夜歌梦雨春秋冬夏雪恋林张刘杨赵吴孙马朱胡郭何罗梁宋郑谢韩唐冯邓许彭曾田董萧蔡潘袁于余叶杜苏魏吕丁崔杰伦燕姿菲健宗盛佑麗君豆蓝莲"
            .unicodeScalars
    )

    /// Which of them bytes are that may be either; nil where these do not tell.
    static func choice(_ bytes: [UInt8]) -> CharacterSet? {
        let korean = share(of: bytes, in: .korean, hangul)
        let chinese = share(of: bytes, in: .gb18030, hanzi)
        // One of two may be chance.
        let most = max(korean, chinese)
        guard korean != chinese, most > 1 || bytes.count(where: { $0 >= 0x80 }) == 2 else { return nil }
        return korean == most ? .korean : .gb18030
    }

    private static func share(of bytes: [UInt8], in set: CharacterSet, _ common: Set<Unicode.Scalar>) -> Int {
        CharacterSetConverter.convert(bytes, from: set)?.unicodeScalars.count { common.contains($0) } ?? 0
    }
}
