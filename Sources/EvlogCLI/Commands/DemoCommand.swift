/// `evlog demo`: to be filled.
struct DemoCommand {
    init(_ context: CommandContext) {}
    func run() throws -> Int32 { ExitStatus.done }
}
