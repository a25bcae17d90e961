import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The built `evlog`, with a log of its own that is removed afterwards.
final class WellnessProcess: Sendable {
    struct Result {
        var status: Int32
        var output: String
        var errors: String

        /// The only object that was printed.
        func object() throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
        }

        /// The rows of an array that was printed.
        func rows() throws -> [[String: Any]] {
            try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]] ?? []
        }
    }

    let directory = FileManager.default.temporaryDirectory.appending(
        path: "evlog-wellness-\(UUID().uuidString)"
    ).path

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var logIsThere: Bool { FileManager.default.fileExists(atPath: directory) }

    /// All bytes of all files of the log.
    func bytes() throws -> [String: Data] {
        var files: [String: Data] = [:]
        guard logIsThere else { return files }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            files[name] = try Data(contentsOf: URL(filePath: directory + "/" + name))
        }
        return files
    }

    private func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appending(path: "evlog")
        process.arguments = arguments
        process.environment = ["EVLOG_DIR": directory, "TZ": "UTC", "LC_ALL": "C.UTF-8"]
        return process
    }

    /// Runs one command line to its end. What it prints must fit a pipe's buffer.
    func run(_ arguments: String..., input: String = "") throws -> Result {
        let process = process(arguments)
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self))
    }

    /// Runs a command line with a terminal as standard input and error, on which `typed` is typed.
    func runOnTerminal(_ arguments: String..., typed: String) throws -> Result {
        var (main, other): (Int32, Int32) = (-1, -1)
        guard openpty(&main, &other, nil, nil, nil) == 0 else { throw CocoaError(.fileNoSuchFile) }
        let process = process(arguments)
        let stdout = Pipe()
        process.standardInput = FileHandle(fileDescriptor: other)
        process.standardError = FileHandle(fileDescriptor: other)
        process.standardOutput = stdout
        try process.run()
        var bytes = Array(typed.utf8)
        _ = write(main, &bytes, bytes.count)
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        _ = close(other)
        var shown = [UInt8](repeating: 0, count: 1 << 16)
        let count = max(0, read(main, &shown, shown.count))
        _ = close(main)
        return Result(
            status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: shown[..<count], as: UTF8.self))
    }
}
