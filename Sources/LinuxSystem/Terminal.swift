private import CLinux

/// The terminal that a descriptor leads to.
package enum Terminal {
    /// In character cells; nil where the descriptor is no terminal, or one without a size.
    package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard tutti_terminal_size(descriptor, &columns, &rows) != 0 else { return nil }
        return (Int(columns), Int(rows))
    }
}
