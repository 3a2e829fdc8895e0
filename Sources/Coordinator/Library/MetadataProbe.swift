package import AudioCore
package import LinuxSystem
package import PlaybackCore
private import Synchronization

package struct ProbeRequest: Hashable, Sendable {
    package var item: ItemID
    package var uri: String

    package init(item: ItemID, uri: String) {
        self.item = item
        self.uri = uri
    }
}

/// Finds out title and length of items before they are played, one after the other on a thread of its own, and what is
/// on networks' file systems on another: where one of these stands still, the files of disks go on. What cannot be read
/// is left alone: it fails when it is played, and may be there by then.
package final class MetadataProbe: Sendable {
    private let disks: ProbeLine
    private let shares: ProbeLine

    package init(opener: any TrackOpening) throws(SystemError) {
        shares = try ProbeLine(name: "probe-shares", opener: opener, shares: nil)
        disks = try ProbeLine(name: "probe", opener: opener, shares: shares)
    }

    package func enqueue(_ requests: [ProbeRequest], for inbox: ZoneInbox) { disks.enqueue(requests, for: inbox) }

    /// Items have left the queue of a zone: what they are is of no interest any more.
    package func drop(for inbox: ZoneInbox, where isGone: @Sendable (ItemID) -> Bool) {
        for line in [disks, shares] { line.drop(for: inbox, where: isGone) }
    }

    /// The zone is gone.
    func forget(_ inbox: ZoneInbox) {
        for line in [disks, shares] { line.forget(inbox) }
    }

    /// Those that something is yet to be looked at for.
    var waitingZones: Set<ObjectIdentifier> { disks.waitingZones.union(shares.waitingZones) }

    package func run() async throws(SystemError) {
        let results = await withTaskGroup(of: Result<Void, SystemError>.self) { group in
            for line in [disks, shares] {
                group.addTask {
                    defer { self.beginGracefulShutdown() }
                    do throws(SystemError) {
                        return .success(try await line.run())
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in results { try result.get() }
    }

    package func beginGracefulShutdown() {
        for line in [disks, shares] { line.beginGracefulShutdown() }
    }
}
