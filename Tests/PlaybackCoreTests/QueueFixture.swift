import AudioCore
import PlaybackCore

/// Items named `a`, `b`, `c`...: ids 1, 2, 3...
func newItems(_ names: String) -> [NewItem] { names.map { NewItem(uri: "file:///\($0).mp3", title: String($0)) } }

func queue(_ names: String, _ mode: PlayMode = .off, playing: Character? = nil, seed: UInt64 = 1) throws -> PlayQueue {
    var queue = PlayQueue(seed: seed)
    _ = try queue.add(newItems(names))
    _ = queue.setMode(mode)
    if let playing { _ = try queue.play(queue.id(playing)) }
    return queue
}

func zone(_ names: String, _ mode: PlayMode = .off, playing: Character? = nil, seed: UInt64 = 1) throws -> ZonePlayback
{
    var zone = ZonePlayback(seed: seed)
    _ = try zone.add(newItems(names))
    _ = zone.setMode(mode)
    if let playing { _ = try zone.play(zone.queue.id(playing)) }
    return zone
}

extension PlayQueue {
    /// The id of the item of this name; 0 if there is none.
    func id(_ name: Character) -> ItemID { items.first { $0.title == String(name) }?.id ?? ItemID(0) }

    func name(_ id: ItemID?) -> String { id.flatMap { self[$0]?.title } ?? "-" }

    var names: String { items.map { $0.title ?? "?" }.joined() }
    var currentName: String { name(current) }

    func name(_ effect: QueueEffect) -> String {
        switch effect.current {
        case .unchanged: "="
        case .moved(to: let id): name(id)
        case .paused(at: let id): "pause \(name(id))"
        case .stopped(at: let id): "stop \(name(id))"
        case .ended: "end"
        }
    }
}
