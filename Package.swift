// swift-tools-version: 6.2
import PackageDescription

// The module graph is the design: arrows point downward only. Documentation/architecture.md explains each target.

/// Settings of every Swift target: the language of the house.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Each function in a section of its own: the linker leaves out and lays out functions, not modules.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]

/// Cores have no reason to touch raw memory: there the compiler checks it.
let strict: [SwiftSetting] = common + [.strictMemorySafety()]

/// Modules that a room is made of. Regular expressions, which the compiler imports everywhere and whose search
/// functions it prefers, would be a tenth of it.
let inRoom: Set = [
    "AudioCore", "SyncCore", "PlaybackCore", "WireFormat", "RPC", "OptionParsing", "LinuxSystem", "ClockChannel",
    "NNGMessaging",
    "OpusCodec", "ALSAOutput", "RoomNode", "tutti-room",
]

func settings(_ name: String, _ base: [SwiftSetting] = common) -> [SwiftSetting] {
    guard inRoom.contains(name) else { return base }
    return base + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
}

/// A pure core: no I/O, no clock, no thread, no Foundation.
func core(_ name: String, _ dependencies: [Target.Dependency] = [], strictMemory: Bool = true) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings(name, strictMemory ? strict : common))
}

/// An adapter of one C library, or a shell that interprets cores.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings(name))
}

/// TUTTI_SYMBOLS keeps the names of functions, for a profiler.
let stripping = Context.environment["TUTTI_SYMBOLS"] == nil ? ["-Xlinker", "-s"] : []

func linking(_ flags: [String]) -> [LinkerSetting] { [.unsafeFlags(flags, .when(configuration: .release))] }

/// Release executables carry the Swift runtime: code that nobody calls, code that stands twice, exported names and
/// symbols are left out. For a program that uses a C++ library of the system and so has to share its C++ runtime.
let leanShared = linking(
    ["-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--gc-sections", "-Xlinker", "--icf=all"] + stripping
)

/// The same without a shared library of which a few functions are needed: dev/build.sh puts its archive into
/// .build/static.
let lean = leanShared + linking(["-L", ".build/static", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"])

/// A room runs a tenth of the code that it carries. What it runs stands together (dev/order-room.sh finds it), so that
/// the kernel need not keep the rest in memory for its neighbours' sake.
let leanRoom =
    lean
    + linking(["-Xlinker", "--symbol-ordering-file=dev/tutti-room.order", "-Xlinker", "--no-warn-symbol-ordering"])

func executable(_ name: String, _ dependencies: [Target.Dependency], linking: [LinkerSetting] = lean) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings(name), linkerSettings: linking)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: common)
}

let package = Package(
    name: "tutti",
    products: [
        .executable(name: "tutti-coordinator", targets: ["tutti-coordinator"]),
        .executable(name: "tutti-room", targets: ["tutti-room"]),
        .executable(name: "tutti", targets: ["tutti"]),
        .executable(name: "tutti-skew", targets: ["tutti-skew"]),
        .library(name: "VirtualCard", type: .dynamic, targets: ["VirtualCard"]),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CNNG", providers: [.apt(["libnng-dev"])]),
        .systemLibrary(name: "COpus", pkgConfig: "opus", providers: [.apt(["libopus-dev"])]),
        .systemLibrary(name: "CMPG123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
        .systemLibrary(name: "CSamplerate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSonic", providers: [.apt(["libsonic-dev"])]),
        .systemLibrary(name: "CUchardet", pkgConfig: "uchardet", providers: [.apt(["libuchardet-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(
            name: "CPango",
            pkgConfig: "pangocairo gdk-pixbuf-2.0",
            providers: [.apt(["libpango1.0-dev", "libgdk-pixbuf-2.0-dev"])]
        ),
        .systemLibrary(name: "CProtobufC", pkgConfig: "libprotobuf-c", providers: [.apt(["libprotobuf-c-dev"])]),

        // C of our own.
        .target(name: "CProtos", dependencies: ["CProtobufC"]),
        .target(name: "CLinux"),
        .target(name: "CTagLib", linkerSettings: [.linkedLibrary("tag")]),
        .target(
            name: "VirtualCard",
            dependencies: ["CALSA"],
            cSettings: [.define("PIC")],
            // Nothing of Swift in it: the program that loads the card has a Swift runtime of its own.
            linkerSettings: [.linkedLibrary("m"), .unsafeFlags(["-static-stdlib", "-nostartfiles"])]
        ),

        // Cores.
        core("AudioCore"),
        core("SyncCore", ["AudioCore"], strictMemory: false),
        core("PlaybackCore", ["AudioCore"]),
        core("WireFormat", ["AudioCore", "PlaybackCore", "CProtos", "CProtobufC"], strictMemory: false),
        core("RPC"),
        core("OptionParsing", ["AudioCore"]),
        core("SkewMeter"),
        core("LyricsCore", ["AudioCore"]),

        // Adapters: one C library each.
        module("LinuxSystem", ["AudioCore", "CLinux"]),
        module("ClockChannel", ["AudioCore", "SyncCore", "WireFormat", "LinuxSystem", "CLinux"]),
        module("NNGMessaging", ["RPC", "CNNG"]),
        module("OpusCodec", ["AudioCore", "COpus"]),
        module("MP3Decoding", ["AudioCore", "LinuxSystem", "CMPG123"]),
        module("SoxrResampling", ["AudioCore", "CSoxr"]),
        module("ALSAOutput", ["AudioCore", "LinuxSystem", "CALSA"]),
        module("SQLiteStore", ["AudioCore", "PlaybackCore", "LinuxSystem", "CSQLite"]),
        module("HTTPSource", ["AudioCore", "LinuxSystem", "CCurl"]),
        module("TempoStretch", ["AudioCore", "CSonic"]),
        module("TextRecognition", ["AudioCore", "CUchardet"]),
        module("TagReading", ["AudioCore", "LinuxSystem", "CTagLib"]),
        module("PlaylistReading", ["AudioCore", "CExpat"]),
        module("ArtworkRendering", ["AudioCore", "LyricsCore", "CPango"]),

        // Shells.
        module(
            "Coordinator",
            ["AudioCore", "SyncCore", "PlaybackCore", "LyricsCore", "WireFormat", "RPC", "LinuxSystem"]
        ),
        module("RoomNode", ["AudioCore", "SyncCore", "PlaybackCore", "WireFormat", "RPC", "LinuxSystem"]),
        module("ControlClient", ["AudioCore", "WireFormat", "RPC"]),
        module("CommandLineTool", ["ControlClient", "OptionParsing", "AudioCore", "WireFormat", "RPC"]),

        // Executables: composition roots.
        executable(
            "tutti-coordinator",
            [
                "Coordinator", "ClockChannel", "NNGMessaging", "OpusCodec", "MP3Decoding", "SoxrResampling",
                "SQLiteStore", "OptionParsing", "LinuxSystem", "PlaybackCore", "RPC", "AudioCore", "HTTPSource",
                "TempoStretch", "TextRecognition", "TagReading", "PlaylistReading", "ArtworkRendering",
            ],
            linking: leanShared
        ),
        executable(
            "tutti-room",
            [
                "RoomNode", "ClockChannel", "NNGMessaging", "OpusCodec", "ALSAOutput", "OptionParsing", "LinuxSystem",
                "RPC", "AudioCore", "SyncCore",
            ],
            linking: leanRoom
        ),
        executable("tutti", ["CommandLineTool", "NNGMessaging", "OptionParsing", "LinuxSystem", "RPC", "AudioCore"]),
        executable("tutti-skew", ["SkewMeter", "OptionParsing", "LinuxSystem"]),

        // Benchmarks of the cores, over the simulated house of the tests.
        .executableTarget(
            name: "tutti-bench",
            dependencies: [
                "SyncCore", "AudioCore", "TestSupport", "CSamplerate", "RPC", "NNGMessaging", "WireFormat",
                "ClockChannel", "LinuxSystem", "OpusCodec", "SkewMeter",
            ],
            path: "Benchmarks/tutti-bench",
            swiftSettings: common
        ),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["AudioCore", "SyncCore", "PlaybackCore", "WireFormat", "RPC", "LinuxSystem"],
            path: "Tests/TestSupport",
            swiftSettings: common
        ),
        tests("AudioCoreTests", ["AudioCore", "TestSupport"]),
        tests("SyncCoreTests", ["SyncCore", "AudioCore", "TestSupport"]),
        tests("PlaybackCoreTests", ["PlaybackCore", "AudioCore", "TestSupport"]),
        tests("WireFormatTests", ["WireFormat", "AudioCore", "TestSupport"]),
        tests("RPCTests", ["RPC", "NNGMessaging", "AudioCore", "LinuxSystem", "TestSupport"]),
        tests("OptionParsingTests", ["OptionParsing"]),
        tests(
            "CodecTests",
            ["AudioCore", "OpusCodec", "MP3Decoding", "SoxrResampling", "LinuxSystem", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        tests("SQLiteStoreTests", ["SQLiteStore", "PlaybackCore", "AudioCore", "LinuxSystem", "TestSupport"]),
        tests("SkewMeterTests", ["SkewMeter"]),
        tests(
            "CoordinatorTests",
            [
                "Coordinator", "ControlClient", "AudioCore", "PlaybackCore", "LyricsCore", "WireFormat", "RPC",
                "LinuxSystem",
                "TestSupport",
            ]
        ),
        tests(
            "RoomNodeTests",
            [
                "RoomNode", "ALSAOutput", "AudioCore", "SyncCore", "WireFormat", "RPC", "LinuxSystem", "TestSupport",
            ]
        ),
        tests(
            "ClockChannelTests",
            ["ClockChannel", "AudioCore", "SyncCore", "WireFormat", "LinuxSystem", "TestSupport"]
        ),
        tests(
            "CommandLineToolTests",
            ["CommandLineTool", "ControlClient", "OptionParsing", "AudioCore", "WireFormat", "RPC", "TestSupport"]
        ),
        tests("HTTPSourceTests", ["HTTPSource", "TextRecognition", "AudioCore", "LinuxSystem", "TestSupport"]),
        tests("TempoStretchTests", ["TempoStretch", "AudioCore", "TestSupport"]),
        tests("TextRecognitionTests", ["TextRecognition", "AudioCore"]),
        tests("TagReadingTests", ["TagReading", "TextRecognition", "AudioCore", "TestSupport"]),
        tests("PlaylistReadingTests", ["PlaylistReading", "TextRecognition", "AudioCore", "TestSupport"]),
        tests("LyricsCoreTests", ["LyricsCore", "AudioCore"]),
        tests("ArtworkRenderingTests", ["ArtworkRendering", "LyricsCore", "AudioCore", "CPango"]),
        tests("EndToEndTests", ["LinuxSystem", "SkewMeter", "TestSupport"]),
    ],
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx17
)
