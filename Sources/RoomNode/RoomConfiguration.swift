package import AudioCore
package import RPC
package import SyncCore

/// Who this room is and where its coordinator is.
package struct RoomConfiguration: Sendable {
    package var coordinator: Endpoint
    package var id: String
    package var name: String
    /// In the words of the audio system: a PCM of ALSA.
    package var device: String
    package var version: String
    /// Another one at each start: another process with the same `id` is told from this one by it.
    let process = UInt64.random(in: 1 ... .max)

    package init(coordinator: Endpoint, id: String, name: String, device: String, version: String) {
        self.coordinator = coordinator
        self.id = id
        self.name = name
        self.device = device
        self.version = version
    }
}

/// What a room needs of the world, given by the composition root.
package struct RoomPorts: Sendable {
    /// Connects to the control socket.
    package var control: @Sendable (Endpoint) throws(RPCError) -> any BlockingRequestTransport
    /// Connects to the audio socket of a zone.
    package var subscriber: @Sendable (Endpoint) throws(RPCError) -> any PollableSubscriber
    /// Connects to the clock: address and session.
    package var clock: @Sendable (Endpoint, UInt64) throws(RPCError) -> any ClockExchanging
    package var decoder: @Sendable () throws(AudioError) -> any PacketDecoder
    /// Opens a device by name; the flag tells whether the thread that will use it has real-time priority.
    package var device: @Sendable (String, Bool) throws(DeviceError) -> any OutputDevice
    /// Watches the jacks of a device's card; nil where it has none.
    package var jack: @Sendable (String) -> (any JackWatching)?
    /// Looks whether the coordinator is there, by other means than `control`; may take some seconds.
    package var look: @Sendable (Endpoint) -> Reachability

    package init(
        control: @escaping @Sendable (Endpoint) throws(RPCError) -> any BlockingRequestTransport,
        subscriber: @escaping @Sendable (Endpoint) throws(RPCError) -> any PollableSubscriber,
        clock: @escaping @Sendable (Endpoint, UInt64) throws(RPCError) -> any ClockExchanging,
        decoder: @escaping @Sendable () throws(AudioError) -> any PacketDecoder,
        device: @escaping @Sendable (String, Bool) throws(DeviceError) -> any OutputDevice,
        jack: @escaping @Sendable (String) -> (any JackWatching)? = { _ in nil },
        look: @escaping @Sendable (Endpoint) -> Reachability
    ) {
        self.control = control
        self.subscriber = subscriber
        self.clock = clock
        self.decoder = decoder
        self.device = device
        self.jack = jack
        self.look = look
    }
}
