import AudioCore
import LinuxSystem

/// Whoever waits for a server waits as long as the source does, or until its task is cancelled.
final class Patience: SourceMonitoring {
    private let cancelling = CancelSwitch()

    private init() {}

    static func whileWanted<Value: Sendable>(_ body: (Patience) async -> Value) async -> Value {
        let patience = Patience()
        return await withTaskCancellationHandler {
            await body(patience)
        } onCancel: {
            patience.cancelling.cancel()
        }
    }

    var isCancelled: Bool { cancelling.isCancelled }

    func whenCancelled(_ action: @escaping @Sendable () -> Void) { cancelling.whenCancelled(action) }

    func report(trouble: String) {}
}
