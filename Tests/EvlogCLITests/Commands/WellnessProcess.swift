import Foundation

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

    /// Runs a command line with a terminal as standard input and error, one that understands no escape sequences. Each
    /// answer is typed when its question is on the screen.
    func runOnTerminal(
        _ arguments: String..., answers: [(question: String, answer: String)]
    ) throws -> Result {
        let path = directory + "-output"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let terminal = try PseudoTerminal(
            EvlogExecutable.path(), arguments,
            environment: ["EVLOG_DIR": directory, "TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "dumb"],
            outputPath: path)
        for (question, answer) in answers {
            try terminal.waitForNext(question)
            terminal.type(answer)
        }
        let status = try terminal.end()
        return Result(
            status: status,
            output: String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self),
            errors: terminal.written)
    }
}
