import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RecapCommandTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch("recap")
        try scratch.appendLines(
            eventLines([
                ("taskCompleted", "2026-11-23T09:00:00Z"), ("taskCompleted", "2026-11-24T09:00:00Z"),
                ("note", "2026-11-24T10:00:00Z"), ("note", "2026-11-17T10:00:00Z"),
            ]))
        return scratch
    }

    private let week = ["recap", "--at", "2026-11-25", "--week-start", "monday"]

    @Test func textIsTheDefault() throws {
        let outcome = try scratch().run(week)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("This Week Recap") && outcome.text.contains("+200% vs last week"))
        #expect(!outcome.text.contains("\u{1B}"))
    }

    @Test func jsonHasTheCardsOfInsights() throws {
        let scratch = try scratch()
        let outcome = try scratch.run(week + ["--format", "json"])
        let recap = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        let cards = try scratch.run(
            ["query", "insights"] + week.dropFirst() + ["--format", "json"])
        let expected = try JSONSerialization.jsonObject(with: Data(cards.output)) as? NSArray
        #expect(recap["insights"] as? NSArray == expected)
        #expect(recap["period"] as? String == "week" && recap["title"] as? String == "This Week Recap")
        #expect(recap["from"] as? String == "2026-11-23" && recap["to"] as? String == "2026-11-30")
    }

    @Test(arguments: [
        ("r.svg", "<svg "), ("r.html", "<!doctype html>"), ("r.HTM", "<!doctype html>"), ("r.txt", "╭"),
        ("r.json", "{\"period\""),
    ])
    func nameSaysTheForm(_ name: String, _ start: String) throws {
        let scratch = try scratch()
        let path = scratch.directory + "/" + name
        let outcome = try scratch.run(week + ["--out", path])
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let bytes = try #require(scratch.contents(name))
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(start))
        let again = try scratch.run(week + ["--out", path])
        #expect(again.status == 2 && again.errors.contains("--force"))
        #expect(scratch.contents(name) == bytes)
        #expect(try scratch.run(week + ["--out", path, "--force", "--period", "year"]).status == 0)
        #expect(scratch.contents(name) != bytes)
    }

    @Test func formOutweighsTheName() throws {
        let scratch = try scratch()
        let path = scratch.directory + "/r.txt"
        #expect(try scratch.run(week + ["--out", path, "--format", "svg"]).status == 0)
        #expect(String(decoding: scratch.contents("r.txt") ?? [], as: UTF8.self).hasPrefix("<svg "))
        #expect(try scratch.run(week + ["--out", "-", "--format", "svg"]).text.hasPrefix("<svg "))
    }

    @Test(arguments: [
        (["--out", "recap.pdf"], "doesn't say what to write"), (["--out", ""], "--out is empty"),
        (["--format", "jpeg"], "'jpeg' is not a value of '--format'"),
        (["--scale", "0", "--format", "png"], "--scale"),
        (["--scale", "9", "--format", "png"], "from 1 to 8"), (["--scale", "3"], "only goes with PNG"),
        (["--force"], "--force only goes with --out"), (["--tz", "recorded"], "--tz recorded"),
    ])
    func refusals(_ arguments: [String], _ reason: String) throws {
        let scratch = try scratch()
        let outcome = try scratch.run(["recap"] + arguments)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func tooLittleIsNoFailure() throws {
        for form in ["text", "svg", "html"] {
            let outcome = try scratch().run(["recap", "--at", "2030-01-01", "--format", form])
            #expect(outcome.status == 0 && outcome.text.contains("Not enough activity to generate a recap."))
        }
    }

    // MARK: - PNG

    /// A program that stands for one that draws.
    private func tool(_ scratch: Scratch, _ name: String, _ script: String) throws {
        try FileManager.default.createDirectory(
            atPath: scratch.directory + "/bin", withIntermediateDirectories: true)
        let path = try scratch.file("bin/\(name)", "#!/bin/sh\n\(script)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private static let head =
        #"printf '\211PNG\r\n\032\n\0\0\0\015IHDR\0\0\003\014\0\0\005\144\010\006\0\0\0'"#

    @Test func saysWhatToInstall() throws {
        let scratch = try scratch()
        let outcome = try scratch.run(
            week + ["--out", scratch.directory + "/r.png"], environment: ["PATH": "/nowhere:relative"])
        #expect(outcome.status == 1 && scratch.contents("r.png") == nil)
        #expect(outcome.errors.contains("rsvg-convert") && outcome.errors.contains("--format svg"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    /// One that fails, and one whose picture is none, are passed over.
    @Test func triesTheNextProgram() throws {
        let scratch = try scratch()
        try tool(scratch, "rsvg-convert", "exit 3")
        try tool(
            scratch, "inkscape", "for a; do case $a in --export-filename=*) echo junk > ${a#*=};; esac; done")
        let environment = ["PATH": scratch.directory + "/bin"]
        let refused = try scratch.run(week + ["--format", "png"], environment: environment)
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("rsvg-convert failed with status 3")
                && refused.errors.contains("inkscape made no such picture"))
        try tool(
            scratch, "chromium", "for a; do case $a in --screenshot=*) \(Self.head) > ${a#*=};; esac; done")
        let made = try scratch.run(week + ["--format", "png"], environment: environment)
        #expect(made.status == 0 && made.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert"),
            "rsvg-convert is not installed"), arguments: [1, 2, 3])
    func realPicture(_ scale: Int) throws {
        let scratch = try scratch()
        let path = scratch.directory + "/r.png"
        let arguments = scale == 2 ? [] : ["--scale", "\(scale)"]
        #expect(try scratch.run(week + ["--out", path] + arguments).status == 0)
        let bytes = try #require(scratch.contents("r.png"))
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(16) == 390 * scale && number(20) == 690 * scale)
    }

    @Test func pictureIsNothingForATerminal() throws {
        // `script` is not everywhere, so the terminal is made here.
        let outcome = try OnTerminal.run(["recap", "--format", "png"], in: try scratch())
        #expect(outcome.status == 2 && outcome.shown.contains("nothing for a terminal"))
    }
}
