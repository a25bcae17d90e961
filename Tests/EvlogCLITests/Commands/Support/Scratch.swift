import Foundation
import Testing

/// A directory of its own for one test, with a log in it; removed when the test lets go of it.
final class Scratch {
    let directory: String
    var log: String { directory + "/log" }
    /// What commands run with: nothing of the environment that the tests run in.
    var environment: [String: String]

    init(_ name: String = "evlog") throws {
        var template = Array((NSTemporaryDirectory() + "/\(name)-XXXXXX").utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress ?? strdup("")) })
        else {
            throw EvlogProcess.Failure(description: "cannot make a temporary directory")
        }
        directory = String(cString: made)
        environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8", "HOME": directory,
            "EVLOG": try EvlogExecutable.path(), "EVLOG_DIR": directory + "/log",
        ]
        // But for a sanitizer, which must watch the commands as it watches the tests.
        for name in ["TSAN_OPTIONS", "ASAN_OPTIONS", "LD_PRELOAD"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Starts `evlog`; nil as a variable's value takes it away.
    func start(
        _ arguments: [String], environment changes: [String: String?] = [:], inputPath: String? = nil
    ) throws -> EvlogProcess {
        try EvlogProcess(
            EvlogExecutable.path(), arguments, environment: merged(changes), inputPath: inputPath,
            scratch: directory)
    }

    private func merged(_ changes: [String: String?]) -> [String: String] {
        var environment = environment
        for (name, value) in changes { environment[name] = value }
        return environment
    }

    /// Runs `evlog` to its end, with `input` on a pipe.
    @discardableResult
    func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:]
    ) throws -> EvlogProcess.Outcome {
        let process = try start(arguments, environment: environment)
        process.write(input)
        process.closeInput()
        return try process.wait()
    }

    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> EvlogProcess.Outcome {
        try run(arguments, input: Array(input.utf8))
    }

    /// Starts a script of the shell in the directory; `$EVLOG` is the command, and what follows are its `$1`, `$2` and so on.
    func startShell(
        _ script: String, _ arguments: [String] = [], environment changes: [String: String?] = [:]
    ) throws -> EvlogProcess {
        try EvlogProcess(
            "/bin/sh", ["-c", "cd \"$HOME\"; " + script, "sh"] + arguments, environment: merged(changes),
            scratch: directory)
    }

    func shell(
        _ script: String, _ arguments: [String] = [], environment: [String: String?] = [:]
    ) throws -> EvlogProcess.Outcome {
        let process = try startShell(script, arguments, environment: environment)
        process.closeInput()
        return try process.wait()
    }

    /// Writes a file of the directory and gives its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = directory + "/" + name
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
            throw EvlogProcess.Failure(description: "cannot write \(path)")
        }
        return path
    }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    func contents(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: directory + "/" + name).map(Array.init)
    }

    /// The only segment's path.
    func segment() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: log).filter { $0.hasSuffix(".seg") }
        #expect(names.count == 1)
        return log + "/" + (names.first ?? "")
    }

    // MARK: - Answers

    private func answer<A: Decodable>(_ outcome: EvlogProcess.Outcome, status: Int32) throws -> A {
        guard outcome.status == status else {
            throw EvlogProcess.Failure(
                description: "status \(outcome.status), not \(status): \(outcome.errors)\(outcome.text)")
        }
        return try JSONDecoder().decode(A.self, from: Data(outcome.output))
    }

    func append(
        _ arguments: [String], input: String = "", status: Int32 = 0, environment: [String: String?] = [:]
    ) throws -> AppendAnswer {
        try answer(
            run(
                ["append", "--format", "json"] + arguments, input: Array(input.utf8), environment: environment
            ),
            status: status)
    }

    /// Appends JSON lines by a file.
    @discardableResult
    func appendLines(
        _ text: String, _ arguments: [String] = [], status: Int32 = 0
    ) throws -> AppendAnswer {
        try append(["--file", try file("lines.jsonl", text)] + arguments, status: status)
    }

    func rollup(_ arguments: [String], status: Int32 = 0) throws -> [RollupAnswer] {
        try answer(run(["query", "rollup", "--format", "json"] + arguments), status: status)
    }

    func rollup(_ arguments: String...) throws -> [RollupAnswer] { try rollup(arguments) }

    func events(_ arguments: [String], status: Int32 = 0) throws -> [EventAnswer] {
        try answer(run(["query", "events", "--format", "json"] + arguments), status: status)
    }

    func events(_ arguments: String...) throws -> [EventAnswer] { try events(arguments) }

    func verify(status: Int32 = 0) throws -> VerifyAnswer {
        try answer(run(["verify", "--format", "json"]), status: status)
    }
}

/// Numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Lines of events, `type` at `timestamp`.
func eventLines(_ events: [(type: String, timestamp: String)]) -> String {
    events.map { #"{"type":"\#($0.type)","timestamp":"\#($0.timestamp)"}"# + "\n" }.joined()
}
