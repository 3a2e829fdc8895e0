import AudioCore
import PlaybackCore
import Testing
import WireFormat

@testable import RoomNode

@Suite struct RoomMixerTests {
    /// Runs a constant input through a mixer, block by block.
    private static func mix(
        _ mixer: inout RoomMixer,
        left: Float,
        right: Float,
        frames: Int,
        before: StereoGain = .silence,
        after: StereoGain,
        change: Int = 0
    ) -> [(left: Float, right: Float)] {
        var lefts = [Float](repeating: left, count: frames)
        var rights = [Float](repeating: right, count: frames)
        lefts.withUnsafeMutableBufferPointer { lefts in
            rights.withUnsafeMutableBufferPointer { rights in
                guard let left = lefts.baseAddress, let right = rights.baseAddress else { return }
                mixer.apply(left: left, right: right, frames: frames, before: before, after: after, change: change)
            }
        }
        return Array(zip(lefts, rights)).map { (left: $0.0, right: $0.1) }
    }

    private static func settled(_ settings: RoomSettings, zoneVolume: Int = 100) -> (left: Float, right: Float)? {
        var mixer = RoomMixer()
        return mix(&mixer, left: 1, right: 0.5, frames: 2_000, after: settings.gain(zoneVolume: zoneVolume)).last
    }

    @Test(arguments: [
        (ChannelMode.stereo, Float(1), Float(0.5)), (.mono, 0.75, 0.75), (.left, 1, 1), (.right, 0.5, 0.5),
        (.swapped, 0.5, 1),
    ])
    func channelsGoWhereTheyShould(mode: ChannelMode, left: Float, right: Float) {
        let heard = Self.settled(RoomSettings(name: "a", volume: 100, channels: mode))
        #expect(heard?.left == left)
        #expect(heard?.right == right)
    }

    @Test func balanceTakesFromTheOtherSideOnly() {
        let right = Self.settled(RoomSettings(name: "a", volume: 100, balance: 50))
        #expect(right?.left == 0.125)
        #expect(right?.right == 0.5)
        let left = Self.settled(RoomSettings(name: "a", volume: 100, balance: -100))
        #expect(left?.left == 1)
        #expect(left?.right == 0)
    }

    @Test func theCeilingCapsRoomTimesZone() {
        func level(_ volume: Int, zone: Int, ceiling: Int) -> Float {
            RoomSettings(name: "a", volume: volume, ceiling: ceiling).gain(zoneVolume: zone).leftToLeft
        }
        #expect(level(100, zone: 100, ceiling: 50) == RoomSettings.gain(forVolume: 50))
        #expect(abs(level(80, zone: 50, ceiling: 50) - RoomSettings.gain(forVolume: 40)) < 1e-6)
        #expect(level(100, zone: 0, ceiling: 100) == 0)
        #expect(RoomSettings(name: "a", volume: 100, muted: true).gain(zoneVolume: 100) == .silence)
    }

    @Test func theZonesVolumeKeepsTheRoomsRatio() {
        func gain(_ volume: Int, _ zone: Int) -> Float {
            RoomSettings(name: "a", volume: volume).gain(zoneVolume: zone).leftToLeft
        }
        for zone in [20, 50, 80] {
            #expect(abs(gain(90, zone) / gain(45, zone) - gain(90, 100) / gain(45, 100)) < 1e-3)
        }
    }

    @Test func nothingJumps() {
        var mixer = RoomMixer()
        let full = RoomSettings(name: "a", volume: 100).gain(zoneVolume: 100)
        let swapped = RoomSettings(name: "a", volume: 100, channels: .swapped).gain(zoneVolume: 100)
        var heard = Self.mix(&mixer, left: 1, right: -1, frames: 480, after: full)
        heard += Self.mix(&mixer, left: 1, right: -1, frames: 960, after: full)
        heard += Self.mix(&mixer, left: 1, right: -1, frames: 2_000, before: full, after: swapped, change: 123)
        var last = Float(0)
        for (left, _) in heard {
            #expect(abs(left - last) < 1.0 / 400)
            last = left
        }
        #expect(heard[1_440 + 122].left == 1)
        #expect(heard[1_440 + 123].left < 1)
        #expect(heard.last?.left == -1)
    }

    @Test func anOlderCoordinatorMeansFullZoneAndNoCeiling() {
        let old = StereoGain(Wire.RoomSettings(volumePercent: 60))
        #expect(old == RoomSettings(name: "", volume: 60).gain(zoneVolume: 100))
        let new = Wire.RoomSettings(
            volumePercent: 60,
            channels: .unspecified,
            ceilingPercent: 30,
            zoneVolumePercent: 100,
            hasSoundSettings: true
        )
        #expect(StereoGain(new).leftToLeft == RoomSettings.gain(forVolume: 30))
    }
}
