import Foundation
import Testing

/// `dose`, through the executable.
@Suite struct WellnessDoseTests {
    private func prompts(_ result: WellnessProcess.Result) throws -> Bool? {
        #expect(result.status == 0, "\(result)")
        return try result.object()["promptCheckIn"] as? Bool
    }

    private func checkIn(_ evlog: WellnessProcess, _ date: String) throws {
        let result = try evlog.run(
            "check-in", "--focus", "3", "--sleep", "3", "--energy", "3", "--stress", "3", "--date", date)
        #expect(result.status == 0)
    }

    @Test func promptsAfterTheFirstDoseOfADayWithoutCheckIn() throws {
        let evlog = WellnessProcess()
        func dose(_ at: String) throws -> Bool? {
            try prompts(try evlog.run("dose", "Zinc", "--at", at, "--format", "json"))
        }
        #expect(try dose("2026-03-01T08:00:00Z") == true)
        #expect(try dose("2026-03-01T20:00:00Z") == false)
        // Not the first that is stored, though the first by the clock.
        #expect(try dose("2026-03-01T07:00:00Z") == false)
        try checkIn(evlog, "2026-03-02")
        #expect(try dose("2026-03-02T08:00:00Z") == false)
        #expect(try dose("2026-03-03T08:00:00Z") == true)
        _ = try evlog.run("retract", "6")
        #expect(try dose("2026-03-03T09:00:00Z") == true)
        _ = try evlog.run("retract", "--check-in", "2026-03-02")
        #expect(try dose("2026-03-02T09:00:00Z") == false)
    }

    @Test func theDayIsThatOfTheZoneAndItsStart() throws {
        let evlog = WellnessProcess()
        _ = try evlog.run("dose", "Zinc", "--at", "2026-03-01T23:00:00Z")
        func dose(_ option: String, _ value: String) throws -> Bool? {
            try prompts(
                try evlog.run(
                    "dose", "Zinc", "--at", "2026-03-02T01:00:00Z", "--format", "json", option, value))
        }
        #expect(try dose("--tz", "America/New_York") == false)
        _ = try evlog.run("retract", "2")
        #expect(try dose("--day-start", "04:00") == false)
        _ = try evlog.run("retract", "4")
        #expect(try dose("--tz", "UTC") == true)
    }

    @Test func thePromptSaysWhatToType() throws {
        let evlog = WellnessProcess()
        let today = try evlog.run("dose", "Magnesium", "--amount", "200 mg")
        #expect(
            today.output
                == "1 record stored (sequence 1)\nFirst dose of the day. How are you? evlog check-in"
                + " --focus 1-5 --sleep 1-5 --energy 1-5 --stress 1-5\n")
        let earlier = try evlog.run("dose", "Magnesium", "--at", "2026-03-01T08:00:00+01:00")
        #expect(
            earlier.output.hasSuffix(
                "First dose of 2026-03-01. How were you? evlog check-in --focus 1-5 --sleep 1-5 --energy 1-5"
                    + " --stress 1-5 --date 2026-03-01\n"))
        #expect(try evlog.run("dose", "Magnesium").output == "1 record stored (sequence 3)\n")
    }

    @Test func onATerminalTheCommandIsAllToType() throws {
        let scratch = try Scratch()
        func dose(_ at: String...) throws -> [String] {
            let terminal = try PseudoTerminal(
                EvlogExecutable.path(), ["dose", "Zinc"] + at,
                environment: scratch.environment.merging(["TERM": "xterm"]) { $1 })
            #expect(try terminal.end() == 0)
            return Array(terminal.screen.lines.prefix(3))
        }
        #expect(
            try dose() == [
                "1 record stored (sequence 1)", "First dose of the day. How are you? evlog check-in", "",
            ])
        #expect(try dose() == ["1 record stored (sequence 2)", "", ""])
        #expect(
            try dose("--at", "2026-03-01T08:00:00Z")[1]
                == "First dose of 2026-03-01. How were you? evlog check-in --date 2026-03-01")
    }

    @Test func theSameIDIsNotStoredAgain() throws {
        let evlog = WellnessProcess()
        _ = try evlog.run("dose", "Zinc", "--id", "d1")
        let again = try evlog.run("dose", "Zinc", "--id", "d1", "--format", "json").object()
        #expect(again["duplicates"] as? Int == 1 && again["promptCheckIn"] as? Bool == false)
    }

    @Test func wrongUsageWritesNothing() throws {
        let evlog = WellnessProcess()
        #expect(try evlog.run("dose").status == 2)
        #expect(try evlog.run("dose", "").status == 2)
        #expect(try evlog.run("dose", "Zinc", "Magnesium").status == 2)
        #expect(try evlog.run("dose", "Zinc", "--at", "2026-02-30").status == 2)
        #expect(try evlog.run("dose", String(repeating: "z", count: 1025)).status == 2)
        #expect(!evlog.logIsThere)
    }
}
