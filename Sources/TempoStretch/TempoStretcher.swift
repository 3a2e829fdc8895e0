package import AudioCore

/// Changes the speed of tracks with libsonic's algorithm, which is made for speech and good on music.
package struct TempoStretcher: TempoStretching {
    package init() {}

    package func stretch(_ source: any FrameSource, ratePermille: Int) throws(AudioError) -> any FrameSource {
        guard PlaybackRate.permille.contains(ratePermille) else {
            throw AudioError(.internal, "cannot play at \(ratePermille) thousandths of the speed: use 500 to 3000")
        }
        return ratePermille == PlaybackRate.normal ? source : try StretchedSource(source, ratePermille: ratePermille)
    }
}
