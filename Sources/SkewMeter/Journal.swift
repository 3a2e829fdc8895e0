/// What a virtual card wrote down about itself; `Sources/VirtualCard/recorder.h` describes the lines.
struct Journal {
    var segments: [Segment] = []
    var openings = 0

    /// The segment that no line has ended yet.
    private var current: Segment?
    private var lineNumber = 0
    private let name: String

    /// Reads a journal whose sound file has `soundByteCount` bytes. Both files may still be growing: a last line
    /// without its line feed is not read, and sound that is not there yet is not expected.
    init(name: String, text: [UInt8], soundByteCount: Int) throws(SkewMeterError) {
        self.name = name
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        _ = lines.popLast()
        for line in lines {
            self.lineNumber += 1
            try self.read(String(decoding: line, as: UTF8.self))
        }
        self.endCurrent(at: soundByteCount, as: .open)
        for index in self.segments.indices {
            let segment = self.segments[index]
            let upper = max(segment.bytes.lowerBound, min(segment.bytes.upperBound, soundByteCount))
            let whole = (upper - segment.bytes.lowerBound) / segment.bytesPerFrame * segment.bytesPerFrame
            self.segments[index].bytes = segment.bytes.lowerBound..<segment.bytes.lowerBound + whole
        }
    }

    private mutating func read(_ line: String) throws(SkewMeterError) {
        var words = line.split(separator: " ")
        guard !words.isEmpty else { return }
        let event = words.removeFirst()
        var fields: [Substring: Substring] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw self.malformed("\"\(word)\" is not a field") }
            fields[parts[0]] = parts[1]
        }
        let byte = try self.number("byte", in: fields, 0...Int.max / 2)
        switch event {
        case "open":
            let version = try self.number("version", in: fields, 0...Int.max)
            guard version == 1 else { throw self.malformed("version \(version) is not known here") }
            self.openings += 1
            self.endCurrent(at: byte, as: .open)
        case "start":
            self.endCurrent(at: byte, as: .stopped)
            self.current = try self.segment(fields, from: byte)
        case "stop", "close": self.endCurrent(at: byte, as: .stopped)
        case "xrun": self.endCurrent(at: byte, as: .xrun)
        case "unplug": self.endCurrent(at: byte, as: .unplugged)
        case "lost": self.endCurrent(at: byte, as: .lost)
        default: throw self.malformed("the event \"\(event)\" is not known")
        }
    }

    private func segment(_ fields: [Substring: Substring], from byte: Int) throws(SkewMeterError) -> Segment {
        guard let hertz = fields["hertz"].flatMap({ Double($0) }), hertz.isFinite, hertz >= 1, hertz < 1e7 else {
            throw self.malformed("\"hertz\" is missing or no rate")
        }
        guard let format = fields["format"].flatMap({ SampleFormat(rawValue: String($0)) }) else {
            throw self.malformed("\"format\" is missing or not known")
        }
        return Segment(
            startNS: Int64(try self.number("at", in: fields, 0...Int(Int64.max / 2))),
            hertz: hertz,
            rate: try self.number("rate", in: fields, 1...10_000_000),
            format: format,
            channels: try self.number("channels", in: fields, 1...1024),
            bytes: byte..<byte,
            end: .open
        )
    }

    private mutating func endCurrent(at byte: Int, as end: Segment.End) {
        guard var segment = self.current else { return }
        self.current = nil
        segment.bytes = segment.bytes.lowerBound..<max(segment.bytes.lowerBound, byte)
        segment.end = end
        self.segments.append(segment)
    }

    private func number(
        _ field: Substring,
        in fields: [Substring: Substring],
        _ range: ClosedRange<Int>
    ) throws(SkewMeterError) -> Int {
        guard let value = fields[field].flatMap({ Int($0) }), range.contains(value) else {
            throw self.malformed("\"\(field)\" is missing or out of range")
        }
        return value
    }

    private func malformed(_ what: String) -> SkewMeterError {
        SkewMeterError(
            .malformedJournal,
            "reading the journal of \(self.name): line \(self.lineNumber): \(what); was it written by this version of "
                + "the virtual card?"
        )
    }
}
