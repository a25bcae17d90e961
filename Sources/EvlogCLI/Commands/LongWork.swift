/// A bar for work whose size is known only once it has begun. Safe on any thread.
final class LongWork: Sendable {
    private let progress: WorkProgress?

    /// Does the work, and takes the bar away at its end, however it ends.
    /// - Parameter isShown: false where what the work writes goes to the terminal itself.
    static func run<R>(
        _ context: CommandContext, title: String, unit: ProgressBar.Unit = .bytes, isShown: Bool = true,
        _ work: (LongWork) throws -> R
    ) rethrows -> R {
        let progress =
            isShown ? WorkProgress(title, total: nil, unit: unit, terminal: context.terminal) : nil
        defer { progress?.finish() }
        return try work(LongWork(progress))
    }

    private init(_ progress: WorkProgress?) { self.progress = progress }

    func update(_ done: Int, _ total: Int) { progress?.update(done, of: total) }
}
