import AudioCore
import LinuxSystem
import RPC
private import Synchronization

/// Whoever waits for a server waits as long as the source does, until its task is cancelled, or for a while at most.
final class Patience: SourceMonitoring {
    /// The longest that one server is waited for; shorter than those who call wait.
    static let limit = Duration.seconds(15)

    private let cancelling = CancelSwitch()
    private let ranOut = Atomic<Bool>(false)

    private init() {}

    /// - Parameter limit: nil: no limit but the source's own.
    static func whileWanted<Value: Sendable>(
        within limit: Duration? = nil,
        sleep: @escaping Sleep = monotonicSleep,
        _ body: (Patience) async -> Value
    ) async -> Value {
        let patience = Patience()
        async let _: Void = patience.runOut(after: limit, sleep)
        return await withTaskCancellationHandler {
            await body(patience)
        } onCancel: {
            patience.cancelling.cancel()
        }
    }

    var isCancelled: Bool { cancelling.isCancelled }
    /// It was the limit that ended the wait.
    var hasRunOut: Bool { ranOut.load(ordering: .acquiring) }

    func whenCancelled(_ action: @escaping @Sendable () -> Void) { cancelling.whenCancelled(action) }

    func report(trouble: String) {}

    private func runOut(after limit: Duration?, _ sleep: Sleep) async {
        guard let limit, (try? await sleep(limit)) != nil else { return }
        ranOut.store(true, ordering: .releasing)
        cancelling.cancel()
    }
}
