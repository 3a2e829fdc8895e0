import AudioCore
import PlaybackCore

/// What a zone knows of how its music comes over a network. Pure.
struct ZoneSupply {
    private struct Title {
        var generation: Generation
        var position: FrameCount
        var text: String
    }

    /// Titles that are kept until they are heard.
    private static let maximumTitles = 64

    /// Items that are stations.
    private(set) var live: Set<ItemID> = []
    /// The newest report of the generation that plays or is waited for; nil where it comes from a disk.
    private(set) var report: SupplyReport?
    /// What the station says that is heard.
    private(set) var title = ""
    private var titles: [Title] = []

    var percent: UInt32 { UInt32(clamping: report?.percent ?? 0) }
    var trouble: String { report?.trouble ?? "" }

    mutating func opened(_ item: ItemID, _ info: TrackInfo) {
        if info.isLive { live.insert(item) } else { live.remove(item) }
    }

    /// Forgets what is not in the list any more.
    mutating func take(_ edit: ZoneEdit) {
        switch edit {
        case .removed(let items): live.subtract(items)
        case .cleared: live = []
        case .inserted, .moved, .updated, .counters, .modes, .order, .transport, .volume, .rate, .replayGain, .renamed:
            break
        }
    }

    /// Another track is started, or nothing any more.
    mutating func restart() {
        report = nil
        titles = []
        title = ""
    }

    mutating func take(_ report: SupplyReport) { self.report = report }

    mutating func announce(_ text: String, at position: FrameCount, of generation: Generation) {
        if titles.count < Self.maximumTitles {
            titles.append(Title(generation: generation, position: position, text: text))
        }
    }

    /// Takes note of what is heard.
    /// - Returns: whether the title has changed.
    mutating func heard(_ generation: Generation, _ position: FrameCount) -> Bool {
        let before = title
        while let first = titles.first, first.generation <= generation,
            first.generation < generation || first.position <= position
        {
            title = first.text
            titles.removeFirst()
        }
        return title != before
    }

    /// The position at which the next title is heard.
    func nextTitle(of generation: Generation) -> FrameCount? {
        titles.first.flatMap { $0.generation == generation ? $0.position : nil }
    }

    /// Another item is heard.
    mutating func itemChanged() { title = "" }
}
