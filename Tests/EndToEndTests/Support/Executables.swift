import Foundation

/// What went wrong with a house, rather than with what it plays.
struct HouseError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// Where the release executables are.
enum Executables {
    /// This package's root.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    static let folder = ProcessInfo.processInfo.environment["TUTTI_BIN"] ?? "\(package)/.build/release"

    static let coordinator = "\(folder)/tutti-coordinator"
    static let room = "\(folder)/tutti-room"
    static let cli = "\(folder)/tutti"
    static let skew = "\(folder)/tutti-skew"
    static let card = "\(folder)/libVirtualCard.so"

    /// The sample album.
    static let album = "\(package)/Samples"
    /// The pieces of one sine that was cut into two files.
    static let joined = (1...2).map { "\(package)/Tests/CodecTests/Fixtures/joined-\($0).mp3" }

    /// - Throws: where one is missing.
    static func check() throws(HouseError) {
        for file in [coordinator, room, cli, skew, card] where access(file, F_OK) != 0 {
            throw HouseError(
                "\(file) is missing: build the release executables first with `make build` (or dev/build.sh), or name their "
                    + "folder in TUTTI_BIN"
            )
        }
    }
}
