/// What iTunes writes into a comment named "iTunSMPB": hexadecimal numbers, the second the encoder's delay, the third
/// its padding, the fourth the length of the music, all in frames.
struct ITunesGapless: Hashable {
    var delay: Int64
    var padding: Int64
    var length: Int64

    /// No encoder has more of either than a few of its frames.
    private static let largest: Int64 = 1 << 14

    init?(_ text: String) {
        let numbers = text.split(separator: " ").prefix(4).map { Int64($0, radix: 16) }
        guard numbers.count == 4, let delay = numbers[1], let padding = numbers[2], let length = numbers[3],
            (0...Self.largest).contains(delay), (0...Self.largest).contains(padding), (1..<1 << 48).contains(length)
        else { return nil }
        self.delay = delay
        self.padding = padding
        self.length = length
    }
}
