import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Directories, rights, full disks, locks and damage.
@Suite(.timeLimit(.minutes(10)))
struct DiskTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test(arguments: ["000", "022", "077"])
    func onlyTheOwnerMayReadALog(umask: String) throws {
        let outcome = try scratch.shell(#"umask \#(umask); exec "$EVLOG" --log "$PWD/new/log" append x"#)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try mode(scratch.directory + "/new") == 0o700)
        #expect(try mode(scratch.directory + "/new/log") == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory + "/new/log")
        #expect(names.count == 2 && names.contains("lock"))
        for name in names { #expect(try mode(scratch.directory + "/new/log/" + name) == 0o600, "\(name)") }
    }

    @Test func aPathWithSpacesAndLetters() throws {
        for name in ["with space", "Übung/日本 語", "a'b\"c", "--dash", "new\nline"] {
            let log = scratch.directory + "/" + name
            let stored = try scratch.run("--log", log, "append", "x")
            #expect(stored.status == 0, "\(stored.errors)")
            #expect(try scratch.events("--log", log).count == 1)
            #expect(try scratch.run("--log=\(log)", "verify").status == 0)
        }
        // A message with such a name in it stays one line.
        let outcome = try scratch.run("--log", scratch.directory + "/no\nlog", "stats")
        #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func aLogThatIsNotThere() throws {
        for command in [["query", "events"], ["query", "rollup", "--by", "day"], ["verify"], ["stats"]] {
            let outcome = try scratch.run(command)
            #expect(outcome.status == 1 && outcome.text.isEmpty, "\(command)")
            #expect(outcome.errors == "evlog: \(scratch.log): there is no log here (append makes one)\n")
            #expect(!FileManager.default.fileExists(atPath: scratch.log))
        }
    }

    @Test func aFileWhereTheLogShouldBe() throws {
        let path = try scratch.file("plain", "text")
        for arguments in [["append", "x"], ["stats"], ["query", "events"]] {
            for log in [path, path + "/below"] {
                let outcome = try scratch.run(["--log", log] + arguments)
                #expect(outcome.status == 1, "\(arguments): \(outcome.errors)")
                #expect(outcome.errors.contains(path))
            }
        }
        #expect(scratch.contents("plain") == Array("text".utf8))
    }

    @Test(.enabled(if: geteuid() != 0, "skipped: root may write everywhere"))
    func aReadOnlyDirectory() throws {
        try scratch.run("append", "x")
        _ = try scratch.shell(#"chmod 400 log/*; chmod 500 log"#)
        defer { _ = try? scratch.shell(#"chmod 700 log"#) }
        let outcome = try scratch.run("append", "y")
        #expect(outcome.status == 1 && outcome.errors.contains("Permission denied"), "\(outcome.errors)")
        #expect(try scratch.events().map(\.type) == ["x"])
        #expect(try scratch.run("verify").status == 0)
    }

    @Test func aFullDisk() throws {
        // A limit on the size of files is the full disk that needs no rights. What `n` counts was acknowledged.
        let script = #"""
            ulimit -f 300; n=0; status=0
            while [ $status -eq 0 ]; do
              "$EVLOG" append x --meta "k=$(head -c 6000 /dev/urandom | base64 -w 0)" >&2; status=$?
              [ $status -eq 0 ] && n=$((n+1))
            done
            echo "$status $n"
            """#
        let outcome = try scratch.shell(script)
        let words = outcome.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(words.first == 74, "\(outcome.text)\(outcome.errors)")
        let count = try #require(words.last)
        #expect(count > 5)
        #expect(outcome.errors.contains(".seg"))
        #expect(try scratch.events().map(\.sequence) == Array(1...count))
        #expect(try scratch.verify().damage.isEmpty)
        // And by file.
        let lines = (0..<4000).map { _ in
            #"{"type":"y","timestamp":"2026-01-01T00:00:00Z","id":"\#(UInt64.random(in: .min ... .max))\#(UInt64.random(in: .min ... .max))"}"#
        }
        let path = try scratch.file("lines.jsonl", lines.joined(separator: "\n"))
        let bulk = try scratch.shell(#"ulimit -f 260; exec "$EVLOG" append --file "$1""#, [path])
        #expect(bulk.status == 74, "\(bulk.errors)")
        let stored = bulk.errors.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        #expect(try scratch.events("--type", "y").count == stored, "\(bulk.errors)")
        // There is room again.
        #expect(try scratch.append(["z"]).appended == 1)
        #expect(try scratch.append(["--file", path]).appended == 4000 - (stored ?? 0))
        #expect(try scratch.verify().damage.isEmpty)
        #expect(try scratch.rollup("--by", "year").reduce(0) { $0 + $1.count } == count + 4001)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func outputThatCannotBeWritten() throws {
        try scratch.run("append", "x")
        for command in [
            "stats", "verify", "query events", "query events --format json", "query rollup --by day", "help",
        ] {
            let outcome = try scratch.shell(#"exec "$EVLOG" \#(command) >/dev/full"#)
            #expect(outcome.status == 74 && outcome.errors.contains("standard output"), "\(command)")
        }
    }

    @Test func closedStandardStreams() throws {
        let path = try scratch.file("lines.jsonl", "bad\n" + eventLines([("x", "2026-01-01T00:00:00Z")]))
        for closed in [">&-", "2>&-", "<&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"] {
            for arguments in ["append y", "append --file \"$1\" --on-error skip", "verify", "query events"] {
                _ = try scratch.shell(#""$EVLOG" \#(arguments) \#(closed); exit 0"#, [path])
                // None of what was said went to a file of the log.
                let report = try scratch.verify()
                #expect(report.damage.isEmpty && report.notes.isEmpty, "\(arguments) \(closed)")
            }
        }
        #expect(try scratch.rollup("--by", "year").reduce(0) { $0 + $1.count } == 12)
        let lock = try #require(scratch.contents("log/lock"))
        #expect(lock.count == 40)
    }

    @Test func lockedByAnotherProcess() throws {
        try scratch.run("append", "x")
        let holder = open(scratch.log + "/lock", O_RDWR | O_CLOEXEC)
        #expect(flock(holder, LOCK_EX) == 0)
        let path = try scratch.file("lines.jsonl", eventLines([("y", "2026-01-01T00:00:00Z")]))
        for arguments in [["append", "y"], ["append", "--file", path]] {
            for wait in ["200ms", "0"] {
                let start = Date()
                let outcome = try scratch.run(arguments + ["--wait", wait])
                #expect(
                    outcome.status == 5 && outcome.errors.contains("another process holds the log"),
                    "\(outcome.errors)")
                #expect(wait == "0" || Date().timeIntervalSince(start) >= 0.2)
                #expect(Date().timeIntervalSince(start) < 5)
            }
        }
        // Readers wait for nobody.
        #expect(try scratch.events().map(\.type) == ["x"])
        #expect(try scratch.run("verify").status == 0)
        let waiting = try scratch.start(["append", "z", "--wait", "30s"])
        usleep(100_000)
        #expect(!waiting.hasEnded)
        _ = close(holder)
        #expect(try waiting.wait().status == 0)
        #expect(try scratch.events().map(\.type) == ["x", "z"])
    }
}
