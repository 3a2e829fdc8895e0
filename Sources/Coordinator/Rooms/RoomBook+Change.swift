package import AudioCore
package import PlaybackCore

extension RoomBook {
    /// What a caller changes of a room's settings; nil leaves it.
    package struct Change: Hashable, Sendable {
        package var volume: Int?
        package var muted: Bool?
        package var delay: Interval?
        package var name: String?
        package var balance: Int?
        package var channels: ChannelMode?
        package var ceiling: Int?
        package var pauseOnUnplug: Bool?
        /// The id of a zone.
        package var zone: String?

        package init(volume: Int? = nil, muted: Bool? = nil, delay: Interval? = nil, name: String? = nil) {
            self.volume = volume
            self.muted = muted
            self.delay = delay
            self.name = name
        }

        func apply(to settings: inout RoomSettings) {
            if let volume { settings.volume = volume }
            if let muted { settings.muted = muted }
            if let delay { settings.delay = delay }
            if let name { settings.name = name }
            if let balance { settings.balance = balance }
            if let channels { settings.channels = channels }
            if let ceiling { settings.ceiling = ceiling }
            if let pauseOnUnplug { settings.pauseOnUnplug = pauseOnUnplug }
        }
    }
}
