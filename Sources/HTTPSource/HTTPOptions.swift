package import AudioCore

/// How servers are talked to.
package struct HTTPOptions: Sendable {
    /// "tutti/VERSION".
    package var userAgent: String
    /// Until a connection stands, TLS included.
    package var connectTimeout = Interval.milliseconds(10_000)
    /// From the connection to the answer.
    package var answerTimeout = Interval.milliseconds(10_000)
    /// A server that has answered and sends nothing for so long is given up.
    package var dataTimeout = Interval.milliseconds(10_000)
    /// The whole of a small resource.
    package var fetchTimeout = Interval.milliseconds(30_000)
    package var maximumRedirects = 10
    /// How often in a row a transfer is begun again without a byte of progress before it has failed; streams are asked
    /// for ever once they have played.
    package var retries = 5
    /// The same before anything has come; none where nobody answered in time.
    package var retriesAtFirst = 1
    /// The same where the server says that it is busy.
    package var retriesWhenBusy = 5
    /// A server that asks for a longer pause is asked sooner.
    package var longestBusyPause = Interval.milliseconds(30_000)
    /// The pause before the first retry; it doubles with each.
    package var firstPause = Interval.milliseconds(500)
    package var longestPause = Interval.milliseconds(15_000)
    /// What is read ahead of the decoder: more than four minutes of music at 128 kbit/s.
    package var bufferBytes = 4 << 20
    /// What waits to be counted beside the music: more than the junk that is stepped over.
    package var besideBytes = 128 << 10
    /// How long a station's burst after a reconnection is searched for what has been played.
    package var spliceTime = Interval.milliseconds(4_000)
    /// A file of certificates to trust instead of the system's.
    package var certificates: String?
    /// Turns a station's name and titles into text.
    package var text: @Sendable ([UInt8]) -> String = { StreamText.text(of: $0) }

    package init(version: String) { userAgent = "tutti/\(version)" }

    /// For a look at what somebody waits for.
    package static func impatient(version: String) -> HTTPOptions {
        var options = HTTPOptions(version: version)
        options.fetchTimeout = .milliseconds(4_000)
        options.connectTimeout = .milliseconds(4_000)
        options.dataTimeout = .milliseconds(4_000)
        (options.retries, options.retriesAtFirst, options.retriesWhenBusy) = (0, 0, 0)
        return options
    }
}
