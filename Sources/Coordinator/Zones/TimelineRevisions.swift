private import Synchronization

/// The newest timeline revision of every zone by its audio port, for the clock channel: the zones write, a real-time
/// thread reads without waiting.
package final class TimelineRevisions: Sendable {
    /// One zone's. Posting is for the zone alone.
    package final class Slot: Sendable {
        /// The port in the upper half, the low bits of the revision in the lower one; 0: free.
        fileprivate let word = Atomic<UInt64>(0)
        private let port = Atomic<UInt64>(0)

        fileprivate func take(_ port: UInt16) -> Bool {
            let value = UInt64(port) << 32
            guard word.compareExchange(expected: 0, desired: value, ordering: .acquiringAndReleasing).exchanged else {
                return false
            }
            self.port.store(value, ordering: .releasing)
            return true
        }

        func post(_ revision: UInt64) {
            word.store(port.load(ordering: .acquiring) | revision & 0xFFFF_FFFF, ordering: .releasing)
        }

        /// The zone is gone.
        func release() { word.store(0, ordering: .releasing) }
    }

    private let slots: [Slot]

    package init() { slots = (0..<2 * ZoneTable.maximumZones).map { _ in Slot() } }

    /// A slot for the zone of this audio port, which is not 0; nil where all are taken. The first one is the default zone's.
    func slot(port: UInt16) -> Slot? { slots.first { $0.take(port) } }

    /// The low 32 bits of the newest revision of the zone with this audio port; 0 where there is none.
    /// - Parameter port: 0: the default zone's.
    package func revision(port: UInt32) -> UInt64 {
        guard port != 0 else { return (slots.first?.word.load(ordering: .acquiring) ?? 0) & 0xFFFF_FFFF }
        for slot in slots {
            let word = slot.word.load(ordering: .acquiring)
            if word >> 32 == UInt64(port) { return word & 0xFFFF_FFFF }
        }
        return 0
    }
}
