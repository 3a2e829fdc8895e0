import AudioCore
private import CALSA
private import Glibc

/// The jacks of a card that ALSA tells about: the controls "... Jack" of its control interface. Headphone jacks decide
/// where there are any, else the other output jacks; those of inputs and of built-in speakers do not count.
package final class ALSAJack: JackWatching {
    package let fileDescriptor: Int32
    private let control: OpaquePointer
    private let identifiers: [UInt32]

    /// - Parameter device: the name of the PCM that plays.
    /// - Returns: nil where the card has no jacks that tell.
    package init?(device: String) {
        var control: OpaquePointer?
        let mode = SND_CTL_NONBLOCK | SND_CTL_READONLY
        guard snd_ctl_open(&control, Self.controlName(of: device), mode) >= 0, let control else { return nil }
        let identifiers = Self.jacks(of: control)
        var descriptor = pollfd()
        guard !identifiers.isEmpty, snd_ctl_subscribe_events(control, 1) >= 0,
            snd_ctl_poll_descriptors(control, &descriptor, 1) == 1
        else {
            snd_ctl_close(control)
            return nil
        }
        snd_config_update_free_global()
        self.control = control
        self.identifiers = identifiers
        fileDescriptor = descriptor.fd
    }

    deinit { snd_ctl_close(control) }

    /// The control interface of the card that a PCM is on: named by its card, or as the PCM.
    static func controlName(of device: String) -> String {
        func upToComma(_ text: Substring) -> Substring { text.prefix { $0 != "," } }
        if let card = device.firstIndex(of: ":").flatMap({ colon in
            device[device.index(after: colon)...].split(separator: ",").first { $0.hasPrefix("CARD=") }
        }) {
            return "hw:\(card.dropFirst(5))"
        }
        for prefix in ["plughw:", "hw:"] where device.hasPrefix(prefix) {
            return "hw:\(upToComma(device.dropFirst(prefix.count)))"
        }
        return device
    }

    /// Whether a control tells of a plug in an output, and whether that is a headphone's.
    static func kind(ofControl name: String) -> (isOutput: Bool, isHeadphone: Bool) {
        guard name.hasSuffix(" Jack") else { return (false, false) }
        let others = ["Mic", "Line In", "CD ", "Phantom", "Speaker", "SPDIF In", "Input"]
        guard !others.contains(where: { holds(name, $0) }) else { return (false, false) }
        return (true, holds(name, "Headphone") || holds(name, "Headset"))
    }

    private static func holds(_ name: String, _ part: String) -> Bool {
        name.indices.contains { name[$0...].hasPrefix(part) }
    }

    private static func jacks(of control: OpaquePointer) -> [UInt32] {
        var list: OpaquePointer?
        guard snd_ctl_elem_list_malloc(&list) >= 0, let list else { return [] }
        defer { snd_ctl_elem_list_free(list) }
        guard snd_ctl_elem_list(control, list) >= 0,
            snd_ctl_elem_list_alloc_space(list, snd_ctl_elem_list_get_count(list)) >= 0
        else { return [] }
        defer { snd_ctl_elem_list_free_space(list) }
        guard snd_ctl_elem_list(control, list) >= 0 else { return [] }
        var outputs: [UInt32] = []
        var headphones: [UInt32] = []
        for index in 0..<snd_ctl_elem_list_get_used(list) {
            guard let text = snd_ctl_elem_list_get_name(list, index) else { continue }
            let kind = kind(ofControl: String(cString: text))
            let identifier = snd_ctl_elem_list_get_numid(list, index)
            if kind.isOutput { outputs.append(identifier) }
            if kind.isHeadphone { headphones.append(identifier) }
        }
        return headphones.isEmpty ? outputs : headphones
    }

    package func isPlugged() -> Bool? {
        guard drainEvents() else { return nil }
        var value: OpaquePointer?
        guard snd_ctl_elem_value_malloc(&value) >= 0, let value else { return nil }
        defer { snd_ctl_elem_value_free(value) }
        var isPlugged = false
        for identifier in identifiers {
            snd_ctl_elem_value_clear(value)
            snd_ctl_elem_value_set_numid(value, identifier)
            guard snd_ctl_elem_read(control, value) >= 0 else { return nil }
            if snd_ctl_elem_value_get_boolean(value, 0) != 0 { isPlugged = true }
        }
        return isPlugged
    }

    /// - Returns: false where the card is gone.
    private func drainEvents() -> Bool {
        var event: OpaquePointer?
        guard snd_ctl_event_malloc(&event) >= 0, let event else { return false }
        defer { snd_ctl_event_free(event) }
        // Bounded: a card that never stops telling is looked at again.
        for _ in 0..<256 {
            let code = snd_ctl_read(control, event)
            if code == 0 || code == -EAGAIN { return true }
            if code < 0 { return false }
        }
        return true
    }
}
