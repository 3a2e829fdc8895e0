package import AudioCore
private import CALSA
private import Glibc

/// A PCM of ALSA as an `OutputDevice`. Made and used on one thread.
///
/// The device is taken as it is: its own rate, format and channels, without ALSA's resampling. Its ring is as large as
/// the deepest queue, where it offers that, and holds no more than is to be kept queued: 30 ms and a period at first.
package final class ALSADevice: OutputDevice {
    package let format: DeviceFormat
    private let pcm: OpaquePointer
    private let layout: SampleLayout
    private let converter: SampleConverter
    private let scratch: UnsafeMutableRawPointer
    private let software: OpaquePointer
    /// Frames of the ring that are used.
    private var kept: Int64

    /// How late the thread that writes may be before the queue runs empty, in ms, and what the ring holds.
    private static let marginMilliseconds: Int64 = 30
    private static let ringMilliseconds: Int64 = 120

    /// - Parameters:
    ///   - name: a PCM of ALSA's configuration: `default`, `hw:1,0`.
    ///   - realtime: the thread that writes has real-time priority. Then it wakes each 20 ms; else each 10 ms.
    package init(name: String, realtime: Bool) throws(DeviceError) {
        tutti_alsa_be_quiet()
        let pcm = try Self.open(name)
        do throws(DeviceError) {
            let setup = try HardwareSetup(
                configuring: pcm,
                name: name,
                periodMilliseconds: realtime ? 20 : 10,
                bufferMilliseconds: Self.ringMilliseconds
            )
            let margin = setup.rate * Int(Self.marginMilliseconds) / 1_000
            let buffer = min(setup.buffer, max(2 * setup.period, setup.period + margin))
            kept = Int64(buffer)
            software = try Self.configureSoftware(
                pcm,
                name: name,
                wake: Int64(setup.buffer - buffer + setup.period)
            )
            self.pcm = pcm
            layout = setup.layout
            converter = SampleConverter(layout: setup.layout, channels: setup.channels)
            format = DeviceFormat(
                rate: SampleRate(hertz: Int32(setup.rate)),
                channels: setup.channels,
                sampleFormat: setup.layout.name,
                period: setup.period,
                buffer: buffer,
                ring: setup.buffer
            )
            // The configuration that was read to find the device is of no further use.
            snd_config_update_free_global()
            scratch = .allocate(byteCount: setup.period * setup.channels * setup.layout.bytes, alignment: 16)
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    deinit {
        snd_pcm_drop(pcm)
        snd_pcm_close(pcm)
        snd_pcm_sw_params_free(software)
        scratch.deallocate()
    }

    private static func open(_ name: String) throws(DeviceError) -> OpaquePointer {
        var pcm: OpaquePointer?
        let flags = Int32(SND_PCM_NO_AUTO_RESAMPLE) | SND_PCM_NONBLOCK
        let code = snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, flags)
        guard code >= 0, let pcm else {
            let remedy =
                switch -code {
                case ENOENT, ENODEV, ENXIO: "`aplay -L` lists what there is"
                case EBUSY: "another program plays on it"
                case EACCES, EPERM: "the user of this service must be in the group audio"
                default: "see `aplay -L`"
                }
            throw DeviceError("cannot open the sound device \(name): \(message(code)); \(remedy)", rawCode: code)
        }
        return pcm
    }

    /// The device starts when it is told to, and wakes the writer when a period of the queue is free.
    /// - Parameter wake: frames of the ring that are free then.
    /// - Returns: the parameters, for changing them; the caller frees them.
    private static func configureSoftware(
        _ pcm: OpaquePointer,
        name: String,
        wake: Int64
    ) throws(DeviceError) -> OpaquePointer {
        var allocated: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&allocated) >= 0, let parameters = allocated else {
            throw DeviceError("cannot set up the sound device \(name): out of memory", rawCode: -ENOMEM)
        }
        var boundary: snd_pcm_uframes_t = 0
        snd_pcm_sw_params_current(pcm, parameters)
        snd_pcm_sw_params_get_boundary(parameters, &boundary)
        snd_pcm_sw_params_set_start_threshold(pcm, parameters, boundary)
        snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(max(1, wake)))
        let code = snd_pcm_sw_params(pcm, parameters)
        guard code >= 0 else {
            snd_pcm_sw_params_free(parameters)
            throw DeviceError("cannot set up the sound device \(name): \(message(code))", rawCode: code)
        }
        return parameters
    }

    static func message(_ code: Int32) -> String { snd_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    package func start() throws(DeviceFault) -> Int64 {
        snd_pcm_drop(pcm)
        try check(Int(snd_pcm_prepare(pcm)))
        memset(scratch, 0, format.period * format.channels * layout.bytes)
        var queued: Int64 = 0
        while queued + Int64(format.period) <= kept {
            try put(frames: format.period)
            queued += Int64(format.period)
        }
        try check(Int(snd_pcm_start(pcm)))
        return queued
    }

    package func keepQueued(_ frames: Int64) throws(DeviceFault) {
        let wanted = min(max(frames, Int64(format.period)), Int64(format.ring))
        guard wanted != kept else { return }
        kept = wanted
        let wake = Int64(format.ring) - kept + Int64(format.period)
        snd_pcm_sw_params_set_avail_min(pcm, software, snd_pcm_uframes_t(wake))
        try check(Int(snd_pcm_sw_params(pcm, software)))
    }

    package func waitUntilWritable(timeout: Interval) throws(DeviceFault) -> DevicePosition {
        var waited = Interval.zero
        while true {
            let code = snd_pcm_wait(pcm, Int32(timeout.milliseconds))
            try check(Int(code))
            let now = try position()
            if now.writable >= Int64(format.period) || code == 0 || waited >= timeout { return now }
            // A device may wake for less than was asked for (plug-ins do); then the time that is missing is slept.
            let missing = Int64(format.period) - now.writable
            let pause = min(missing * 1_000_000_000 / Int64(format.rate.hertz), 20_000_000)
            var time = timespec(tv_sec: 0, tv_nsec: Int(max(100_000, pause)))
            nanosleep(&time, nil)
            waited = waited + Interval(nanoseconds: max(100_000, pause))
        }
    }

    package func position() throws(DeviceFault) -> DevicePosition {
        var free: snd_pcm_sframes_t = 0
        var queued: snd_pcm_sframes_t = 0
        try check(Int(snd_pcm_avail_delay(pcm, &free, &queued)))
        return DevicePosition(writable: max(0, Int64(free) - (Int64(format.ring) - kept)), delay: Int64(queued))
    }

    package func delay() throws(DeviceFault) -> Int64 {
        var queued: snd_pcm_sframes_t = 0
        try check(Int(snd_pcm_delay(pcm, &queued)))
        return Int64(queued)
    }

    package func write(
        left: UnsafePointer<Float>,
        right: UnsafePointer<Float>,
        frames: Int
    ) throws(DeviceFault) {
        converter.convert(left: left, right: right, frames: frames, into: scratch)
        try put(frames: frames)
    }

    /// Queues frames of `scratch`.
    private func put(frames: Int) throws(DeviceFault) {
        var done = 0
        let frameBytes = format.channels * layout.bytes
        var refusals = 0
        while done < frames {
            let count = snd_pcm_writei(pcm, scratch + done * frameBytes, snd_pcm_uframes_t(frames - done))
            if count == -Int(EAGAIN) {
                // There was room a moment ago: the device is stuck.
                refusals += 1
                guard refusals < 20 else { throw .gone(-EIO) }
                try check(Int(snd_pcm_wait(pcm, 100)))
                continue
            }
            done += try check(count)
        }
    }

    @discardableResult
    private func check(_ result: Int) throws(DeviceFault) -> Int {
        if result >= 0 { return result }
        let code = Int32(truncatingIfNeeded: result)
        // A suspended machine stops its devices as well: start again when it is back.
        if -code == EPIPE || -code == ESTRPIPE { throw .xrun }
        throw .gone(code)
    }
}
