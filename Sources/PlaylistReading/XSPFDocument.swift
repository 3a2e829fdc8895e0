import AudioCore

/// What the parser's events add up to. Used within one parse, on one thread.
final class XSPFDocument {
    private(set) var entries: [PlaylistEntry] = []
    /// The whole list's picture.
    private(set) var image: PlaylistImage?
    private(set) var declaresEntities = false
    private(set) var isFull = false
    /// One that it declares and expat does not know.
    var unknownEncoding = ""
    var onStop: (() -> Void)?
    private let limit: Int
    private var names: [String] = []
    private var bases: [String?] = []
    private var text = ""
    private var entry: PlaylistEntry?

    /// Deeper elements are not XSPF's.
    private static let maximumDepth = 64
    /// Further locations of a track are passed over.
    private static let maximumLocations = 16
    /// Longer texts are cut.
    private static let maximumText = 16_384

    init(limit: Int) { self.limit = limit }

    /// The document whose address was handed to the parser.
    static func at(_ data: UnsafeMutableRawPointer?) -> XSPFDocument? {
        data.map { Unmanaged<XSPFDocument>.fromOpaque($0).takeUnretainedValue() }
    }

    func begin(_ name: String, base: String?) {
        names.append(name)
        bases.append(base)
        text = ""
        guard names.count <= Self.maximumDepth else { return stop(declaresEntities: false) }
        if isTrack { entry = PlaylistEntry(reference: "", isURI: true) }
    }

    func add(_ characters: String) {
        if text.utf8.count < Self.maximumText { text += characters }
    }

    func end() {
        defer {
            names.removeLast()
            bases.removeLast()
            text = ""
        }
        if isTrack {
            if let entry { entries.append(entry) }
            entry = nil
            if entries.count >= limit {
                isFull = true
                onStop?()
            }
        } else if names.count == 4, names[2] == "track", let name = names.last {
            take(name, collapsed)
        } else if names.count == 2, names.last == "image", !collapsed.isEmpty {
            image = image ?? PlaylistImage(reference: collapsed, bases: bases.compactMap { $0 })
        }
    }

    /// A value may be spread over lines; XML Schema's anyURI is collapsed.
    private var collapsed: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    func stop(declaresEntities: Bool) {
        self.declaresEntities = declaresEntities
        onStop?()
    }

    /// `playlist/trackList/track`.
    private var isTrack: Bool { names.count == 3 && names[1] == "trackList" && names[2] == "track" }

    /// A track may have several locations, the best first.
    private func take(_ name: String, _ value: String) {
        guard entry != nil, !value.isEmpty else { return }
        switch name {
        case "location" where entry?.reference.isEmpty == true:
            entry?.reference = value
            entry?.bases = bases.compactMap { $0 }
        case "location":
            let place = PlaylistEntry(reference: value, isURI: true, bases: bases.compactMap { $0 })
            if let count = entry?.alternatives.count, count < Self.maximumLocations {
                entry?.alternatives.append(place)
            }
        case "title": entry?.title = value
        case "creator": entry?.artist = value
        case "album": entry?.album = value
        case "image": entry?.image = PlaylistImage(reference: value, bases: bases.compactMap { $0 })
        case "duration":
            if let milliseconds = Int64(value), (1..<Interval.longestTrack.milliseconds).contains(milliseconds) {
                entry?.duration = .milliseconds(milliseconds)
            }
        default: break
        }
    }
}
