import Synchronization

/// The progress bar of long work, fed from the threads that do it.
final class WorkProgress: Sendable {
    private let bar: Mutex<ProgressBar>

    init(_ title: String, total: UInt64?, terminal: Terminal) {
        bar = Mutex(
            ProgressBar(
                title: title, total: total, unit: .bytes,
                isEnabled: terminal.errorIsTerminal && !terminal.isDumb,
                columns: { Terminal.reportedColumns(of: .error) ?? 80 },
                now: { UInt64(max(0, CommandContext.now())) }, write: { StandardStreams.writeError($0) }))
    }

    func update(bytes: Int) { bar.withLock { $0.update(UInt64(max(0, bytes))) } }

    func finish() { bar.withLock { $0.finish() } }
}
