import ALSAOutput
import AudioCore
import ClockChannel
import Glibc
import LinuxSystem
import NNGMessaging
import OptionParsing
import OpusCodec
import RPC
import RoomNode
import SyncCore

/// The composition root of a room: command line, identity, adapters, signals.
func run() -> ExitCode {
    StandardDescriptors.fill()
    ProcessMemory.shareArenas()
    let options: RoomOptions
    do throws(UsageError) {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch try RoomOptions.specification.parse(arguments, environment: StateDirectory.environment) {
        case .show(let text):
            print(text, terminator: "")
            return .done
        case .run(let parsed): options = try RoomOptions(parsed)
        }
    } catch {
        StandardError.write(LogFormat.current.failure("\(error)"))
        return .usage
    }
    Log.setLevel(options.logLevel)
    do {
        return try play(options)
    } catch {
        StandardError.write(LogFormat.current.failure("tutti-room: \(error)"))
        return .failed
    }
}

/// Until a signal ends it, or the room itself.
func play(_ options: RoomOptions) throws -> ExitCode {
    let signals = try TerminationSignals()
    let security = TransportSecurity.clear(allowInsecure: options.insecure)
    try security.check(dialing: options.coordinator)
    let identity = try RoomIdentity(options)
    defer { withExtendedLifetime(identity) {} }
    let configuration = RoomConfiguration(
        coordinator: options.coordinator,
        id: identity.id,
        name: options.name ?? Machine.hostName,
        device: options.device,
        version: TuttiVersion.text
    )
    // A busy machine must not hold up the stream and the commands in it.
    try SystemThread(name: "nng-start", priority: .inheritedRealtime(30)) { _ in NNGThreads.start() }.join()
    let room = try RoomNode(configuration: configuration, ports: ports(security))
    // A log that nobody reads must not hold up the threads that keep time.
    let lines = try LogQueue()
    Log.send(to: lines)
    let ended = try EventSignal()
    let watcher = try SystemThread(name: "signals") { _ in
        lines.write(until: signals.fileDescriptor, ended.fileDescriptor)
        room.beginGracefulShutdown()
    }
    defer {
        ended.signal()
        watcher.join()
        _ = lines.writeWhatFits()
    }
    switch try room.run() {
    case .asked: return .done
    case .brokenDown: return .failed
    }
}

func ports(_ security: TransportSecurity) -> RoomPorts {
    RoomPorts(
        control: { (endpoint) throws(RPCError) in
            try NNGBlockingRequestTransport(dialing: endpoint, security: security)
        },
        subscriber: { (endpoint) throws(RPCError) in
            try NNGPollableSubscriber(dialing: endpoint, security: security)
        },
        clock: { (endpoint, session) throws(RPCError) in
            do throws(SystemError) {
                return try ClockRequester(host: endpoint.host, port: endpoint.port, session: session)
            } catch {
                throw RPCError(.unavailable, error.description)
            }
        },
        decoder: { () throws(AudioError) in try OpusPacketDecoder() },
        device: { (name, realtime) throws(DeviceError) in try ALSADevice(name: name, realtime: realtime) },
        jack: { ALSAJack(device: $0) },
        look: { NNGLook.reachability(of: $0, timeout: .seconds(1)) }
    )
}

exit(run().rawValue)
