import AudioCore
import PlaybackCore
import Testing

@Suite struct RoomSettingsTests {
    @Test func gainRisesFromSilenceToUnity() {
        let gains = (0...100).map { RoomSettings.gain(forVolume: $0) }
        #expect(gains.first == 0)
        #expect(gains.last == 1)
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(gains[10] - 0.001) < 1e-6)
        #expect(abs(gains[50] - 0.125) < 1e-6)
        #expect(RoomSettings.gain(forVolume: -5) == 0 && RoomSettings.gain(forVolume: 200) == 1)
    }

    @Test func mutedRoomHasNoGain() {
        #expect(RoomSettings(name: "a", volume: 100, muted: true).gain == 0)
        #expect(RoomSettings(name: "a", volume: 100).gain == 1)
    }

    @Test(arguments: [
        (149_999, 100_000), (150_000, 200_000), (-149_999, -100_000), (-150_000, -200_000), (0, 0),
        (2_000_000_000, 2_000_000_000), (-2_000_000_000, -2_000_000_000),
    ])
    func delayIsRoundedToItsStep(nanoseconds: Int64, expected: Int64) throws {
        #expect(try RoomSettings.validDelay(Interval(nanoseconds: nanoseconds)) == Interval(nanoseconds: expected))
    }

    @Test(arguments: [
        RoomSettings(name: "a", volume: 101), RoomSettings(name: "a", volume: -1), RoomSettings(name: " "),
        RoomSettings(name: "a\nb"), RoomSettings(name: String(repeating: "a", count: 65)),
        RoomSettings(name: "a", delay: Interval(nanoseconds: 2_000_000_001)),
        RoomSettings(name: "a", delay: Interval(nanoseconds: .min)), RoomSettings(name: "a", balance: 101),
        RoomSettings(name: "a", balance: -101), RoomSettings(name: "a", ceiling: -1),
        RoomSettings(name: "a", ceiling: 101),
    ])
    func valuesBeyondTheirLimitsAreRefused(settings: RoomSettings) {
        #expect(throws: PlaybackError.self) { try settings.validated() }
    }

    @Test func nameLosesTheSpaceAroundIt() throws {
        #expect(try RoomSettings(name: "  Bad oben ").validated().name == "Bad oben")
    }

    @Test(arguments: [
        "\u{202E}", "\u{200B}\u{200D}", "\u{FEFF}", "\u{2060} \u{AD}", "\u{3164}", "Bad\u{202E}nebo",
        "\u{2066}Bad\u{2069}", "a\u{2028}b",
    ])
    func aNameThatIsNotSeenOrTurnsTextAroundIsRefused(name: String) {
        #expect(throws: PlaybackError.self) { try RoomSettings.validName(name) }
    }

    @Test(arguments: ["حمام", "👩‍🍳", "Küche\u{200E}", "浴室", "می\u{200C}خانه"])
    func aNameInAnyScriptIsTaken(name: String) throws {
        #expect(try RoomSettings.validName(name) == name)
    }

    @Test func aNameIsShortInBytesToo() throws {
        #expect(try RoomSettings.validName(String(repeating: "ü", count: 64)).count == 64)
        let marks = "a" + String(repeating: "\u{301}", count: 200)
        #expect(throws: PlaybackError.self) { try RoomSettings.validName(marks) }
    }
}
