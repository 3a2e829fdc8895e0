import AudioCore
import PlaybackCore
import WireFormat

extension StereoGain {
    /// What a room plays by its settings. A coordinator that knows nothing of zone volume, ceiling, balance and
    /// channels means full, full, the middle and stereo.
    init(_ wire: Wire.RoomSettings) {
        var settings = RoomSettings(name: "", volume: Int(min(wire.volumePercent, 100)), muted: wire.muted)
        guard wire.hasSoundSettings else {
            self = settings.gain(zoneVolume: 100)
            return
        }
        settings.balance = Int(min(max(wire.balance, -100), 100))
        settings.ceiling = Int(min(wire.ceilingPercent, 100))
        settings.channels =
            switch wire.channels {
            case .unspecified, .stereo: .stereo
            case .mono: .mono
            case .left: .left
            case .right: .right
            case .swapped: .swapped
            }
        self = settings.gain(zoneVolume: Int(min(wire.zoneVolumePercent, 100)))
    }
}
