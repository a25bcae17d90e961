import BenchSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    try Folder.withTemporary(in: options.scratch) { folder in
        var benchmark = try Benchmark(
            folder: folder, runs: options.runs, wantsSQLite: options.wantsSQLite)
        try benchmark.run()
        let report = Report(
            timings: benchmark.timings, frameLength: benchmark.frameLength,
            sqliteVersion: benchmark.sqliteVersion)
        print(options.isJSON ? report.json() : report.text())
    }
} catch {
    let message = "commit-bench: \(error)\n"
    _ = write(2, message, message.utf8.count)
    exit(1)
}
