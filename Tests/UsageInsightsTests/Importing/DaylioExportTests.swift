import Testing

@testable import UsageInsights

@Suite struct DaylioExportTests {
    private static let header = "full_date,date,weekday,time,mood,activities,note_title,note\n"

    private func read(_ text: String, type: String? = nil) throws -> Translation {
        try Translation.read(text, ExportTranslator.daylio(type: type)).get()
    }

    /// Why nothing of it is read.
    private func refusal(_ text: String) -> InputRefusal? {
        Translation.read(text, ExportTranslator.daylio(type: nil)).refusal
    }

    private func timestamp(_ time: String) throws -> String? {
        let input = try read("full_date,time,mood\n2021-03-27,\"\(time)\",ok\n")
        guard let record = input.records.first else { return nil }
        let start = try #require(record.firstRange(of: "timestamp\":\"2021-03-27T"))
        return String(record[start.upperBound...].prefix(8))
    }

    @Test func anEntryIsAnEventWithWhatItSays() throws {
        let input = try read(
            Self.header + """
                2021-03-27,March 27,Saturday,20:39,irritable,"a | b","",""
                2021-03-27,March 27,Saturday,08:20,ok,"","","line one
                line two, ""quoted\"""
                2021-03-26,March 26,Sunday,2:00 PM,meh,"","Title",""
                """)
        #expect(
            input.records == [
                #"{"type":"mood","timestamp":"2021-03-27T20:39:00","#
                    + #""metadata":{"mood":"irritable","activities":"a | b"}}"#,
                #"{"type":"mood","timestamp":"2021-03-27T08:20:00","#
                    + #""metadata":{"mood":"ok","note":"line one\nline two, \"quoted\""}}"#,
                #"{"type":"mood","timestamp":"2021-03-26T14:00:00","metadata":{"mood":"meh","note_title":"Title"}}"#,
            ])
        #expect(input.places == [2, 3, 5])
        #expect(input.refused.isEmpty)
        #expect(input.header + "\n" == Self.header)
    }

    @Test func columnsOfOtherVersions() throws {
        let older = try read(
            "full_date,date,weekday,time,mood,activities,note\n2019-02-17,17,So,19:05,Ok,,n\n")
        #expect(
            older.records == [
                #"{"type":"mood","timestamp":"2019-02-17T19:05:00","metadata":{"mood":"Ok","note":"n"}}"#
            ])
        let newer = try read(
            "\u{feff}full_date,date,weekday,time,mood,activities,scales,note_title,note\n"
                + "2026-07-27,July 27,Monday,13:48,meh,,\"sleep:\u{a0}4\",,\n")
        #expect(
            newer.records == [
                #"{"type":"mood","timestamp":"2026-07-27T13:48:00","#
                    + "\"metadata\":{\"mood\":\"meh\",\"scales\":\"sleep:\u{a0}4\"}}"
            ])
    }

    @Test func aTypeOfTheUsersOwn() throws {
        let input = try read("full_date,time,mood\n2021-03-27,20:39,ok\n", type: "diary")
        #expect(
            input.records == [#"{"type":"diary","timestamp":"2021-03-27T20:39:00","metadata":{"mood":"ok"}}"#]
        )
    }

    @Test(
        arguments: [
            ("20:39", "20:39:00"), ("8:05", "08:05:00"), ("00:00", "00:00:00"), ("20.39", "20:39:00"),
            ("2:00 PM", "14:00:00"), ("2:00PM", "14:00:00"), ("2:00 pm", "14:00:00"),
            ("2:00 p.m.", "14:00:00"),
            ("12:00 AM", "00:00:00"), ("12:30 PM", "12:30:00"), ("11:59 am", "11:59:00"),
            ("2:00\u{202f}PM", "14:00:00"), ("2:00\u{a0}PM", "14:00:00"), ("07:08:09", "07:08:09"),
            (" 20:39 ", "20:39:00"),
        ])
    func timesOfBothClocks(text: String, time: String) throws { #expect(try timestamp(text) == time) }

    @Test(
        arguments: [
            "", "24:00", "13:00 PM", "0:30 AM", "20:60", "20:3", "2", "2 PM", "20:39 Uhr", "-1:00", "1:00 M",
            "٣:00",
            "99999999999999999999:00", "20:39:", "20:39PMAM", ":20",
        ])
    func timesThatAreNone(text: String) throws {
        let input = try read("full_date,time,mood\n2021-03-27,\"\(text)\",ok\n")
        #expect(input.records.isEmpty)
        #expect(input.refused == ["2: time \(QuotedText.quote(text)) is none such as 20:39 or 8:39 PM"])
    }

    @Test func badRowsAreNamedAndPassedBy() throws {
        let input = try read(
            "full_date,time,mood,note\r\n27.03.2021,20:39,ok,\r\n2021-02-30,20:39,ok,\r\n2021-03-27,20:39\r\n"
                + "2021-03-27,20:39,ok,\"a\r\nb\"\r\n2021-03-27,20:39,ok,\"x\"y\r\n2021-03-27,21:00,ok,,,\r\n"
        )
        #expect(
            input.refused == [
                "2: date \"27.03.2021\" is not written YYYY-MM-DD",
                "3: date \"2021-02-30\": date does not exist",
                "4: the row has 2 cells, the header 4",
                "7: text stands behind a closing quotation mark (a quotation mark in a cell is doubled)",
            ])
        #expect(input.places == [5, 8])
        #expect(input.records[0].contains(#""note":"a\r\nb""#))
    }

    @Test func anOpenQuotationMarkEndsTheInput() throws {
        let input = try read(
            "full_date,time,mood,note\n2021-03-27,20:39,ok,n\n2021-03-27,20:40,ok,\"n\n2021-03-27,20:41,ok,n\n"
        )
        #expect(input.records.count == 1)
        #expect(
            input.refused == ["3: a quotation mark is opened and never closed; nothing behind it is read"])
    }

    @Test func nothingIsNoRefusal() throws {
        #expect(try read("") == Translation())
        #expect(try read("\u{feff}") == Translation())
        let header = try read(Self.header)
        #expect(header.records.isEmpty && header.refused.isEmpty && header.wasReady)
        #expect(try read(String(Self.header.dropLast())) == header)
    }

    @Test func headersOfOthersAreRefused() throws {
        #expect(
            refusal("year,date,weekday,time,mood\n2018,18 May,Friday,11:54 pm,ok\n")
                == InputRefusal(
                    "is not a CSV export of Daylio: there is no column \"full_date\", but \"year\", \"date\","
                        + " \"weekday\", \"time\", \"mood\"", line: 1))
        #expect(
            refusal("full_date;time;mood\n")?.message
                == "is not a CSV export of Daylio: there is no column \"full_date\", but \"full_date;time;mood\""
                + " (its cells must stand between commas)")
        #expect(
            refusal("full_date,time,mood,mood\n")?.message
                == "the header has the column \"mood\" twice")
        #expect(refusal("{\"a\":1}\n")?.line == 1)
    }

    @Test func hostileTextIsQuotedOrEscaped() throws {
        let evil = "\u{1b}[31m\u{202e}\0"
        let input = try read(
            "full_date,time,mood\n\(evil),20:39,ok\n2021-03-27,\(evil),ok\n2021-03-27,20:39,\(evil)\n")
        #expect(
            input.refused == [
                "2: date \"\\u001b[31m\\u202e\\u0000\" is not written YYYY-MM-DD",
                "3: time \"\\u001b[31m\\u202e\\u0000\" is none such as 20:39 or 8:39 PM",
            ])
        #expect(input.records.count == 1)
        #expect(!input.records[0].utf8.contains { $0 < 0x20 })
        let header = refusal("\(evil),b\n")
        #expect(header?.message.unicodeScalars.contains("\u{1b}") == false)
        let broken = try Translation.read(
            Array("full_date,time,mood\n2021-03-27,20:39,".utf8) + [0xff, 0xfe, 0x0a],
            ExportTranslator.daylio(type: nil)
        ).get()
        #expect(broken.refused == ["2: is not UTF-8 (from Excel? iconv -f WINDOWS-1252 -t UTF-8 makes it)"])
    }

    @Test func otherEncodingsAreRefused() {
        func refusal(_ bytes: [UInt8]) -> InputRefusal? {
            Translation.read(bytes, ExportTranslator.daylio(type: nil)).refusal
        }
        #expect(
            refusal([0xff, 0xfe, 0x66, 0])
                == InputRefusal("is UTF-16, not UTF-8 (iconv -f UTF-16 -t UTF-8 makes it)", line: 1))
        #expect(
            refusal([0x66, 0xe4, 0x2c, 0x0a])
                == InputRefusal(
                    "the header is not UTF-8 (from Excel? iconv -f WINDOWS-1252 -t UTF-8 makes it)", line: 1))
    }

    @Test func hardiness() {
        checkHardiness(
            ExportTranslator.daylio(type: nil),
            "\u{feff}full_date,date,time,mood,activities,note\r\n2021-03-27,27,20:39,ok,\"a | b\",\"x\"\"\r\ny\"\r\n"
                + "2021-03-26,26,8:05 PM,ü,,\n\n2021-02-30,26,8:05,ok,,\n2021-03-25,25,20.39,ok,,ä\n",
            cutOff: .unnoticed)
    }
}
