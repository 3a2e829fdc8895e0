import Testing

/// The real executables, with rooms on virtual sound cards that have crystals of their own.
///
/// One test at a time, because every test measures. What is asserted are counts, states and generous bounds, which a
/// busy machine meets as well; exact figures are the benchmarks' business. `TUTTI_BIN` names the executables' folder
/// (default: `.build/release` of this package); `KEEP=1` keeps each house's folder with its logs and recordings.
@Suite(.serialized)
struct EndToEndTests {
    /// How far apart two rooms may be in 99 of 100 windows, in microseconds: far below what ears notice, far above what
    /// the rooms do.
    static let syncBoundUS = 500.0
}
