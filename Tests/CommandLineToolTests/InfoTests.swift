import Testing
import WireFormat

@Suite struct InfoTests {
    private let song = Wire.TrackDetails(
        uri: "/srv/ada/music/song.mp3",
        title: "Silence",
        artist: "Nobody",
        album: "Two Rooms",
        albumArtist: "Nobody",
        genre: "Ambient",
        trackNumber: "3/12",
        durationMs: 225_000,
        sampleRateHz: 44_100,
        channels: 2,
        bitrateBps: 192_000,
        format: "MPEG-1 layer III",
        pictures: [Wire.Picture(mimeType: "image/jpeg", kind: "front cover", sizeBytes: 102_400, description: "")],
        hasTrackGain: true,
        trackGainMillibel: -703,
        trackPeakMillionths: 988_000,
        lyricLines: 2,
        lyricsSynchronized: true,
        tags: ["ID3v2.4", "ID3v1"]
    )

    private func coordinator(_ tracks: [Wire.TrackDetails]) -> FakeCoordinator {
        let coordinator = FakeCoordinator()
        coordinator.on(Wire.PlayerService.inspectTracks) { request in
            Wire.InspectTracksResponse(tracks: tracks.filter { request.uris.contains($0.uri) })
        }
        return coordinator
    }

    @Test func everyFactHasItsLine() throws {
        let run = ToolRun(["info", "song.mp3"], coordinator([song]))
        #expect(run.code == 0)
        #expect(
            run.output.text == """
                /srv/ada/music/song.mp3
                  title       Silence
                  artist      Nobody
                  album       Two Rooms
                  track       3/12
                  genre       Ambient
                  duration    3:45
                  audio       MPEG-1 layer III, 44100 Hz, stereo, 192 kbit/s
                  replaygain  track -7.03 dB (peak 0.99)
                  picture     front cover, image/jpeg, 100 KiB
                  lyrics      2 lines, with times
                  tags        ID3v2.4, ID3v1

                """
        )
    }

    @Test func whatCannotBeReadIsToldAndFails() {
        let broken = Wire.TrackDetails(
            uri: "/x.mp3",
            error: "cannot open /x.mp3: No such file or directory; check the path"
        )
        let run = ToolRun(["info", "/x.mp3", "song.mp3"], coordinator([broken, song]))
        #expect(run.code == 1)
        #expect(run.complaints == ["tutti: cannot open /x.mp3: No such file or directory; check the path"])
        #expect(run.output.lines.contains("  title       Silence"))
    }

    @Test func jsonIsOneObject() {
        let run = ToolRun(["info", "--json", "song.mp3"], coordinator([song]))
        #expect(run.output.lines.count == 1)
        #expect(run.output.text.hasPrefix(#"{"tracks":[{"uri":"/srv/ada/music/song.mp3","title":"Silence","#))
        #expect(run.output.text.contains(#""replaygain":{"track_gain_db":-7.03,"track_peak":0.988,"#))
    }

    @Test func manyTracksAreAskedForInParts() throws {
        let coordinator = coordinator([])
        _ = ToolRun(["info"] + (0..<20).map { "/\($0).mp3" }, coordinator)
        #expect(try coordinator.requests(Wire.PlayerService.inspectTracks).map(\.uris.count) == [8, 8, 4])
    }

    @Test func whatComesFromAServerIsAskedForAlone() throws {
        let coordinator = coordinator([])
        _ = ToolRun(["info", "/1.mp3", "/2.mp3", "http://h/3", "http://h/4", "/5.mp3", "/6.mp3"], coordinator)
        let asked = try coordinator.requests(Wire.PlayerService.inspectTracks).map(\.uris)
        #expect(asked == [["/1.mp3", "/2.mp3"], ["http://h/3"], ["http://h/4"], ["/5.mp3", "/6.mp3"]])
    }
}
