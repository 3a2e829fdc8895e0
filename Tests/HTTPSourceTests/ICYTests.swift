import Testing

@testable import HTTPSource

@Suite struct ICYTests {
    /// Gives `stream` to a demuxer in pieces of random sizes.
    private func demux(_ stream: [UInt8], interval: Int, seed: UInt64) -> (music: [UInt8], blocks: [[UInt8]]) {
        var demuxer = ICYDemuxer(interval: interval)
        var sizes = noise(100_000, seed: seed).makeIterator()
        var (music, blocks): ([UInt8], [[UInt8]]) = ([], [])
        var rest = stream[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int(sizes.next() ?? 1) % 97 + 1)
            rest = rest.dropFirst(piece.count)
            for part in demuxer.take(piece) {
                switch part {
                case .music(let bytes): music += bytes
                case .metadata(let block): blocks.append(block)
                }
            }
        }
        return (music, blocks)
    }

    @Test(arguments: [1, 2, 15, 16, 17, 255, 1_000, 8_192, 16_000]) func noByteOfMetadataReachesTheMusic(interval: Int)
    {
        for seed in 1...8 as ClosedRange<UInt64> {
            let music = noise(interval > 100 ? interval * 3 + 77 : 40 * interval, seed: seed)
            var (stream, sent): ([UInt8], [[UInt8]]) = ([], [])
            for (index, byte) in music.enumerated() {
                stream.append(byte)
                guard (index + 1) % interval == 0 else { continue }
                // Blocks of every length, the longest of 255 times 16 bytes.
                let count = [0, 0, 1, 7, 255][(index + Int(seed)) % 5]
                let block = noise(count * 16, seed: UInt64(index)).map { $0 == 0 ? 1 : $0 }
                stream += [UInt8(count)] + block
                if count > 0 { sent.append(block) }
            }
            let got = demux(stream, interval: interval, seed: seed &+ 99)
            let isExact = got.music == music && got.blocks == sent
            #expect(isExact)
        }
    }

    @Test(arguments: [
        ("StreamTitle='Miles Davis - So What';StreamUrl='http://x';", "Miles Davis - So What"),
        ("StreamTitle='It's a title';", "It's a title"),
        ("StreamTitle='Rock 'n' Roll; part 2';StreamUrl='';", "Rock 'n' Roll; part 2"),
        ("StreamTitle='Don';t';StreamUrl='';", "Don';t"),
        ("streamtitle='lower';", "lower"),
        ("StreamUrl='x';StreamTitle='second';", "second"),
        ("StreamTitle='';", ""),
        ("StreamTitle='no end", "no end"),
        ("StreamTitle='no semicolon'", "no semicolon"),
    ])
    func titlesAreRead(block: String, title: String) {
        #expect(ICYDemuxer.title(in: Array(block.utf8)).map { String(decoding: $0, as: UTF8.self) } == title)
    }

    @Test func withoutATitleThereIsNone() {
        #expect(ICYDemuxer.title(in: Array("StreamUrl='x';".utf8)) == nil)
        #expect(ICYDemuxer.title(in: []) == nil)
    }

    @Test func titlesThatAreNotUTF8AreTakenForLatin() {
        #expect(StreamText.text(of: [0x4D, 0xFC, 0x6C, 0x6C]) == "Müll")
        #expect(StreamText.text(of: Array("Müll".utf8)) == "Müll")
    }

    @Test func aBurstGoesOnBehindWhatWasPlayed() {
        let music = noise(300_000)
        for cut in [3_000, 50_000, 100_000] {
            for back in [16, 700, 2_047, 2_048, 2_500, 40_000] where back <= cut {
                var splice = StreamSplice()
                var got = Array(splice.take(music[..<cut]).bytes)
                splice.reconnected()
                var rest = music[(cut - back)...]
                while !rest.isEmpty {
                    let piece = rest.prefix(1_300)
                    rest = rest.dropFirst(1_300)
                    let passed = splice.take(piece)
                    got += passed.bytes
                    #expect(!passed.isJoint)
                }
                got += splice.giveUp().bytes
                let isWhole = got == music
                #expect(isWhole, "cut at \(cut), \(back) back")
                #expect(!splice.isSearching)
            }
        }
    }

    @Test func aStreamThatGoesOnElsewhereIsNotHeldBackForEver() {
        var splice = StreamSplice()
        let (old, new) = (noise(20_000), noise(10_000, seed: 5))
        _ = splice.take(old[...])
        splice.reconnected()
        #expect(splice.take(new[...]).bytes.isEmpty)
        #expect(splice.giveUp() == StreamSplice.Passed(bytes: new[...], isJoint: true))
        splice.reconnected()
        // A connection that brought nothing changes nothing.
        #expect(splice.giveUp() == StreamSplice.Passed())
        splice.reconnected()
        var got: [UInt8] = []
        let other = noise(280_000, seed: 6)
        for start in stride(from: 0, to: other.count, by: 8_000) {
            got += splice.take(other[start..<start + 8_000]).bytes
        }
        let isWhole = got == other
        #expect(isWhole)
    }
}
