/// Small named values that travel beside a request or a response, in order; a key may repeat.
///
/// Keys are 1 to 64 characters of `a-z 0-9 - _ .`; values are bytes, UTF-8 where they are text.
package struct Metadata: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let value: [UInt8]

        package init(_ key: String, _ value: [UInt8]) {
            self.key = key
            self.value = value
        }
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        entries = elements.map { Entry($0.0, Array($0.1.utf8)) }
    }

    package mutating func append(_ key: String, _ value: [UInt8]) { entries.append(Entry(key, value)) }

    /// Adds a text; `nil` removes every entry of the key. Reading gives the first value that is UTF-8.
    package subscript(key: String) -> String? {
        get {
            for entry in entries where entry.key == key {
                if let text = String(validating: entry.value, as: UTF8.self) { return text }
            }
            return nil
        }
        set {
            entries.removeAll { $0.key == key }
            if let newValue { entries.append(Entry(key, Array(newValue.utf8))) }
        }
    }

    static func isValidKey(_ key: some Collection<UInt8>) -> Bool {
        (1...EnvelopeLimits.metadataKey).contains(key.count)
            && key.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }
}
