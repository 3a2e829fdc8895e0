/// The order that people expect of names: runs of digits by their value ("2" before "10"), letters without regard to
/// case.
package enum NaturalOrder {
    package static func sorted(_ names: [[UInt8]]) -> [[UInt8]] { names.sorted(by: precedes) }

    private static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if isDigit(a[i]), isDigit(b[j]) {
                let (first, second) = (digits(a, &i), digits(b, &j))
                // Without leading zeros the longer number is the larger.
                if first.count != second.count { return first.count < second.count }
                if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            } else {
                let (first, second) = (folded(a[i]), folded(b[j]))
                if first != second { return first < second }
                i += 1
                j += 1
            }
        }
        if (a.count - i) != (b.count - j) { return a.count - i < b.count - j }
        // Equal but for case or leading zeros: any fixed order.
        return a.lexicographicallyPrecedes(b)
    }

    private static func digits(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
