import BenchSupport
import Foundation

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    try Folder.withTemporary(in: options.scratch) { folder in
        let benchmark = Benchmark(
            events: options.events, syncedEvents: options.syncedEvents, folder: folder,
            library: SQLiteLibrary())
        var report = Report()
        for _ in 0..<options.runs {
            for system in options.systems {
                if let rate = try benchmark.rate(system) { report.add(rate, of: system) }
            }
        }
        print(options.isJSON ? report.json() : report.text())
    }
} catch {
    FileHandle.standardError.write(Data("recorder-bench: \(error)\n".utf8))
    exit(1)
}
