import AudioCore
import PlaybackCore
import Testing

@testable import Coordinator

@Suite struct GrowingFileTests {
    /// A file that turns out to have grown once its reader comes to 10 s.
    private final class Source: FrameSource {
        var info = TrackInfo(sampleRate: .stream, channels: 2, length: FrameCount(11 * 48_000))
        private var read = 0

        func read(into output: UnsafeMutableBufferPointer<Float>) -> Int {
            let count = min(output.count / 2, 20 * 48_000 - read)
            output.update(repeating: 0)
            read += count
            if read >= 10 * 48_000 { info.length = FrameCount(20 * 48_000) }
            return count
        }

        func seek(to time: Interval) {}
    }

    private struct Opener: TrackOpening {
        func open(uri: String) -> any FrameSource { Source() }
    }

    @Test func theLengthOfAFileThatGrowsIsToldAnewAndNoOther() throws {
        let bench = EngineBench(TaggedOpener([1]), through: Opener())
        bench.send(.start(Generation(1), bench.track(1)))
        bench.work()
        bench.send(.pace(Generation(1), .running(position: bench.engine.startPosition, time: bench.now)))
        func lengths() -> [Int64?] {
            bench.events.compactMap { event in
                guard case .opened(_, let info) = event else { return nil }
                return info.length?.rawValue
            }
        }
        bench.advance(.seconds(9))
        #expect(lengths() == [11 * 48_000])
        bench.advance(.seconds(4))
        #expect(lengths() == [11 * 48_000, 20 * 48_000])
    }
}
