/// A bar for work whose size in bytes is known only once it has begun. One thread.
final class LongWork {
    private var progress: WorkProgress?
    private let context: CommandContext
    private let title: String

    /// Does the work, and takes the bar away at its end, however it ends.
    static func run<R>(_ context: CommandContext, title: String, _ work: (LongWork) throws -> R) rethrows -> R
    {
        let progress = LongWork(context, title: title)
        defer { progress.progress?.finish() }
        return try work(progress)
    }

    private init(_ context: CommandContext, title: String) {
        self.context = context
        self.title = title
    }

    func update(_ done: Int, _ total: Int) {
        let progress =
            progress ?? WorkProgress(title, total: UInt64(clamping: total), terminal: context.terminal)
        self.progress = progress
        progress.update(bytes: done)
    }
}
