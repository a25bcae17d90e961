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
    /// Takes the line that the cursor is on away.
    static let erasing = "\r\u{1B}[K"

    private let title: String
    private var total: UInt64?
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

    /// Says how much is done, and of how much where that is known only now. Costs one look at the clock, unless it is
    /// time to paint.
    mutating func update(_ done: UInt64, of total: UInt64? = nil) {
        guard isEnabled else { return }
        if let total { self.total = total }
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
        write(Self.erasing)
        isPainted = false
    }

    /// Takes the line away.
    mutating func finish() { clear() }

    /// Where it gets narrow the bar goes first, then the amount, then the rate: the time left is what is waited for.
    private func line(done: UInt64, elapsedMicroseconds: UInt64, width: Int) -> String {
        var before = title
        let rate = Readable.rate(done, microseconds: elapsedMicroseconds, as: amount)
        guard let total, total > 0 else {
            let after = ([amount(done)] + [rate].compactMap { $0 }).map { "  " + $0 }.joined()
            return TextWidth.truncated(before + after, to: width)
        }
        let share = min(Double(done) / Double(total), 1)
        let percent = UInt128(min(done, total)) * 100 / UInt128(total)
        before += " " + TextWidth.padded("\(percent)%", to: 4, alignment: .right)
        var parts = [amount(done)]
        if let rate { parts.append(rate) }
        if done > 0, let rate = Readable.perSecond(done, microseconds: elapsedMicroseconds), rate > 0 {
            parts.append("\(Readable.countdown(seconds: (total - min(done, total)) / rate)) left")
        }
        let room = width - TextWidth.columns(before)
        while parts.count > 1, parts.reduce(0, { $0 + 2 + TextWidth.columns($1) }) > room {
            parts.removeFirst()
        }
        let after = parts.map { "  " + $0 }.joined()
        let barRoom = min(30, room - TextWidth.columns(after) - 1)
        if barRoom >= 5 {
            before += " " + TextWidth.padded(BlockChart.bar(share, maximum: 1, width: barRoom), to: barRoom)
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
