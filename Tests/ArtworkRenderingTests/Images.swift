import AudioCore

@testable import ArtworkRendering

/// Pictures made for tests.
enum Images {
    /// A square of one colour as PNG.
    static func plain(_ size: Int, _ colour: Colour) throws -> [UInt8] {
        let canvas = try Canvas(size: size)
        canvas.fill(colour)
        return try canvas.png()
    }

    /// Pixels that no encoder makes shorter.
    static func noise(_ size: Int) throws -> [UInt8] {
        let canvas = try Canvas(size: size)
        canvas.fillWithNoise()
        return try canvas.png()
    }

    static func jpeg(_ png: [UInt8]) throws -> [UInt8] {
        try PictureEncoder.encode(PictureDecoder.decode(png, .inside(4_000))).bytes
    }

    /// A PNG whose header tells another size.
    static func claiming(_ width: UInt32, _ height: UInt32) throws -> [UInt8] {
        var bytes = try plain(8, .white)
        bytes.replaceSubrange(
            16..<24,
            with: [width, height].flatMap { value in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
            }
        )
        bytes.replaceSubrange(29..<33, with: crc(bytes[12..<29]))
        return bytes
    }

    /// A JPEG whose frame header (SOF) tells another size.
    static func claimingJPEG(_ side: UInt16) throws -> [UInt8] {
        var bytes = try jpeg(plain(64, .white))
        for place in bytes.indices.dropLast(9) where bytes[place] == 0xFF && (0xC0...0xC2).contains(bytes[place + 1]) {
            let encoded = [UInt8(side >> 8), UInt8(side & 0xFF)]
            bytes.replaceSubrange(place + 5..<place + 9, with: encoded + encoded)
            break
        }
        return bytes
    }

    /// PNG, annex D.
    private static func crc(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        value ^= 0xFFFF_FFFF
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// The pixels of an encoded picture.
struct Pixels {
    let width: Int
    let height: Int
    /// Red, green and blue, row by row.
    private let values: [[UInt8]]

    init(_ picture: Picture) throws {
        let decoded = try PictureDecoder.decode(picture.bytes, .inside(10_000))
        width = decoded.width
        height = decoded.height
        values = decoded.rows()
    }

    func at(_ x: Int, _ y: Int) -> [UInt8] { Array(values[y][x * 3..<x * 3 + 3]) }

    /// The largest value of any channel in the rows, which white text raises.
    func brightest(rows: Range<Int>) -> UInt8 { rows.map { values[$0].max() ?? 0 }.max() ?? 0 }

    /// How many pixels of the rows are nearly white.
    func whiteCount(rows: Range<Int>) -> Int {
        rows.reduce(0) { sum, row in
            sum + (0..<width).count { column in values[row][column * 3..<column * 3 + 3].allSatisfy { $0 > 180 } }
        }
    }
}
