import ControlClient
import OptionParsing
import WireFormat

extension Subcommand {
    /// Makes one call of the transport and prints what plays then.
    static func perform(
        _ call: ControlCall<Wire.TransportResponse>,
        _ session: Session
    ) throws(CommandFailure) {
        let response = try session.call(call)
        try session.show(response.json) { NowText.plainLine(response.nowPlaying ?? Wire.NowPlaying()) }
    }
}
