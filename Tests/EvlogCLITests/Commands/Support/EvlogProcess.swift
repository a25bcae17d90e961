import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that runs, mostly the real `evlog`. Its output goes to files, so that it never waits for a reader
/// and any number can run at once; its input is a pipe that stays open until it is closed.
final class EvlogProcess {
    /// What became of it.
    struct Outcome {
        /// The exit status; 128 and the signal's number where a signal ended it.
        var status: Int32
        var output: [UInt8]
        var errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let identifier: pid_t
    private var input: Int32
    private let outputPath: String
    private let errorPath: String
    private var ended: Int32?

    /// - Parameters:
    ///   - inputPath: A file to read from; without one the input is a pipe.
    ///   - scratch: A directory for the files that output goes to.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], inputPath: String? = nil,
        scratch: String
    ) throws {
        let name = scratch + "/out-" + String(UInt64.random(in: .min ... .max), radix: 36)
        outputPath = name
        errorPath = name + "-errors"
        var ends: [Int32] = [-1, -1]
        if let inputPath {
            ends[0] = open(inputPath, O_RDONLY | O_CLOEXEC)
            guard ends[0] >= 0 else { throw Failure(description: "cannot open \(inputPath)") }
        } else {
            guard Self.makePipe(&ends, name: name + "-pipe") else {
                throw Failure(description: "no pipe: errno \(errno)")
            }
        }
        let output = open(outputPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let errors = open(errorPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { for descriptor in [ends[0], output, errors] { _ = close(descriptor) } }
        input = ends[1]
        // Writing to one that has ended is an error of that write, and no end of the tests.
        signal(SIGPIPE, SIG_IGN)
        identifier = try Self.spawn(
            program, arguments, environment, standard: [ends[0], output, errors])
    }

    deinit {
        closeInput()
        if ended == nil {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            waitpid(identifier, &status, 0)
        }
    }

    /// A pipe by way of a name, whose ends are never open in other children, not even for a moment: that would
    /// keep it open when it is closed here.
    private static func makePipe(_ ends: inout [Int32], name: String) -> Bool {
        guard mkfifo(name, 0o600) == 0 else { return false }
        defer { unlink(name) }
        // Opening the end to read from must not wait for a writer.
        ends[0] = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        ends[1] = open(name, O_WRONLY | O_CLOEXEC)
        return ends[0] >= 0 && ends[1] >= 0 && fcntl(ends[0], F_SETFL, 0) == 0
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], standard: [Int32]
    ) throws -> pid_t {
        try launch(program, arguments, environment, resetting: [SIGPIPE]) { actions in
            for (place, descriptor) in standard.enumerated() {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
            }
        }
    }

    #if canImport(Darwin)
        typealias FileActions = posix_spawn_file_actions_t?
    #else
        typealias FileActions = posix_spawn_file_actions_t
    #endif

    /// Starts a program.
    /// - Parameters:
    ///   - signals: which it shall not ignore, even if this process does.
    ///   - flags: of `posix_spawn`, beside those for signals.
    ///   - prepare: says what its files are.
    static func launch(
        _ program: String, _ arguments: [String], _ environment: [String: String], resetting signals: [Int32],
        flags: Int16 = 0, prepare: (inout FileActions) -> Void
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: FileActions
            var attributes: posix_spawnattr_t?
        #else
            var actions = FileActions()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        prepare(&actions)
        // The child shall not ignore what this process ignores, nor block what the threads of a pool block.
        var set = sigset_t()
        sigemptyset(&set)
        posix_spawnattr_setsigmask(&attributes, &set)
        for number in signals { sigaddset(&set, number) }
        posix_spawnattr_setsigdefault(&attributes, &set)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | flags)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        let failure = posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
        guard failure == 0 else {
            throw Failure(description: "\(program): cannot start: \(String(cString: strerror(failure)))")
        }
        return identifier
    }

    /// Writes to its input; false once it no longer reads.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                #if canImport(Darwin)
                    Darwin.write(input, $0.baseAddress, $0.count)
                #elseif canImport(Musl)
                    Musl.write(input, $0.baseAddress, $0.count)
                #else
                    Glibc.write(input, $0.baseAddress, $0.count)
                #endif
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    func closeInput() {
        if input >= 0 { _ = close(input) }
        input = -1
    }

    func send(_ signal: Int32) { kill(identifier, signal) }

    /// Whether it has ended by now.
    var hasEnded: Bool {
        if ended != nil { return true }
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
        let signal = status & 0x7F
        ended = signal == 0 ? status >> 8 & 0xFF : 128 + signal
        return true
    }

    /// Waits for its end.
    /// - Throws: if that doesn't come in time; it is killed then.
    func wait(seconds: Double = 30) throws -> Outcome {
        guard eventually(seconds: seconds, { hasEnded }), let status = ended else {
            throw Failure(description: "no end within \(seconds) s; so far it said: \(contents(errorPath))")
        }
        return Outcome(
            status: status, output: FileManager.default.contents(atPath: outputPath).map(Array.init) ?? [],
            errors: contents(errorPath))
    }

    private func contents(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}

/// Looks again and again until something is so; false if that takes too long.
func eventually(seconds: Double = 10, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while try !condition() {
        if Date() > end { return false }
        usleep(1000)
    }
    return true
}
