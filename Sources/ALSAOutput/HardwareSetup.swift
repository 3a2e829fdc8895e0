import AudioCore
private import CALSA

/// What a device and we agree on: the best of what it offers.
struct HardwareSetup {
    var rate: Int
    var channels: Int
    var layout: SampleLayout
    var period: Int
    var buffer: Int

    /// Rates in order of preference: that of the stream, then those above it, then those below.
    private static let rates: [UInt32] = [
        48_000, 96_000, 192_000, 88_200, 176_400, 44_100, 32_000, 24_000, 22_050, 16_000,
    ]

    /// - Parameters:
    ///   - periodMilliseconds: the wanted period, and
    ///   - bufferMilliseconds: the wanted ring; the device may offer others only.
    init(
        configuring pcm: OpaquePointer,
        name: String,
        periodMilliseconds: Int64,
        bufferMilliseconds: Int64
    ) throws(DeviceError) {
        var parameters: OpaquePointer?
        snd_pcm_hw_params_malloc(&parameters)
        defer { snd_pcm_hw_params_free(parameters) }
        func check(_ code: Int32, _ what: String) throws(DeviceError) {
            guard code < 0 else { return }
            let reason = ALSADevice.message(code)
            throw DeviceError("the sound device \(name) cannot be used: \(what): \(reason)", rawCode: code)
        }
        try check(snd_pcm_hw_params_any(pcm, parameters), "it offers no configuration")
        snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0)
        try check(
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
            "no interleaved access"
        )
        guard
            let layout = SampleLayout.preferred.first(where: {
                snd_pcm_hw_params_set_format(pcm, parameters, $0.format) >= 0
            })
        else { throw DeviceError("the sound device \(name) cannot be used: no known sample format", rawCode: 0) }
        self.layout = layout
        var channels: UInt32 = 2
        if snd_pcm_hw_params_set_channels(pcm, parameters, 2) < 0 {
            try check(snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels), "no usable channel count")
        }
        guard (1...8).contains(channels) else {
            throw DeviceError("the sound device \(name) cannot be used: it wants \(channels) channels", rawCode: 0)
        }
        self.channels = Int(channels)
        guard let rate = Self.rates.first(where: { snd_pcm_hw_params_set_rate(pcm, parameters, $0, 0) >= 0 }) else {
            throw DeviceError("the sound device \(name) cannot be used: no known sample rate", rawCode: 0)
        }
        self.rate = Int(rate)
        var period = snd_pcm_uframes_t(Int64(rate) * periodMilliseconds / 1_000)
        try check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "no usable period")
        guard period > 0 else {
            throw DeviceError("the sound device \(name) cannot be used: it has no period", rawCode: 0)
        }
        let ring = snd_pcm_uframes_t(Int64(rate) * bufferMilliseconds / 1_000)
        var buffer = max(2, ring / period) * period
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "no usable buffer")
        try check(snd_pcm_hw_params(pcm, parameters), "its configuration was refused")
        guard buffer >= 2 * period else {
            throw DeviceError("the sound device \(name) cannot be used: its buffer is too small", rawCode: 0)
        }
        self.period = Int(period)
        self.buffer = Int(buffer)
    }
}
