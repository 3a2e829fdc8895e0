/// What the CLI prints with `--json`, as far as tests look at it.
enum Answer {
    struct Now: Decodable {
        struct Item: Decodable {
            var id: UInt64
            var title: String
            var uri: String
            var durationMs: Int64
        }

        var state: String
        var item: Item?
        var positionMs: Int64
        var index: Int?
        var queueLength: Int
        var pauseReason: String
        var mode: String
        var rate: Double
        var volume: Int
        var consume: Bool
        var stopAfterCurrent: Bool
        var replayGain: String
        var buffering: Buffering

        struct Buffering: Decodable {
            var percent: Int
            var aheadS: Double?
        }
    }

    struct Queue: Decodable {
        struct Item: Decodable {
            var id: UInt64
            var title: String
            var status: String
            var error: String
            var startPositionMs: Int64
            var autoplay: Bool
            var keepPosition: Bool
        }

        var items: [Item]
        var current: UInt64?
    }

    struct Rooms: Decodable {
        var rooms: [Room]
    }

    struct Room: Decodable {
        struct Sync: Decodable {
            var state: String
            var reason: String
            var xruns: UInt64?
            var concealed: UInt64?
        }

        var room: String
        var id: String
        var connected: Bool
        var volume: Int
        var muted: Bool
        var delayMs: Double
        var zone: String
        var balance: Int
        var channels: String
        var ceiling: Int
        var pauseOnUnplug: Bool
        var sync: Sync
    }

    struct Line: Decodable {
        var timeMs: Int64?
        var text: String
    }

    /// One of `events`.
    struct Event: Decodable {
        struct Progress: Decodable {
            var positionMs: Int64
            var state: String
        }

        var kind: String
        var timeNs: Int64?
        var now: Progress?
        var index: Int?
        var previous: Line?
        var current: Line?
        var next: Line?
    }

    /// One of `lyrics --follow`.
    struct Sung: Decodable {
        var index: Int
        var current: Line?
    }
}
