/// RGAD, the frame of the first proposal of ReplayGain (replaygain.org's "ID3v2 tag" of 2001): the peak as a
/// floating-point number of 32 bits, then of the track and of the album three bits of name, three of originator, a
/// sign, and nine bits of tenths of a decibel.
enum RadioGain {
    static func items(_ frame: [UInt8]) -> [TagItem] {
        guard frame.count >= 8 else { return [] }
        let number = { (range: Range<Int>) in frame[range].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        let peak = Double(Float(bitPattern: number(0..<4)))
        return [number(4..<6), number(6..<8)].compactMap { gain in
            let names: [UInt32: String] = [1: "track", 2: "album"]
            guard let name = names[gain >> 13] else { return nil }
            let decibels = Double(gain & 0x1FF) / 10
            return .volume(
                identification: name,
                gain: gain & 0x200 != 0 ? -decibels : decibels,
                peak: name == "track" && peak > 0 ? peak : nil
            )
        }
    }
}
