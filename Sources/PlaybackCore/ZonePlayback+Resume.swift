import AudioCore

/// Positions that items keep. An item has its place while it is the current one and not stopped: then the playhead says
/// it. When such an item is left, the place is written to it; when playback enters it, it is taken from it.
extension ZonePlayback {
    package struct Place {
        package var item: ItemID
        var position: Interval
    }

    /// The item that playback is inside of, and where; nil while stopped.
    package var place: Place? {
        guard transport != .stopped, let id = queue.current else { return nil }
        return Place(item: id, position: cuedPosition ?? heardPosition)
    }

    /// Where playback of an item that the user chose starts: the place that it keeps, also if it is inside of it now.
    func chosenStart(of item: QueueItem) -> Interval {
        guard item.keepPosition, let place, place.item == item.id else { return item.start }
        return place.position
    }

    /// - Parameter finished: the item that is left was heard to its end, and begins at its beginning next time.
    mutating func keepPlace(_ before: Place?, finished: Bool) -> [ZoneEdit] {
        let inside = place?.item
        var edits: [ZoneEdit] = []
        if let before, before.item != inside, let item = queue[before.item], item.keepPosition {
            let isOver = finished && !item.status.isFailed || item.duration.map { before.position >= $0 } ?? false
            let isAtBeginning = before.position == item.beginning
            edits += queue.setResumePosition(isOver || isAtBeginning ? nil : before.position, of: item.id)
        }
        if let inside, inside != before?.item { edits += queue.setResumePosition(nil, of: inside) }
        return edits
    }
}

extension PlayQueue {
    /// - Returns: what has to be stored.
    fileprivate mutating func setResumePosition(_ position: Interval?, of id: ItemID) -> [ZoneEdit] {
        guard let index = index(of: id), items[index].resumePosition != position else { return [] }
        items[index].resumePosition = position
        return [.updated(items[index])]
    }
}
