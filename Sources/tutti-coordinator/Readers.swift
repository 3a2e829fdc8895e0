import AudioCore
import HTTPSource
import MP3Decoding
import OptionParsing
import PlaylistReading
import SoxrResampling
import TagReading
import TextRecognition

/// What reads music, and what is known of it, from files and from networks.
struct Readers {
    let opener: MP3TrackOpener
    let describing: TagReader
    let playlists: PlaylistExpander
    let text = TextRecognizer()

    init() {
        let text = text
        var http = HTTPOptions(version: TuttiVersion.text)
        http.text = { text.text(of: $0) }
        let impatient = HTTPOptions.impatient(version: TuttiVersion.text)
        describing = TagReader(
            recognizer: text,
            network: CoverNetwork(opener: HTTPOpener(options: impatient), fetcher: HTTPFetcher(options: impatient))
        )
        opener = MP3TrackOpener(remote: HTTPOpener(options: http), describing: describing) {
            (rate) throws(AudioError) in try SoxrResampler(from: rate)
        }
        playlists = PlaylistExpander(
            fetcher: HTTPFetcher(options: http),
            sniffer: HTTPFetcher(options: impatient),
            text: text
        )
    }
}
