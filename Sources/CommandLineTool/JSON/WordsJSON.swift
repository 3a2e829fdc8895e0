package import WireFormat

// The JSON of lyrics and artwork. The names are a contract with scripts (Documentation/cli.md): members are only ever
// added.

extension Wire.LyricLine {
    /// `time_ms` is null where the lyrics have no times.
    var json: JSONValue { ["time_ms": timeMs < 0 ? .null : .integer(timeMs), "text": .string(text)] }
}

extension Wire.GetLyricsResponse {
    /// What `lyrics` prints.
    package var json: JSONValue {
        [
            "item_id": .unsigned(itemId),
            "synchronized": .boolean(synchronized),
            "source": .string(source),
            "lines": .array(lines.map(\.json)),
        ]
    }
}

extension SungLine {
    /// What `lyrics --follow` prints for each line.
    package var json: JSONValue {
        JSONValue.object([JSONMember("item_id", .unsigned(item))]).adding(self)
    }
}

extension JSONValue {
    /// The members of a line with its neighbours.
    func adding(_ sung: SungLine) -> JSONValue {
        adding("index", .integer(Int64(sung.index)))
            .adding("previous", sung.previous?.json ?? .null)
            .adding("current", sung.current?.json ?? .null)
            .adding("next", sung.next?.json ?? .null)
    }
}

extension Wire.GetArtworkResponse {
    /// What `art` prints when it has written a file.
    package func json(file: String) -> JSONValue {
        [
            "file": .string(file),
            "mime_type": .string(mimeType),
            "bytes": .unsigned(UInt64(image.count)),
            "placeholder": .boolean(isPlaceholder),
        ]
    }
}
