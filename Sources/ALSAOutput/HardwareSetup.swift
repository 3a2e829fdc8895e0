import AudioCore
private import CALSA

/// What a device and we agree on: the best of what it offers.
struct HardwareSetup {
    let rate: Int
    let channels: Int
    let layout: SampleLayout
    let period: Int
    let buffer: Int

    /// - Parameters:
    ///   - periodMilliseconds: the wanted period, and
    ///   - bufferMilliseconds: the wanted ring; the device may offer others only.
    init(
        configuring pcm: OpaquePointer,
        name: String,
        periodMilliseconds: Int64,
        bufferMilliseconds: Int64
    ) throws(DeviceError) {
        let offer = try HardwareOffer(of: pcm, name: name)
        layout = try offer.chooseLayout()
        channels = try offer.chooseChannels()
        rate = try offer.chooseRate()
        period = try offer.choosePeriod(about: Int64(rate) * periodMilliseconds / 1_000)
        buffer = try offer.chooseBuffer(about: Int64(rate) * bufferMilliseconds / 1_000, period: period)
    }
}

/// What a device offers still: each choice narrows it for the next ones, and the last one takes it.
private final class HardwareOffer {
    private let pcm: OpaquePointer
    private let name: String
    private var parameters: OpaquePointer?

    /// Rates in order of preference: that of the stream, then those above it, then those below.
    private static let rates: [UInt32] = [
        48_000, 96_000, 192_000, 88_200, 176_400, 44_100, 32_000, 24_000, 22_050, 16_000,
    ]

    init(of pcm: OpaquePointer, name: String) throws(DeviceError) {
        self.pcm = pcm
        self.name = name
        snd_pcm_hw_params_malloc(&parameters)
        try check(snd_pcm_hw_params_any(pcm, parameters), "it offers no configuration")
        snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0)
        try check(
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
            "no interleaved access"
        )
    }

    deinit { snd_pcm_hw_params_free(parameters) }

    func chooseLayout() throws(DeviceError) -> SampleLayout {
        let layout = SampleLayout.preferred.first { snd_pcm_hw_params_set_format(pcm, parameters, $0.format) >= 0 }
        guard let layout else { throw unusable("no known sample format") }
        return layout
    }

    func chooseChannels() throws(DeviceError) -> Int {
        var channels: UInt32 = 2
        if snd_pcm_hw_params_set_channels(pcm, parameters, 2) < 0 {
            try check(snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels), "no usable channel count")
        }
        guard (1...8).contains(channels) else { throw unusable("it wants \(channels) channels") }
        return Int(channels)
    }

    func chooseRate() throws(DeviceError) -> Int {
        let rate = Self.rates.first { snd_pcm_hw_params_set_rate(pcm, parameters, $0, 0) >= 0 }
        guard let rate else { throw unusable("no known sample rate") }
        return Int(rate)
    }

    func choosePeriod(about frames: Int64) throws(DeviceError) -> Int {
        var period = snd_pcm_uframes_t(frames)
        try check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "no usable period")
        guard period > 0 else { throw unusable("it has no period") }
        return Int(period)
    }

    /// A whole number of periods where the device allows it. It is configured then.
    func chooseBuffer(about frames: Int64, period: Int) throws(DeviceError) -> Int {
        var buffer = snd_pcm_uframes_t(max(2, Int(frames) / period) * period)
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "no usable buffer")
        try check(snd_pcm_hw_params(pcm, parameters), "its configuration was refused")
        guard buffer >= 2 * period else { throw unusable("its buffer is too small") }
        return Int(buffer)
    }

    private func check(_ code: Int32, _ what: String) throws(DeviceError) {
        guard code < 0 else { return }
        throw unusable("\(what): \(ALSADevice.message(code))", code)
    }

    private func unusable(_ reason: String, _ code: Int32 = 0) -> DeviceError {
        DeviceError("the sound device \(name) cannot be used: \(reason)", rawCode: code)
    }
}
