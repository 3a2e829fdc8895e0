/// A point in time on one clock, in whole nanoseconds since that clock's own arbitrary epoch.
@frozen
package struct Instant<Domain: ClockDomain>: Hashable, Comparable, Sendable, BitwiseCopyable {
    package var nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    /// Saturates at the ends of the representable range instead of trapping: instants may come from the wire.
    @inlinable
    package static func + (lhs: Self, rhs: Interval) -> Self {
        let (sum, overflow) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
        return Self(nanoseconds: overflow ? (rhs.nanoseconds < 0 ? .min : .max) : sum)
    }

    @inlinable
    package static func - (lhs: Self, rhs: Interval) -> Self {
        let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
        return Self(nanoseconds: overflow ? (rhs.nanoseconds < 0 ? .max : .min) : difference)
    }

    @inlinable
    package static func - (lhs: Self, rhs: Self) -> Interval {
        let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
        return Interval(nanoseconds: overflow ? (lhs.nanoseconds < 0 ? .min : .max) : difference)
    }

    @inlinable
    package static func += (lhs: inout Self, rhs: Interval) { lhs = lhs + rhs }
}

/// A signed length of time in whole nanoseconds, the same in every clock domain.
@frozen
package struct Interval: Hashable, Comparable, Sendable, BitwiseCopyable {
    package var nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static let zero = Interval(nanoseconds: 0)

    @inlinable
    package static func microseconds(_ value: Int64) -> Self { Self(nanoseconds: value * 1_000) }

    @inlinable
    package static func milliseconds(_ value: Int64) -> Self { Self(nanoseconds: value * 1_000_000) }

    /// Rounded to the nearest nanosecond; saturates; not-a-number becomes zero.
    package static func seconds(_ value: Double) -> Self {
        let nanoseconds = (value * 1e9).rounded()
        guard nanoseconds == nanoseconds else { return .zero }
        if nanoseconds >= 9.2e18 { return Self(nanoseconds: .max) }
        if nanoseconds <= -9.2e18 { return Self(nanoseconds: .min) }
        return Self(nanoseconds: Int64(nanoseconds))
    }

    @inlinable
    package var seconds: Double { Double(nanoseconds) * 1e-9 }

    @inlinable
    package var microseconds: Double { Double(nanoseconds) * 1e-3 }

    /// Whole milliseconds, rounded towards zero.
    @inlinable
    package var milliseconds: Int64 { nanoseconds / 1_000_000 }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    @inlinable
    package static func + (lhs: Self, rhs: Self) -> Self {
        let (sum, overflow) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
        return Self(nanoseconds: overflow ? (rhs.nanoseconds < 0 ? .min : .max) : sum)
    }

    @inlinable
    package static func - (lhs: Self, rhs: Self) -> Self {
        let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
        return Self(nanoseconds: overflow ? (rhs.nanoseconds < 0 ? .max : .min) : difference)
    }

    @inlinable
    package static prefix func - (value: Self) -> Self { .zero - value }

    @inlinable
    package var magnitude: Self { nanoseconds < 0 ? -self : self }
}
