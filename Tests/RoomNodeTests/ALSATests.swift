import AudioCore
import Glibc
import LinuxSystem
import Testing

@testable import ALSAOutput

/// The virtual card's library and a configuration that names cards of it; nil where the library has not been built.
private let cards: String? = {
    // The library is beside the tests' bundle, which may be run by a helper of the package manager.
    let candidates = CommandLine.arguments.map { argument -> String in
        let folder = argument.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return "\(folder)/libVirtualCard.so"
    }
    guard let library = candidates.first(where: { access($0, R_OK) == 0 }) else { return nil }
    var template = Array("/tmp/tutti-alsa.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    let folder = String(cString: made)
    var text = "</usr/share/alsa/alsa.conf>\n"
    for type in ["pcm", "ctl"] { text += "\(type)_type.tutticard { lib \"\(library)\" }\n" }
    let options = [
        "any": "", "cd": "rate 44100 format S16_LE", "mono": "channels 1 format S24_3LE", "coarse": "granularity 480",
        "pulled": "", "jacked": "",
    ]
    for (name, option) in options {
        text += "pcm.\(name) { type tutticard output \"\(folder)/\(name)\" record no \(option) }\n"
        text += "ctl.\(name) { type tutticard output \"\(folder)/\(name)\" }\n"
    }
    guard let file = fopen("\(folder)/asound.conf", "w") else { return nil }
    fputs(text, file)
    fclose(file)
    setenv("ALSA_CONFIG_PATH", "\(folder)/asound.conf", 1)
    return folder
}()

@Suite(.serialized, .enabled(if: cards != nil))
struct ALSATests {
    private let silence = [Float](repeating: 0, count: 8_192)

    private func touch(_ path: String) throws {
        let file = try #require(fopen(path, "w"))
        fclose(file)
    }

    @Test func aCardIsUsedAtTheStreamsRateWhereItOffersThat() throws {
        var wanted = DeviceFormat(
            rate: .stream,
            channels: 2,
            sampleFormat: "FLOAT_LE",
            period: 960,
            buffer: 2_400,
            ring: 5_760
        )
        #expect(try ALSADevice(name: "any", realtime: true).format == wanted)
        (wanted.period, wanted.buffer) = (480, 1_920)
        #expect(try ALSADevice(name: "any", realtime: false).format == wanted)
    }

    @Test func aCardIsTakenAsItIs() throws {
        let disc = try ALSADevice(name: "cd", realtime: true).format
        #expect(disc.rate == SampleRate(hertz: 44_100))
        #expect(disc.sampleFormat == "S16_LE")
        let mono = try ALSADevice(name: "mono", realtime: true).format
        #expect(mono.channels == 1)
        #expect(mono.sampleFormat == "S24_3LE")
    }

    @Test(arguments: ["any", "cd", "mono", "coarse"])
    func whatIsWrittenIsQueuedAndPlayed(name: String) throws {
        let device = try ALSADevice(name: name, realtime: true)
        var written = try device.start()
        #expect(written == Int64(device.format.buffer / device.format.period * device.format.period))
        try device.keepQueued(Int64(device.format.ring))
        for _ in 0..<3 {
            let position = try device.waitUntilWritable(timeout: .seconds(1))
            #expect(position.delay <= written)
            try silence.withUnsafeBufferPointer { buffer in
                let samples = try #require(buffer.baseAddress)
                try device.write(left: samples, right: samples, frames: device.format.period)
            }
            written += Int64(device.format.period)
            #expect(try device.delay() <= written)
        }
    }

    @Test func aCardThatIsNotThereIsToldWithARemedy() {
        let error = #expect(throws: DeviceError.self) { try ALSADevice(name: "attic", realtime: true) }
        #expect(
            error?.message
                == "cannot open the sound device attic: No such file or directory; `aplay -L` lists what there is"
        )
    }

    @Test func aCardThatIsPulledOutIsGone() throws {
        let folder = try #require(cards)
        let device = try ALSADevice(name: "pulled", realtime: true)
        _ = try device.start()
        try touch("\(folder)/pulled.unplugged")
        var fault: DeviceFault?
        // The card looks for the file once a millisecond at most.
        for _ in 0..<1_000 where fault == nil {
            do throws(DeviceFault) { _ = try device.waitUntilWritable(timeout: .milliseconds(20)) } catch {
                fault = error
            }
        }
        #expect(fault == .gone(-ENODEV))
        #expect(throws: DeviceError.self) { try ALSADevice(name: "pulled", realtime: true) }
    }

    @Test func aJackTellsWhenSomethingIsPluggedInOrOut() throws {
        let folder = try #require(cards)
        let jack = try #require(ALSAJack(device: "jacked"))
        #expect(jack.isPlugged() == true)
        try touch("\(folder)/jacked.unplugged-jack")
        #expect(Poll.wait(for: [jack.fileDescriptor], timeout: .seconds(10)) == 1)
        #expect(jack.isPlugged() == false)
        unlink("\(folder)/jacked.unplugged-jack")
        #expect(Poll.wait(for: [jack.fileDescriptor], timeout: .seconds(10)) == 1)
        #expect(jack.isPlugged() == true)
    }

    @Test func aCardWithoutAJackHasNoneToWatch() { #expect(ALSAJack(device: "attic") == nil) }
}

@Suite struct ALSAJackNameTests {
    @Test(arguments: [
        ("hw:1,0", "hw:1"), ("plughw:2", "hw:2"), ("hw:CARD=PCH,DEV=0", "hw:PCH"), ("front:CARD=USB,DEV=0", "hw:USB"),
        ("default", "default"),
    ])
    func theControlsAreThoseOfTheCardThatPlays(device: String, control: String) {
        #expect(ALSAJack.controlName(of: device) == control)
    }

    @Test(arguments: [
        ("Headphone Jack", true, true), ("Front Headphone Jack", true, true), ("Headset Jack", true, true),
        ("Line Out Jack", true, false), ("Mic Jack", false, false), ("Headset Mic Jack", false, false),
        ("Speaker Phantom Jack", false, false), ("Headphone Playback Switch", false, false),
        ("HDMI/DP,pcm=3 Jack", true, false),
    ])
    func headphonesAreToldFromOtherJacks(name: String, isOutput: Bool, isHeadphone: Bool) {
        let kind = ALSAJack.kind(ofControl: name)
        #expect(kind.isOutput == isOutput)
        #expect(kind.isHeadphone == isHeadphone)
    }
}
