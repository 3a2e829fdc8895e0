import AudioCore

extension ReplayGain {
    /// Named texts ("replaygain_track_gain" in any case) before RVA2.
    init(_ items: [TagItem], _ texts: TagTexts) {
        self.init()
        for case .named(let name, let text) in items {
            let value = texts.line(text) ?? ""
            switch name.lowercased() {
            case "replaygain_track_gain": trackGain = trackGain ?? Self.gain(value)
            case "replaygain_album_gain": albumGain = albumGain ?? Self.gain(value)
            case "replaygain_track_peak": trackPeak = trackPeak ?? Self.peak(value)
            case "replaygain_album_peak": albumPeak = albumPeak ?? Self.peak(value)
            default: break
            }
        }
        for case .volume(let name, let gain, let said) in items where Self.gains.contains(gain) {
            let peak = said.flatMap { Self.peaks.contains($0) ? $0 : nil }
            if name.lowercased().hasPrefix("album") {
                albumGain = albumGain ?? gain
                albumPeak = albumPeak ?? peak
            } else {
                trackGain = trackGain ?? gain
                trackPeak = trackPeak ?? peak
            }
        }
    }

    /// "-7.03 dB", also with a comma, a minus of typographers or blanks behind it, or without the unit.
    private static func gain(_ text: String) -> Double? {
        number(text).flatMap { gains.contains($0) ? $0 : nil }
    }

    private static func peak(_ text: String) -> Double? {
        number(text).flatMap { peaks.contains($0) ? $0 : nil }
    }

    private static func number(_ text: String) -> Double? {
        let plain = text.filter { $0 != " " }.map { $0 == "," ? "." : $0 == "\u{2212}" ? "-" : $0 }.drop { $0 == "+" }
        let digits = plain.prefix { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
        return Double(String(digits))
    }
}
