import Testing

@testable import UsageInsights

@Suite struct LoopTranslatorTests {
    private func read(_ text: String) throws -> Translation {
        try Translation.read(text, LoopTranslator()).get()
    }

    /// Why nothing of it is read.
    private func refusal(_ text: String) -> InputRefusal? { Translation.read(text, LoopTranslator()).refusal }

    private func event(_ type: String, _ day: String, value: String? = nil) -> String {
        let metadata = value.map { #","metadata":{"value":"\#($0)"}"# } ?? ""
        return #"{"type":"\#(type)","timestamp":"\#(day)T00:00:00"\#(metadata)}"#
    }

    /// What one habit's mark makes: nil where it is refused.
    private func marked(_ mark: String) throws -> [String]? {
        let input = try read("Date,First,Run,\n2024-01-03,NO,NO,\n2024-01-02,NO,\(mark),\n")
        return input.refused.isEmpty ? input.records : nil
    }

    @Test func eachDayOnWhichAHabitWasDoneIsAnEvent() throws {
        let input = try read(
            "Date,Run,Read a book,Water,\n2024-01-03,YES_MANUAL,YES_AUTO,2500,\n2024-01-02,NO,SKIP,UNKNOWN,\n"
                + "2024-01-01,YES_MANUAL,YES_MANUAL,NO,\n")
        #expect(
            input.records == [
                event("Run", "2024-01-03"), event("Water", "2024-01-03", value: "2.5"),
                event("Run", "2024-01-01"),
                event("Read a book", "2024-01-01"),
            ])
        #expect(input.places == [2, 2, 4, 4])
        #expect(input.refused.isEmpty && input.header == "Date,Run,Read a book,Water,")
    }

    @Test func numbersOfOlderVersions() throws {
        let input = try read("Date,A,B,C,D,E\r\n2016-01-02,2,1,0,3,-1\r\n2016-01-01,0,2,,0,2")
        #expect(
            input.records == [event("A", "2016-01-02"), event("B", "2016-01-01"), event("E", "2016-01-01")])
        #expect(input.places == [2, 3, 3])
    }

    @Test func cellsOfVersion20() throws {
        let input = try read(
            "Date,A,B,\n2022-12-24,Entry(timestamp=2022-12-24, value=2),Entry(timestamp=2022-12-24, value=7000),\n"
                + "2022-12-23,Entry(timestamp=2022-12-23, value=0),Entry(timestamp=2022-12-23, value=-1),\n"
                + "2022-12-22,Entry(timestamp=2022-12-22, value=2),Entry(timestamp=2022-12-22,\n")
        #expect(input.records == [event("A", "2022-12-24"), event("B", "2022-12-24", value: "7")])
        #expect(input.refused.count == 1 && input.refused[0].hasPrefix("4: \"B\" is \"Entry(timestamp="))
    }

    @Test(
        arguments: [
            ("4", "0.004"), ("1000", "1"), ("1500", "1.5"), ("12345", "12.345"), ("10010", "10.01"),
            ("9223372036854775807", "9223372036854775.807"),
        ])
    func amountsAreInThousandths(mark: String, value: String) throws {
        #expect(try marked(mark) == [event("Run", "2024-01-02", value: value)])
    }

    @Test(arguments: ["", "0", "1", "3", "-1", "NO", "SKIP", "UNKNOWN", "YES_AUTO"])
    func notDone(mark: String) throws { #expect(try marked(mark) == []) }

    @Test(
        arguments: [
            "x", "yes_manual", "-3", "-1000", "1.5", "2,5", "9223372036854775808", "٢", "0.12345", "1e3",
            "2 2", "+2",
        ])
    func noMarks(mark: String) throws { #expect(try marked(mark) == nil) }

    @Test func aBadRowMakesNoRecords() throws {
        let input = try read(
            "Date,A,B,\n2024-01-03,x,2,\n2024-01-02,2,x,\n2024-13-01,2,2,\n2024-01-01,2,2,\n")
        #expect(
            input.refused == [
                "2: \"A\" is \"x\", which is no mark of Loop (YES_MANUAL, NO and the like, or a whole number)",
                "3: \"B\" is \"x\", which is no mark of Loop (YES_MANUAL, NO and the like, or a whole number)",
                "4: date \"2024-13-01\": date does not exist",
            ])
        #expect(input.places == [5, 5])
    }

    @Test func badTextInTheFirstRowIsThatRows() throws {
        let input = try read("Date,A\n\n2024-01-03,\"2\"x\n2024-01-02,2,\n\"2024\n-01-01\",2\n")
        #expect(input.refused.count == 2)
        #expect(input.refused[0].hasPrefix("3: text stands behind a closing quotation mark"))
        #expect(input.refused[1].hasPrefix("5: date \"2024\\u000a-01-01\""))
        #expect(input.places == [4])
        let open = try read("Date,A\n\"2024")
        #expect(
            open.refused == ["2: a quotation mark is opened and never closed; nothing behind it is read"])
    }

    /// The app doesn't quote names. With one column too many, marks would go to the wrong habits.
    @Test func aCommaInANameIsNotMisread() {
        let message =
            "the row has 4 cells, the header 5 (a habit with a comma in its name must stand in quotation marks in the"
            + " header)"
        #expect(
            refusal("Date,Eat fruit, nuts,Run,\n2024-01-03,2,2,\n")
                == InputRefusal(message, line: 2))
        #expect(
            (try? read("Date,\"Eat fruit, nuts\",Run,\n2024-01-03,2,2,\n"))?.records
                == [event("Eat fruit, nuts", "2024-01-03"), event("Run", "2024-01-03")])
        #expect(
            (try? read("Date,A,\n2024-01-03,NO,\n2024-01-02,NO,2,\n"))?.refused
                == ["3: the row has a mark in a column without a name"])
    }

    @Test func otherFilesOfTheExportAreRefused() {
        let what = "is no Checkmarks.csv of Loop Habit Tracker: "
        let oneHabit =
            "this is one habit's file, which doesn't name it: import the Checkmarks.csv beside the folders"
        for (text, message) in [
            (
                "Position,Name,Type,Question\n001,Run,YES_NO,?\n",
                what + "this is Habits.csv, the list of the habits, and Checkmarks.csv has their days"
            ),
            ("Date,Value,Notes\n2024-01-01,YES_MANUAL,\n", what + oneHabit),
            ("Date,Value\n2024-01-01,2\n", what + oneHabit),
            ("2024-01-01,2\n", what + "the header is missing, or " + oneHabit),
            ("Date,Score\n2024-01-01,0.1234\n", what + "this is Scores.csv, the days are in Checkmarks.csv"),
            ("Date\n", what + "expected a column Date and one for each habit, but found \"Date\""),
            ("a,b\n", what + "expected a column Date and one for each habit, but found \"a\", \"b\""),
            ("Date,a,,b,\n", what + "a habit has no name"),
        ] {
            #expect(refusal(text) == InputRefusal(message, line: 1))
        }
        #expect(
            refusal("Date,A,B,\n\n2024-01-01,0.0000,0.1234,\n")
                == InputRefusal(
                    "\"0.0000\" is a score: this is Scores.csv, the days are in Checkmarks.csv", line: 3))
        #expect(refusal("Date,\(String(repeating: "x", count: 1025))\n") != nil)
        // A habit may well be called so.
        #expect((try? read("Date,Value,\n2024-01-01,2,\n"))?.records == [event("Value", "2024-01-01")])
    }

    @Test func nothingIsNoRefusal() throws {
        #expect(try read("") == Translation())
        let header = try read("\u{feff}Date,A,\r\n")
        #expect(header.records.isEmpty && header.refused.isEmpty && header.header == "Date,A,")
        #expect(try read("Date,A,") == header)
    }

    @Test func hostileTextIsQuotedOrEscaped() throws {
        let evil = "\u{1b}[31m\u{202e}\0"
        let input = try read("Date,\(evil),\n2024-01-02,2,\n2024-01-01,\(evil),\n")
        #expect(input.records.count == 1)
        #expect(!input.records[0].utf8.contains { $0 < 0x20 })
        #expect(input.refused.count == 1)
        #expect(
            !input.refused[0].unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" || $0 == "\0" })
        let broken = try Translation.read(
            Array("Date,A\n2024-01-01,".utf8) + [0xff, 0x0a], LoopTranslator()
        ).get()
        #expect(broken.refused == ["2: is not UTF-8 (from Excel? iconv -f WINDOWS-1252 -t UTF-8 makes it)"])
    }

    @Test func hardiness() {
        checkHardiness(
            LoopTranslator(),
            "\u{feff}Date,Run,\"Read, a \"\"book\"\"\",Wäter,\r\n\r\n2024-01-03,YES_MANUAL,2,2500,\r\n"
                + "2024-01-02,NO,SKIP,UNKNOWN,\n2024-02-30,2,2,2,\n2024-01-01,YES_AUTO,2,10010,\n",
            cutOff: .unnoticed)
    }
}
