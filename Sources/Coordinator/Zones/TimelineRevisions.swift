private import Synchronization

/// The newest timeline revision of every zone by its audio port, for the clock channel: the zones write, a real-time
/// thread reads without waiting.
package final class TimelineRevisions: Sendable {
    /// The port in the upper half, the low bits of the revision in the lower one; 0: free.
    fileprivate final class Place: Sendable {
        let word = Atomic<UInt64>(0)
    }

    /// One zone's, from when it is taken until it is released; a later zone in the same place has another one.
    package final class Slot: Sendable {
        private let place: Place
        /// In the upper half.
        private let port: UInt64
        private let isReleased = Atomic<Bool>(false)

        fileprivate init?(_ place: Place, _ port: UInt16) {
            self.place = place
            self.port = UInt64(port) << 32
            guard
                place.word.compareExchange(expected: 0, desired: self.port, ordering: .acquiringAndReleasing).exchanged
            else { return nil }
        }

        /// Does nothing after `release`. For the zone alone.
        func post(_ revision: UInt64) {
            guard !isReleased.load(ordering: .acquiring) else { return }
            var old = place.word.load(ordering: .acquiring)
            while old & ~0xFFFF_FFFF == port {
                let result = place.word.compareExchange(
                    expected: old,
                    desired: port | revision & 0xFFFF_FFFF,
                    ordering: .acquiringAndReleasing
                )
                if result.exchanged { return }
                old = result.original
            }
        }

        /// The zone is gone.
        func release() {
            guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
            place.word.store(0, ordering: .releasing)
        }
    }

    private let places: [Place]

    package init() { places = (0..<2 * ZoneTable.maximumZones).map { _ in Place() } }

    /// A slot for the zone of this audio port, which is not 0; nil where all are taken. The first one is the default
    /// zone's.
    func slot(port: UInt16) -> Slot? {
        for place in places {
            if let slot = Slot(place, port) { return slot }
        }
        return nil
    }

    /// The low 32 bits of the newest revision of the zone with this audio port; 0 where there is none.
    /// - Parameter port: 0: the default zone's.
    package func revision(port: UInt32) -> UInt64 {
        guard port != 0 else { return (places.first?.word.load(ordering: .acquiring) ?? 0) & 0xFFFF_FFFF }
        for place in places {
            let word = place.word.load(ordering: .acquiring)
            if word >> 32 == UInt64(port) { return word & 0xFFFF_FFFF }
        }
        return 0
    }
}
