package import AudioCore
import LinuxSystem
import LyricsCore

/// The threads that read lyrics and draw pictures, and what works on them.
struct WordsThreads {
    let reader: LyricsReader
    /// Nil where nothing can be drawn.
    let artwork: ArtworkDesk?
    private let network: NetworkLyrics
    private let readingThread: ThreadExecutor
    private let drawingThread: ThreadExecutor

    init(
        describing: any TrackDescribing,
        drawing: (any ArtworkDrawing)?,
        slow: SlowCalls
    ) throws(SystemError) {
        let readingThread = try ThreadExecutor(name: "lyrics")
        let drawingThread = try ThreadExecutor(name: "artwork")
        self.readingThread = readingThread
        self.drawingThread = drawingThread
        network = NetworkLyrics(describing: describing, slow: slow)
        reader = LyricsReader(desk: LyricsDesk(executor: readingThread, describing: describing), network: network)
        artwork = drawing.map { ArtworkDesk(executor: drawingThread, drawing: $0) }
    }

    /// Serves until `beginGracefulShutdown`.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [readingThread] in try await readingThread.run() }
            group.addTask { [drawingThread] in try await drawingThread.run() }
            group.addTask { [network] in await network.run() }
            group.addTask { [reader, readingThread, drawingThread] in
                await reader.run()
                readingThread.beginGracefulShutdown()
                drawingThread.beginGracefulShutdown()
            }
            try await group.waitForFirstFailure()
        }
    }

    /// What is being read or drawn is finished before.
    func beginGracefulShutdown() {
        network.beginGracefulShutdown()
        reader.beginGracefulShutdown()
    }
}

/// Where nobody can read what tracks say of themselves.
package struct NoDescriptions: TrackDescribing {
    package init() {}
    package func describe(uri: String) throws(AudioError) -> TrackDescription { TrackDescription() }
    package func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture? { nil }
}
