import AudioCore

/// A track that is to be loaded.
struct LoadOrder: Sendable {
    var uri: String
    /// Where in the track loading begins.
    var start: Interval
    var shared: LoadedFrames
}

/// What a load's thread does: loads a track, and what it is told follows that.
struct TrackLoad {
    /// A track that has been opened, for the one before it to be joined to.
    private struct Opened {
        var order: LoadOrder
        var source: (any FrameSource)?
    }

    private static let pieceFrames = 4_096

    let opener: any TrackOpening

    func run(_ order: LoadOrder) {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: Self.pieceFrames * StreamFormat.channels)
        buffer.initialize(repeating: 0)
        defer { buffer.deallocate() }
        var next: Opened? = Opened(order: order)
        while let track = next { next = load(track, buffer) }
    }

    /// - Returns: what follows.
    private func load(_ track: Opened, _ buffer: UnsafeMutableBufferPointer<Float>) -> Opened? {
        let shared = track.order.shared
        var next: Opened?
        do throws(AudioError) {
            let source = if let source = track.source { source } else { try open(track.order) }
            while shared.waitForRoom() {
                if let order = shared.takeNext() { next = join(order, to: source) }
                let count = try source.read(into: buffer)
                if !source.info.isLive { shared.refine(source.info, at: source.landing) }
                if count == 0 { break }
                if source.isBehindJoint { shared.join() }
                shared.append(
                    UnsafeBufferPointer(rebasing: buffer[..<(count * StreamFormat.channels)]),
                    title: source.streamTitle,
                    backlog: source.backlog
                )
            }
            shared.finish()
        } catch {
            shared.fail(error)
        }
        // It came after the last look.
        return shared.takeNext().map { Opened(order: $0) } ?? next
    }

    private func open(_ order: LoadOrder) throws(AudioError) -> any FrameSource {
        let source = try opener.open(uri: order.uri, monitor: order.shared.monitor)
        if order.start > .zero, !source.info.isLive { try source.seek(to: order.start) }
        order.shared.opened(source.info, at: source.landing)
        return source
    }

    private func join(_ order: LoadOrder, to source: any FrameSource) -> Opened? {
        do throws(AudioError) {
            let next = try open(order)
            source.join(next)
            return Opened(order: order, source: next)
        } catch {
            order.shared.fail(error)
            return nil
        }
    }
}
