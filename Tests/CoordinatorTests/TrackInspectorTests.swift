import AudioCore
import LinuxSystem
import Testing
import WireFormat

@testable import Coordinator

@Suite struct TrackInspectorTests {
    /// Says the same of every track but one.
    private struct Described: TrackDescribing {
        func describe(uri: String) throws(AudioError) -> TrackDescription {
            if uri.hasSuffix("9") { throw AudioError(.notFound, "no such file") }
            var description = TrackDescription()
            description.title = "told"
            description.tags = ["ID3v2.4"]
            description.replayGain.trackGain = -7.03
            description.replayGain.albumPeak = 0.5
            description.pictures = [PictureDescription(mimeType: "image/png", kind: "front cover", size: 9, text: "x")]
            description.lyrics = .unsynchronized("[00:01.00]one\n[00:02.00]two")
            return description
        }

        func cover(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> Picture? { nil }
    }

    private func inspect(_ uri: String) async throws -> Wire.TrackDetails {
        let executor = try ThreadExecutor(name: "inspection")
        return try await withThrowingTaskGroup(of: Wire.TrackDetails?.self) { group in
            group.addTask {
                try await executor.run()
                return nil
            }
            group.addTask {
                defer { executor.beginGracefulShutdown() }
                let inspector = TrackInspector(
                    executor: executor,
                    opener: TaggedOpener([48_000]),
                    describing: Described()
                )
                return await inspector.inspect(uri)
            }
            var found: Wire.TrackDetails?
            for try await result in group { found = result ?? found }
            return try #require(found)
        }
    }

    @Test func tagsAndSoundComeTogether() async throws {
        let details = try await inspect("track:1")
        #expect(details.title == "told")
        #expect(details.durationMs == 1_000)
        #expect(details.sampleRateHz == 48_000)
        #expect(details.channels == 2)
        #expect(details.hasTrackGain && details.trackGainMillibel == -703 && details.trackPeakMillionths == 0)
        #expect(!details.hasAlbumGain && details.albumPeakMillionths == 500_000)
        #expect(details.pictures.map(\.kind) == ["front cover"])
        #expect(details.lyricLines == 2 && details.lyricsSynchronized)
        #expect(details.tags == ["ID3v2.4"])
        #expect(details.error.isEmpty)
    }

    @Test func whatCannotBePlayedSaysWhyAndWhatItsTagsSay() async throws {
        let broken = try await inspect("track:2")
        #expect(broken.error == "no such track")
        #expect(broken.title == "told")
        let missing = try await inspect("track:9")
        #expect(missing.error == "no such track")
        #expect(missing.title.isEmpty)
    }

    /// A server that never answers.
    private struct Silent: TrackOpening {
        var asked: @Sendable () -> Void

        func open(uri: String) throws(AudioError) -> any FrameSource {
            throw AudioError(.internal, "cannot be waited for")
        }

        func open(uri: String, monitor: any SourceMonitoring) throws(AudioError) -> any FrameSource {
            let signal = try? EventSignal()
            monitor.whenCancelled { signal?.signal() }
            asked()
            if let signal { _ = Poll.wait(for: [signal.fileDescriptor], timeout: nil) }
            throw AudioError(.unavailable, "not wanted any more")
        }
    }

    @Test func cancellingEndsTheWaitForAServer() async throws {
        let executor = try ThreadExecutor(name: "inspection")
        let (asked, continuation) = AsyncStream<Void>.makeStream()
        let inspector = TrackInspector(
            executor: executor,
            opener: Silent { continuation.finish() },
            describing: Described()
        )
        let details = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await executor.run() }
            let task = Task { await inspector.inspect("http://host/1") }
            for await _ in asked {}
            task.cancel()
            let details = await task.value
            executor.beginGracefulShutdown()
            try await group.waitForAll()
            return details
        }
        #expect(details.error == "not wanted any more")
    }

    @Test func aServerThatIsTooSlowIsTold() async throws {
        let executor = try ThreadExecutor(name: "inspection")
        let inspector = TrackInspector(executor: executor, opener: Silent {}, describing: Described())
        let details = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await executor.run() }
            let details = await inspector.inspect("http://host/1", within: .seconds(15)) { _ in }
            executor.beginGracefulShutdown()
            try await group.waitForAll()
            return details
        }
        #expect(details.uri == "http://host/1")
        #expect(details.error.hasPrefix("cannot look at http://host/1: its server is too slow"))
    }
}
