import Foundation
import Testing

/// Disks that are really full and directories that really can't be written. `DiskTests` has what needs no rights.
@Suite(.timeLimit(.minutes(10)))
struct UnwritableTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs a script in a mount namespace of its own; the log is `disk/log`.
    private func namespace(_ script: String, _ arguments: [String] = []) throws -> EvlogProcess.Outcome {
        try scratch.shell(
            #"exec unshare -m sh -c "$SCRIPT" sh "$@""#, arguments,
            environment: ["SCRIPT": script, "EVLOG_DIR": scratch.directory + "/disk/log"])
    }

    /// A line of output by its first word.
    private func words(_ outcome: EvlogProcess.Outcome) -> [String: String] {
        Dictionary(
            outcome.lines.compactMap { line in
                let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }, uniquingKeysWith: { $1 })
    }

    @Test(.enabled(if: Privileges.canMount, "skipped: no right to mount"))
    func aDiskThatFillsUpInsideABatch() throws {
        let lines = (0..<200).map { number in
            let noise = Data((0..<12_000).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
            return
                #"{"type":"y","timestamp":"2026-01-01T00:00:00Z","metadata":{"n":"\#(number)","k":"\#(noise)"}}"#
        }
        let path = try scratch.file("lines.jsonl", lines.joined(separator: "\n") + "\n")
        let outcome = try namespace(
            #"""
            mkdir disk; mount -t tmpfs -o size=1m tmpfs disk || exit 99
            "$EVLOG" append x >&2; echo "single $?"
            "$EVLOG" append --file "$1" >&2; echo "bulk $?"
            while read -r line; do printf '%s\n' "$line"; done <"$1" | {
              "$EVLOG" append --file - --batch-size 4; echo "pipe $?"; } 2>pipe-errors
            echo "full-verify $("$EVLOG" verify --format json >&2; echo $?)"
            echo "acknowledged $("$EVLOG" query rollup --by year --format csv | tail -n 1)"
            head -c 500000 /dev/zero >disk/ballast 2>/dev/null
            "$EVLOG" append still-full --meta "k=$(head -c 90000 /dev/urandom | base64 -w 0)" >&2
            echo "again $?"
            rm disk/ballast; mount -o remount,size=8m disk
            "$EVLOG" append z >&2; echo "freed $?"
            "$EVLOG" append --file "$1" >&2; echo "bulk-freed $?"
            "$EVLOG" verify >&2; echo "verify $?"
            "$EVLOG" query events --type y --format csv | wc -l | sed 's/^/y-lines /'
            "$EVLOG" query rollup --by year --format csv | tail -n 1 | sed 's/^/total /'
            """#, [path])
        let said = words(outcome)
        let shown = "\(outcome.text)\(outcome.errors)"
        let pipeErrors = String(decoding: scratch.contents("pipe-errors") ?? [], as: UTF8.self)
        #expect(outcome.status == 0, "\(shown)")
        #expect(said["single"] == "0" && said["bulk"] == "74" && said["pipe"] == "74", "\(shown)")
        #expect(outcome.errors.contains("No space left on device"), "\(shown)")
        #expect(said["again"] == "74", "\(shown)")
        // Every record that the pipe counted is there, and no other.
        let piped = pipeErrors.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
        #expect(piped > 0, "\(pipeErrors)")
        #expect(said["full-verify"] == "0", "\(shown)")
        let acknowledged = said["acknowledged"]?.split(separator: ",")
        #expect(acknowledged?.dropFirst().first.flatMap { Int($0) } ?? -1 >= 1, "\(shown)")
        #expect(said["freed"] == "0" && said["bulk-freed"] == "0" && said["verify"] == "0", "\(shown)")
        // The header is one line of them.
        #expect(said["y-lines"] == "\(piped + 200 + 1)", "\(shown)")
    }

    /// Pruning needs no room: whole segments go first, and then there is room to write anew what goes in part.
    @Test(.enabled(if: Privileges.canMount, "skipped: no right to mount"))
    func pruningFreesAFullDisk() throws {
        func lines(_ count: Int, in year: Int) -> String {
            (0..<count).map { number in
                let noise = Data((0..<3000).map { _ in UInt8.random(in: .min ... .max) })
                    .base64EncodedString()
                return
                    #"{"type":"y\#(year)","timestamp":"\#(year)-01-01T00:00:00Z","metadata":{"n":"\#(number)","k":"\#(noise)"}}"#
                    + "\n"
            }.joined()
        }
        let old = try scratch.file("old.jsonl", lines(60, in: 2020))
        let recent = try scratch.file("new.jsonl", lines(600, in: 2026))
        let outcome = try namespace(
            #"""
            mkdir disk; mount -t tmpfs -o size=3m tmpfs disk || exit 99
            for part in 1 2 3 4; do
              "$EVLOG" append --file "$1" >&2 || exit 98
              "$EVLOG" append before --at 2019-01-01T00:00:00Z >&2
              "$EVLOG" prune --before 2020-01-01 >&2
            done
            head -c 1900000 /dev/zero >disk/ballast
            "$EVLOG" append old --at 2020-02-02T00:00:00Z >&2 || exit 97
            while read -r line; do printf '%s\n' "$line"; done <"$2" | {
              "$EVLOG" append --file - --batch-size 7; echo "fill $?"; } 2>fill-errors
            head -c 4000000 /dev/zero >disk/more-ballast 2>/dev/null
            echo "room $(stat -f -c %f disk)"
            "$EVLOG" append more --meta "k=$(head -c 90000 /dev/urandom | base64 -w 0)" >&2; echo "more $?"
            "$EVLOG" verify >&2; echo "full-verify $?"
            echo "full $("$EVLOG" query rollup --by year --format csv | cut -d, -f2 | tail -n +2 | tr '\n' ' ')"
            "$EVLOG" compact >&2; echo "full-compact $?"
            "$EVLOG" prune --before 2026-01-01 >&2; echo "prune $?"
            echo "room-after $(stat -f -c %f disk)"
            "$EVLOG" append next --at 2027-01-01T00:00:00Z >&2; echo "next $?"
            "$EVLOG" verify >&2; echo "verify $?"
            echo "left $("$EVLOG" query rollup --by year --format csv | cut -d, -f2 | tail -n +2 | tr '\n' ' ')"
            rm disk/*ballast; "$EVLOG" compact >&2; echo "compact $?"
            "$EVLOG" verify >&2; echo "verify-compacted $?"
            echo "compacted $("$EVLOG" query rollup --by year --format csv | cut -d, -f2 | tail -n +2 | tr '\n' ' ')"
            """#, [old, recent])
        let said = words(outcome)
        let shown = "\(outcome.text)\(outcome.errors)"
        let errors = String(decoding: scratch.contents("fill-errors") ?? [], as: UTF8.self)
        #expect(outcome.status == 0 && said["fill"] == "74" && said["more"] == "74", "\(shown)")
        let acknowledged = errors.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
        #expect(acknowledged > 0, "\(errors)")
        #expect(said["room"] == "0" && said["full-verify"] == "0", "\(shown)")
        #expect(said["full"] == "241 \(acknowledged) ", "\(shown)")
        // Merging needs room; what was there stays.
        #expect(said["full-compact"] == "74" && outcome.errors.contains("No space left"), "\(shown)")
        #expect(said["prune"] == "0" && outcome.errors.contains("pruned 241 records"), "\(shown)")
        #expect(Int(said["room-after"] ?? "") ?? 0 > 100, "\(shown)")
        #expect(said["next"] == "0" && said["verify"] == "0", "\(shown)")
        #expect(said["left"] == "\(acknowledged) 1 " && said["compacted"] == said["left"], "\(shown)")
        #expect(said["compact"] == "0" && said["verify-compacted"] == "0", "\(shown)")
    }

    @Test(.enabled(if: Privileges.canBecomeNobody, "skipped: no right to be another user"))
    func aLogThatBelongsToAnother() throws {
        try scratch.run("append", "x")
        let outcome = try scratch.shell(
            #"""
            chmod 755 .; cp "$EVLOG" evlog; chown -R 65534 log; chmod 400 log/*; chmod 500 log
            as_nobody="\#(Privileges.nobody) ./evlog"
            $as_nobody append y; echo "append $?"
            $as_nobody append --file - </dev/null; echo "nothing $?"
            $as_nobody query events --format csv | tail -n +2 | cut -d, -f1,3; echo "query $?"
            $as_nobody verify; echo "verify $?"
            """#)
        #expect(outcome.lines.contains("append 1"), "\(outcome.text)\(outcome.errors)")
        #expect(outcome.errors.contains("log/lock: cannot open the lock file: Permission denied"))
        #expect(outcome.lines.contains("1,x") && outcome.lines.contains("query 0"), "\(outcome.text)")
        #expect(outcome.lines.contains("verify 0"), "\(outcome.text)")
        // Given back, it is as it was.
        _ = try scratch.shell("chmod 700 log; chmod 600 log/*")
        #expect(try scratch.append(["z"]) == AppendAnswer(1, 2...2))
    }

    @Test(.enabled(if: Privileges.canMount, "skipped: no right to mount"))
    func aLogOnAReadOnlyDisk() throws {
        let outcome = try namespace(
            #"""
            mkdir disk; "$EVLOG" append x >&2
            mount --bind disk disk && mount -o remount,ro,bind disk || exit 99
            "$EVLOG" append y; echo "append $?"
            "$EVLOG" --log "$HOME/disk/new" append y; echo "new $?"
            "$EVLOG" query events --format csv | tail -n +2 | cut -d, -f1,3
            "$EVLOG" verify; echo "verify $?"
            """#)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.contains("append 1") && outcome.lines.contains("new 1"), "\(outcome.text)")
        let refusals = outcome.errors.split(separator: "\n").filter { $0.contains("Read-only file system") }
        #expect(refusals.count == 2 && refusals.allSatisfy { $0.hasPrefix("evlog: ") }, "\(outcome.errors)")
        #expect(outcome.lines.contains("1,x") && outcome.lines.contains("verify 0"), "\(outcome.text)")
    }
}
