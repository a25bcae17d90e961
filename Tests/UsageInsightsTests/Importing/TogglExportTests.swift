import Testing

@testable import UsageInsights

@Suite struct TogglExportTests {
    private static let header =
        "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,"
        + "Tags,Amount ()\n"

    private func translator(
        type: String? = nil, format: String? = nil, zone: Zone = .utc
    ) throws -> ExportTranslator {
        .toggl(type: type, dateFormat: try format.map { try DatePattern($0) }, zone: zone)
    }

    private func read(_ text: String, _ translator: ExportTranslator? = nil) throws -> Translation {
        let translator = try translator ?? self.translator()
        return try Translation.read(text, translator).get()
    }

    /// Why nothing of it is read.
    private func refusal(_ text: String) throws -> InputRefusal? {
        let translator = try translator()
        return Translation.read(text, translator).refusal
    }

    @Test func anEntryIsAnEventOfItsProject() throws {
        let input = try read(
            Self.header + """
                Jo,jo@example.com,Acme,Site,,"Design, ""2\""",No,2026-09-23,09:00:00,2026-09-23,10:30:00,01:30:05,"a, b",
                Jo,jo@example.com,,,,Night,No,2026-09-23,23:00:00,2026-09-24,01:00:00,02:00:00,,12.50

                """)
        #expect(
            input.records == [
                #"{"type":"Site","timestamp":"2026-09-23T09:00:00","duration":5405.000000,"metadata":{"user":"Jo","#
                    + #""email":"jo@example.com","client":"Acme","project":"Site","#
                    + #""description":"Design, \"2\"","billable":"No","tags":"a, b"}}"#,
                #"{"type":"timeEntry","timestamp":"2026-09-23T23:00:00","duration":7200.000000,"metadata":{"user":"Jo","#
                    + #""email":"jo@example.com","description":"Night","billable":"No","amount":"12.50"}}"#,
            ])
        #expect(input.places == [2, 3] && input.refused.isEmpty)
    }

    @Test func columnsOfOtherVersions() throws {
        let input = try read(
            "\u{feff}\"Description\",Duration,Project,Start date,Start time,Stop date,Stop time,Group,Amount (USD),"
                + "Amount (EUR)\r\n\"Fix\",1:30:00,X,2026-05-22,10:30:00,2026-05-22,12:00:00,G,3.00,4.00\r\n"
                + ",,X,2026-05-22,10:30:00,2026-05-23,00:00:30,,,4.00\r\n")
        #expect(
            input.records == [
                #"{"type":"X","timestamp":"2026-05-22T10:30:00","duration":5400.000000,"metadata":"#
                    + #"{"description":"Fix","project":"X","group":"G","amount":"3.00 USD, 4.00 EUR"}}"#,
                #"{"type":"X","timestamp":"2026-05-22T10:30:00","duration":48630.000000,"metadata":"#
                    + #"{"project":"X","amount":"4.00 EUR"}}"#,
            ])
        let least = try read("START DATE,Start Time,Duration\n2026-05-22,10:30,100:00:00\n")
        #expect(
            least.records == [
                #"{"type":"timeEntry","timestamp":"2026-05-22T10:30:00","duration":360000.000000,"metadata":{}}"#
            ])
    }

    @Test func aTypeOfTheUsersOwn() throws {
        let input = try read(
            "Project,Start date,Start time,Duration\nX,2026-05-22,10:30:00,0:00:01\n",
            translator(type: "work"))
        #expect(
            input.records == [
                #"{"type":"work","timestamp":"2026-05-22T10:30:00","duration":1.000000,"metadata":{"project":"X"}}"#
            ])
    }

    /// A night in which the clock is put back has an hour more than its wall times say.
    @Test func anEndGivesTheLengthInTheZone() throws {
        let zone = try Zone(named: "Europe/Berlin", covering: Zone.usualRange)
        let text = "Start date,Start time,End date,End time\n2025-10-25,22:00:00,2025-10-26,06:00:00\n"
        let input = try read(text, translator(zone: zone))
        #expect(input.records.first?.contains(#""duration":32400.000000"#) == true)
    }

    @Test func aDateFormatIsThatOfDateAndTime() throws {
        let text =
            "Start date,Start time,Duration\n09/23/2026,9:05 PM,00:00:10\n2026-09-23,21:05:00,00:00:10\n"
        let input = try read(text, translator(format: "MM/dd/yyyy h:mm a"))
        #expect(
            input.records == [
                #"{"type":"timeEntry","timestamp":"2026-09-23T21:05:00","duration":10.000000,"metadata":{}}"#
            ])
        #expect(
            input.refused == [
                "3: start \"2026-09-23 21:05:00\" is not as --date-format says, or doesn't exist"
            ])
        let without = try read(text)
        #expect(
            without.refused == [
                "2: start date \"09/23/2026\" is not written YYYY-MM-DD (--date-format says how date and time are"
                    + " written, such as 'MM/dd/yyyy HH:mm:ss')"
            ])
        #expect(without.places == [3])
    }

    @Test func badRowsAreNamedAndPassedBy() throws {
        let input = try read(
            """
            Start date,Start time,End date,End time,Duration
            2026-09-23,09:00:00,,,
            2026-09-23,09:00:00,2026-09-23,08:59:59,
            2026-09-23,09:00:00,2026-09-23,x,
            2026-09-23,09:00:00,,,0.79 h
            2026-09-23,09:00:00,,,00:61:00
            2026-09-23,09:00:00,,,-1:00:00
            2026-09-23,09:00:00,,,99999999999999999999:00:00
            2026-09-23,09:00:00,,,01:00:00

            2026-09-23,09:00:00
            """)
        let hint = " (--date-format says how date and time are written, such as 'MM/dd/yyyy HH:mm:ss')"
        #expect(
            input.refused == [
                "2: the entry has neither a duration nor an end", "3: the end is before the start",
                "4: end time \"x\" is none such as 20:39 or 8:39 PM\(hint)",
                "5: duration \"0.79 h\" is not written HH:MM:SS, as the account's duration format 'Improved' does",
                "6: duration \"00:61:00\" is neither seconds nor H:MM:SS",
                "7: duration \"-1:00:00\" is neither seconds nor H:MM:SS",
                "8: duration \"99999999999999999999:00:00\" is neither seconds nor H:MM:SS",
                "11: the row has 2 cells, the header 5",
            ])
        #expect(input.places == [9])
    }

    /// The duration was measured; what stands beside it may be rounded.
    @Test func theDurationIsTrusted() throws {
        let input = try read(
            "Start date,Start time,End date,End time,Duration\n2026-09-23,09:00:00,2026-09-23,08:00:00,00:00:07\n"
        )
        #expect(input.records.first?.contains(#""duration":7.000000"#) == true)
    }

    @Test func headersOfOthersAreRefused() throws {
        let what = "is not a CSV of Toggl's detailed time entries: there is no column"
        #expect(
            try refusal("Project,Client,Title,Duration\n")
                == InputRefusal(
                    "\(what) \"Start date\", but \"Project\", \"Client\", \"Title\", \"Duration\"", line: 1))
        #expect(
            try refusal("Start date,Start time\n")?.message
                == "\(what) \"Duration\", but \"Start date\", \"Start time\"")
        #expect(try read("") == Translation())
        #expect(try read(Self.header).records.isEmpty)
    }

    @Test func hardiness() throws {
        let translator = try translator()
        checkHardiness(
            translator,
            "Project,Description,Start date,Start time,End date,End time,Duration,Tags\r\n"
                + "Site,\"a, \"\"b\"\"\nc\",2026-09-23,09:00:00,2026-09-23,10:30:00,01:30:05,ü\r\n"
                + ",,2026-09-23,11:00:00,2026-09-23,10:00:00,,\n\nX,,2026-09-24,9:00,2026-09-24,10:00,,\"t, u\"\n",
            cutOff: .unnoticed)
    }
}
