import AudioCore
private import CExpat

/// XSPF (version 0 and 1), read with expat. Lenient: elements it does not know are passed over, and a missing or wrong
/// namespace is no reason to refuse. A document that declares entities is refused, so nothing can be expanded.
struct XSPFReader {
    private let name: String
    private let limit: Int

    /// - Parameter name: of the playlist, for messages.
    init(name: String, limit: Int) {
        self.name = name
        self.limit = limit
    }

    /// - Parameters:
    ///   - bytes: the document in an encoding that it declares, or in UTF-8 or UTF-16.
    ///   - text: the same, decoded: used where expat does not know the encoding, whose name it is given, or the bytes
    ///     do not fit.
    /// - Throws: `damaged` or `unsupported`.
    func entries(_ bytes: [UInt8], text: (_ encoding: String) -> String) throws(AudioError) -> [PlaylistEntry] {
        let first = parse(Self.trimmed(bytes), encoding: nil)
        switch first.code {
        case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING, XML_ERROR_INVALID_TOKEN:
            let again = parse(Array(text(first.unknownEncoding).utf8), encoding: "UTF-8")
            return try result(again.code == XML_ERROR_NONE || first.code != XML_ERROR_INVALID_TOKEN ? again : first)
        default:
            return try result(first)
        }
    }

    /// The entries of a document that is UTF-8, whatever it declares; none where it cannot be read.
    func entries(ofText text: String) -> [PlaylistEntry] { parse(Array(text.utf8), encoding: "UTF-8").entries }

    /// XML wants its declaration to be the first; blanks, and a byte order mark before them, hurt nobody.
    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return Array(rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
    }

    private struct Outcome {
        var entries: [PlaylistEntry]
        var code: XML_Error
        var line: UInt
        var declaresEntities: Bool
        var unknownEncoding = ""
    }

    private func result(_ outcome: Outcome) throws(AudioError) -> [PlaylistEntry] {
        if outcome.declaresEntities {
            throw AudioError(.unsupported, "cannot read the playlist \(name): it declares XML entities; remove them")
        }
        guard outcome.code == XML_ERROR_NONE else {
            let reason = XML_ErrorString(outcome.code).map { String(cString: $0) } ?? "error \(outcome.code.rawValue)"
            throw AudioError(
                .damaged,
                "cannot read the playlist \(name): line \(outcome.line): \(reason); correct it, or save it again",
                rawCode: Int32(bitPattern: outcome.code.rawValue)
            )
        }
        return outcome.entries
    }

    private func parse(_ bytes: [UInt8], encoding: String?) -> Outcome {
        guard let parser = XML_ParserCreateNS(encoding, XML_Char(bitPattern: Self.separator)) else {
            return Outcome(entries: [], code: XML_ERROR_NO_MEMORY, line: 0, declaresEntities: false)
        }
        defer { XML_ParserFree(parser) }
        let document = XSPFDocument(limit: limit)
        XML_SetUserData(parser, Unmanaged.passUnretained(document).toOpaque())
        XML_SetElementHandler(parser, startElement, endElement)
        XML_SetCharacterDataHandler(parser, characters)
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            XSPFDocument.at(data)?.stop(declaresEntities: true)
        }
        XML_SetUnknownEncodingHandler(parser, noteEncoding, Unmanaged.passUnretained(document).toOpaque())
        document.onStop = { XML_StopParser(parser, 0) }
        defer { document.onStop = nil }
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        let isDone = status == XML_STATUS_OK || document.isFull
        return Outcome(
            entries: document.entries.with(listImage: document.image),
            code: isDone ? XML_ERROR_NONE : XML_GetErrorCode(parser),
            line: UInt(XML_GetCurrentLineNumber(parser)),
            declaresEntities: document.declaresEntities,
            unknownEncoding: document.unknownEncoding
        )
    }

    /// Between a namespace and a name; in neither.
    fileprivate static let separator = UInt8(ascii: "\n")
}

/// The name without its namespace.
private func localName(_ name: UnsafePointer<XML_Char>?) -> String {
    guard let name else { return "" }
    let whole = String(cString: name)
    return whole.split(separator: "\n").last.map(String.init) ?? whole
}

private let startElement: XML_StartElementHandler = { data, name, attributes in
    var base: String?
    var index = 0
    while let attributes, let key = attributes[index], let value = attributes[index + 1] {
        if String(cString: key) == "http://www.w3.org/XML/1998/namespace\nbase" { base = String(cString: value) }
        index += 2
    }
    XSPFDocument.at(data)?.begin(localName(name), base: base)
}

private let noteEncoding: XML_UnknownEncodingHandler = { data, name, _ in
    XSPFDocument.at(data)?.unknownEncoding = name.map { String(cString: $0) } ?? ""
    return Int32(XML_STATUS_ERROR.rawValue)
}

private let endElement: XML_EndElementHandler = { data, name in XSPFDocument.at(data)?.end() }

private let characters: XML_CharacterDataHandler = { data, text, count in
    guard let text, count > 0 else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    XSPFDocument.at(data)?.add(String(decoding: bytes, as: UTF8.self))
}
