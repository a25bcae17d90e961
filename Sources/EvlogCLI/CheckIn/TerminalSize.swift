#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A terminal's columns and rows.
struct TerminalSize: Sendable, Equatable {
    var columns: Int
    var rows: Int

    /// Of the terminal that `descriptor` is; 80 × 24 where it doesn't say, as a serial line doesn't.
    static func current(of descriptor: Int32) -> TerminalSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    func holds(_ other: TerminalSize) -> Bool { columns >= other.columns && rows >= other.rows }
}
