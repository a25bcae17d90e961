import Synchronization

/// The progress bar of long work, fed from the threads that do it. Messages that are reported meanwhile take its place.
final class WorkProgress: Sendable {
    private let bar: Mutex<ProgressBar>

    init(_ title: String, total: UInt64?, unit: ProgressBar.Unit = .bytes, terminal: Terminal) {
        bar = Mutex(
            ProgressBar(
                title: title, total: total, unit: unit,
                isEnabled: terminal.errorIsTerminal && !terminal.isDumb,
                columns: { Terminal.reportedColumns(of: .error) ?? 80 },
                now: { UInt64(max(0, CommandContext.now())) },
                write: { StandardStreams.paint($0, stays: $0 != ProgressBar.erasing) }))
    }

    func update(bytes: Int) { bar.withLock { $0.update(UInt64(max(0, bytes))) } }

    func update(_ done: Int, of total: Int) {
        bar.withLock { $0.update(UInt64(max(0, done)), of: UInt64(max(0, total))) }
    }

    func finish() { bar.withLock { $0.finish() } }
}
