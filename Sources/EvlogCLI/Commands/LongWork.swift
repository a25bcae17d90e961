/// A bar for work whose size in bytes is known only once it has begun. One thread.
final class LongWork {
    private var progress: WorkProgress?
    private let context: CommandContext
    private let title: String

    init(_ context: CommandContext, title: String) {
        self.context = context
        self.title = title
    }

    func update(_ done: Int, _ total: Int) {
        let progress =
            progress ?? WorkProgress(title, total: UInt64(clamping: total), terminal: context.terminal)
        self.progress = progress
        progress.update(bytes: done)
    }

    func finish() { progress?.finish() }
}
