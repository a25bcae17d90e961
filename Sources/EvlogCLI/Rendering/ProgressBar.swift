/// A line on a terminal that shows how far long work has come.
///
/// It appears only when work takes longer than `delayMicroseconds`, is painted at most ten times a second, and
/// is gone after `finish()`. Not thread-safe. Reads no clock and writes nowhere by itself, so tests can hold
/// both in their hands.
struct ProgressBar {
    /// What is counted.
    enum Unit: Sendable { case bytes, records }

    static let paintIntervalMicroseconds: UInt64 = 100_000
    static let delayMicroseconds: UInt64 = 300_000

    private let title: String
    private let total: UInt64?
    private let unit: Unit
    private let isEnabled: Bool
    private let columns: () -> Int
    private let now: () -> UInt64
    private let write: (String) -> Void
    private let startMicroseconds: UInt64
    private var nextPaintMicroseconds: UInt64
    private var isPainted = false

    /// - Parameters:
    ///   - total: how much there is to do, if known.
    ///   - isEnabled: false makes all of it do nothing; pass whether standard error is a terminal that
    ///     understands escape sequences.
    ///   - columns: the terminal's width, asked at each painting because it may change.
    ///   - now: a clock that never goes back, in microseconds.
    ///   - write: puts text on standard error at once.
    init(
        title: String, total: UInt64?, unit: Unit, isEnabled: Bool, columns: @escaping () -> Int,
        now: @escaping () -> UInt64, write: @escaping (String) -> Void
    ) {
        self.title = TextWidth.sanitized(title)
        self.total = total
        self.unit = unit
        self.isEnabled = isEnabled
        self.columns = columns
        self.now = now
        self.write = write
        startMicroseconds = isEnabled ? now() : 0
        nextPaintMicroseconds = startMicroseconds &+ Self.delayMicroseconds
    }

    /// Says how much is done. Costs one look at the clock, unless it is time to paint.
    mutating func update(_ done: UInt64) {
        guard isEnabled else { return }
        let time = now()
        guard time >= nextPaintMicroseconds else { return }
        nextPaintMicroseconds = time &+ Self.paintIntervalMicroseconds
        let elapsed = time >= startMicroseconds ? time - startMicroseconds : 0
        // Never the last column: some terminals wrap there, and the line could not be taken back.
        write("\r" + line(done: done, elapsedMicroseconds: elapsed, width: columns() - 1) + "\u{1B}[K")
        isPainted = true
    }

    /// Takes the line away, before a message and at the end. The next update may paint it again.
    mutating func clear() {
        guard isPainted else { return }
        write("\r\u{1B}[K")
        isPainted = false
    }

    /// Takes the line away.
    mutating func finish() { clear() }

    private func line(done: UInt64, elapsedMicroseconds: UInt64, width: Int) -> String {
        var before = title
        var after = "  " + amount(done)
        if let rate = Readable.rate(done, microseconds: elapsedMicroseconds, as: amount) {
            after += "  \(rate)"
        }
        guard let total, total > 0 else { return TextWidth.truncated(before + after, to: width) }

        let share = min(Double(done) / Double(total), 1)
        let percent = UInt128(min(done, total)) * 100 / UInt128(total)
        before += " " + TextWidth.padded("\(percent)%", to: 4, alignment: .right)
        if done > 0, let rate = Readable.perSecond(done, microseconds: elapsedMicroseconds), rate > 0 {
            let left = (total - min(done, total)) / rate
            after += "  \(Readable.countdown(seconds: left)) left"
        }
        let room = min(30, width - TextWidth.columns(before) - TextWidth.columns(after) - 1)
        if room >= 5 {
            before += " " + TextWidth.padded(BlockChart.bar(share, maximum: 1, width: room), to: room)
        }
        return TextWidth.truncated(before + after, to: width)
    }

    private func amount(_ value: UInt64) -> String {
        switch unit {
        case .bytes: Readable.bytes(value)
        case .records: Readable.count(value)
        }
    }
}
