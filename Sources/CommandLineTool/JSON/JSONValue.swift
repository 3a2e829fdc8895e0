/// A JSON text (RFC 8259) in the making. Members keep their order, so that output can be compared and read.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    /// Infinity and not-a-number become null.
    case number(Double)
    case string(String)
    indirect case array([JSONValue])
    indirect case object([JSONMember])

    /// On one line, without a newline.
    package var text: String {
        var bytes = [UInt8]()
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += "\(value)".utf8
        case .unsigned(let value): bytes += "\(value)".utf8
        case .number(let value): bytes += (value.isFinite ? Self.decimal(value) : "null").utf8
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The shortest digits that read back as the same number; whole numbers without a fraction.
    private static func decimal(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }

    /// Controls, quote and backslash are escaped as the RFC demands (section 7); DEL and C1 controls too, since a
    /// terminal obeys them.
    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes += "\\\"".utf8
            case "\\": bytes += "\\\\".utf8
            case "\n": bytes += "\\n".utf8
            case "\r": bytes += "\\r".utf8
            case "\t": bytes += "\\t".utf8
            default:
                if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                    let digits = String(scalar.value, radix: 16)
                    bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
                } else {
                    bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// A name and its value in a JSON object.
package struct JSONMember: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }

    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue {
    /// The object with members added at its end; other values stay as they are.
    func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [JSONMember(name, value)])
    }
}
