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
    }

    struct Queue: Decodable {
        struct Item: Decodable {
            var id: UInt64
            var title: String
            var status: String
            var error: String
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
        }

        var room: String
        var id: String
        var connected: Bool
        var volume: Int
        var muted: Bool
        var delayMs: Double
        var zone: String
        var sync: Sync
    }
}
