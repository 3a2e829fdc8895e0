import PlaybackCore
import Testing

/// Random sequences of commands against the naive model, with every announcement checked and every edit mirrored.
@Suite struct QueueModelTests {
    @Test(arguments: PlayMode.allCases)
    func randomCommandsDoWhatTheModelSays(start: PlayMode) throws {
        for seed in 0..<UInt64(2_500) where run(start, seed) != nil {
            // Once more, telling what was done.
            var log: [String] = []
            let problem = run(start, seed) { log.append($0) } ?? "it went away"
            Issue.record("seed \(seed), mode \(start): \(problem)\n\(log.joined(separator: "\n"))")
            return
        }
    }

    private func run(_ start: PlayMode, _ seed: UInt64, log: ((String) -> Void)? = nil) -> String? {
        var player = ModelPlayer(seed: seed, log: log)
        player.setMode(start)
        for _ in 0..<20 where player.problem == nil { player.step() }
        return player.problem
    }
}
