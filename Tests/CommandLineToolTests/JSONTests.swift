import CommandLineTool
import Testing
import WireFormat

@Suite struct JSONTests {
    private static let values: [(JSONValue, String)] = [
        (.null, "null"), (.boolean(true), "true"), (.integer(-5), "-5"), (.unsigned(.max), "18446744073709551615"),
        (.number(1.5), "1.5"), (.number(2), "2"), (.number(-0.001), "-0.001"), (.number(.infinity), "null"),
        (.number(.nan), "null"), ([], "[]"), ([:], "{}"), (["a": [.null, "b"]], #"{"a":[null,"b"]}"#),
        ("\"\\\n\r\t\u{0}\u{1B}\u{7F}é😀", ##""\"\\\n\r\t\u0000\u001b\u007fé😀""##),
    ]

    @Test(arguments: values)
    func valuesAreWritten(_ value: JSONValue, _ text: String) {
        #expect(value.text == text)
    }

    @Test func nowHasItsFixedNames() {
        let expected =
            #"{"state":"playing","item":{"id":7,"title":"Silence","artist":"Nobody","album":"Two Rooms","#
            + #""uri":"/music/Two Rooms/03 Silence.mp3","duration_ms":225000,"duration_estimated":false},"#
            + #""position_ms":62500,"index":2,"queue_length":12,"mode":"loop","#
            + #""buffering":{"percent":100,"ahead_s":null},"rate":1,"#
            + #""consume":false,"stop_after_current":false,"error":"","volume":80,"replay_gain":"off","#
            + #""stream_title":"","pause_reason":"","zone":"default","position_estimated":false}"#
        #expect(playing.json.text == expected)
    }

    @Test func nothingCurrentIsNull() {
        let text = Wire.NowPlaying().json.text
        #expect(
            text.hasPrefix(
                #"{"state":"stopped","item":null,"position_ms":0,"index":null,"queue_length":0,"mode":"off","#
            )
        )
    }

    @Test func queueHasItsFixedNames() {
        let list = Wire.ListResponse(items: [silence], hasCurrent: true, currentId: 7, currentIndex: 2, version: 4)
        let text = list.json.text
        #expect(text.hasPrefix(#"{"items":[{"id":7,"index":2,"title":"Silence","artist":"Nobody","#))
        #expect(
            text.hasSuffix(
                #""status":"ready","error":"","start_position_ms":0,"autoplay":true,"keep_position":false,"is_live":false,"has_cover":false,"has_lyrics":false}],"current":7,"current_index":2,"version":4}"#
            )
        )
        #expect(Wire.ListResponse().json.text == #"{"items":[],"current":null,"current_index":null,"version":0}"#)
    }

    @Test func roomsHaveTheirFixedNames() {
        let expected =
            #"{"rooms":[{"room":"Kitchen","id":"k1","connected":true,"state":"playing","device":"hw:0","volume":40,"#
            + #""muted":false,"delay_ms":-2.5,"balance":0,"channels":"stereo","ceiling":100,"pause_on_unplug":false,"sync":{"offset_us":1234.567,"uncertainty_us":3.21,"drift_ppm":-12.345,"#
            + #""playout_error_us":1.5,"playout_error_p50_us":0.7,"playout_error_p99_us":4.2,"rate_ppm":40.123,"#
            + #""buffer_ms":1980,"arrival_tail_ms":4.5,"#
        let text = Wire.ListRoomsResponse(rooms: [kitchen]).json.text
        #expect(text.hasPrefix(expected))
        #expect(text.contains(#""late":0,"lost":0,"repaired":0,"concealed":0,"xruns":0,"resyncs":0,"#))
        #expect(text.contains(#""state":"in_sync","reason":""}"#))
    }

    @Test func roomWithoutReportHasNullFigures() {
        let text = Wire.Room(id: "x", name: "Attic").json.text
        #expect(text.contains(#""sync":{"offset_us":null,"#))
        #expect(text.contains(#""xruns":null"#))
        #expect(text.contains(#""state":"offline","reason":"the room does not answer""#))
    }
}
