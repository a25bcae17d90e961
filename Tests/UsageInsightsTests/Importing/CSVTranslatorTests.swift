import Testing

@testable import UsageInsights

@Suite struct CSVTranslatorTests {
    private func translator(
        map: [String] = [], _ change: (inout CSVTranslator.Options) throws -> Void = { _ in }
    ) throws -> CSVTranslator {
        var options = CSVTranslator.Options(zone: try Zone(named: "Europe/Berlin"))
        for pair in map { try options.mapping.add(pair) }
        try change(&options)
        return CSVTranslator(options)
    }

    private func translate(
        _ text: String, map: [String] = [], areRecords: Bool = true,
        _ change: (inout CSVTranslator.Options) throws -> Void = { _ in }
    ) throws -> Translation {
        let translator = try translator(map: map, change)
        return try Translation.read(text, translator, areRecords: areRecords).get()
    }

    private func refusal(_ text: String, map: [String] = []) throws -> String? {
        let translator = try translator(map: map)
        return Translation.read(text, translator).refusal?.message
    }

    @Test func columnsCalledLikeFieldsAreThem() throws {
        let found = try translate(
            "timestamp,type,duration,id,room\n2026-11-30T09:15:00+01:00,run,45.5,a1,\"Gym, 2\"\n2026-11-30T10:00:00Z,walk,,,\n"
        )
        #expect(
            found.records == [
                #"{"type":"run","timestamp":"2026-11-30T09:15:00+01:00","duration":45.500000,"id":"a1","metadata":{"room":"Gym, 2"}}"#,
                #"{"type":"walk","timestamp":"2026-11-30T10:00:00Z"}"#,
            ])
        #expect(found.refused.isEmpty)
    }

    @Test func othersAreMapped() throws {
        let text = "Date,Time,What,A+B,kind of\n2026-11-30,9:15,run,x,y\n"
        let map = ["timestamp=Date+Time,type=What", "id=A+B"]
        #expect(try translate(text, map: map).refused.count == 1)
        let found = try translate(text, map: map) { $0.dateFormat = try DatePattern("yyyy-MM-dd H:mm") }
        #expect(
            found.records == [
                #"{"type":"run","timestamp":"2026-11-30T09:15:00","id":"x","metadata":{"kind of":"y"}}"#
            ])
        let bare = try translate(text, map: map) {
            $0.dateFormat = try DatePattern("yyyy-MM-dd H:mm")
            $0.onlyMapped = true
        }
        #expect(bare.records == [#"{"type":"run","timestamp":"2026-11-30T09:15:00","id":"x"}"#])
    }

    /// A comma in a column's name is none between two roles.
    @Test func aColumnMayHaveACommaInItsName() throws {
        var mapping = CSVMapping()
        try mapping.add("timestamp=Date, local,type=What, and why,id=c")
        #expect(mapping.columns == [.timestamp: "Date, local", .type: "What, and why", .id: "c"])
        for bad in ["timestamp", "when=Date", "timestamp=a,timestamp=b", "=a", "type=a,type="] {
            var mapping = CSVMapping()
            #expect(throws: RefusedExpression.self, "\(bad)") { try mapping.add(bad) }
        }
    }

    @Test func theTypeOfAllIsGiven() throws {
        let found = try translate("timestamp\n2026-11-30\n2026-11-30 09:15\n2026-11-30T09:15+01:00\n") {
            $0.type = "note"
        }
        #expect(
            found.records == [
                #"{"type":"note","timestamp":"2026-11-30T00:00:00"}"#,
                #"{"type":"note","timestamp":"2026-11-30T09:15:00"}"#,
                #"{"type":"note","timestamp":"2026-11-30T09:15:00+01:00"}"#,
            ])
    }

    @Test func numbersAreTimesOnlyWhereThatIsSaid() throws {
        let text = "timestamp,type\n1588204800.25,x\n-5,x\n2026-11-30T00:00:00Z,x\n1-2,x\n"
        #expect(try translate(text, areRecords: false).refused.count == 3)
        let found = try translate(text, areRecords: false) { $0.readsNumbers = true }
        #expect(
            found.records == [
                #"{"type":"x","timestamp":1588204800.25}"#, #"{"type":"x","timestamp":-5}"#,
                #"{"type":"x","timestamp":"2026-11-30T00:00:00Z"}"#,
            ])
        #expect(found.refused.count == 1)
    }

    /// The night in which Berlin's clocks go back is an hour longer.
    @Test(arguments: [
        ("2026-11-30T10:00:00", "2026-11-30T10:45:00", "2700.000000"),
        ("2026-10-25T00:00:00", "2026-10-25T04:00:00", "18000.000000"),
        ("2026-03-29T00:00:00", "2026-03-29T04:00:00", "10800.000000"),
        ("2026-11-30T10:00:00Z", "2026-11-30T11:00:00.000001+01:00", "0.000001"),
        ("2026-11-30T10:00:00Z", "2026-11-30T11:30:00", "1800.000000"),
    ]) func theEndGivesTheLength(start: String, end: String, length: String) throws {
        let found = try translate("timestamp,until,type\n\(start),\(end),x\n", map: ["end=until"])
        #expect(found.records.first?.contains("\"duration\":\(length)") == true, "\(found)")
    }

    @Test func theEndMustNotBeBeforeTheStart() throws {
        let found = try translate(
            "timestamp,end,type\n2024-01-18T10:00:00Z,2024-01-18T09:00:00Z,t\n", map: ["end=end"])
        #expect(
            found.refused == ["2: end is before the start (past midnight? then it needs a date of its own)"])
        // Without being mapped it is a detail like any other.
        let other = try translate("timestamp,end,type\n2024-01-18T10:00:00Z,2024-01-18T09:00:00Z,t\n")
        #expect(other.records.first?.contains(#""metadata":{"end":"2024-01-18T09:00:00Z"}"#) == true)
    }

    @Test(arguments: [
        ("45", "45.000000"), ("0.0000019", "0.000001"), ("1h20m", "4800.000000"), ("00:05:00", "300.000000"),
        ("100:00:01.25", "360001.250000"), ("0", "0.000000"), (" 7 ", "7.000000"),
    ]) func lengthsAreRead(text: String, expected: String) throws {
        let found = try translate("timestamp,type,duration\n2026-11-30T00:00:00Z,x,\(text)\n")
        #expect(found.records.first?.contains("\"duration\":\(expected)") == true, "\(found)")
    }

    @Test(arguments: [
        "5:00", "x", "-3", "1:60:00", "1:00:60", "1:0:00", "1:00:0", "1:00:00:00", "nan", "1e3", "::",
        "1:-1:00",
    ])
    func otherLengthsAreRefused(text: String) throws {
        let found = try translate("timestamp,type,duration\n2026-11-30T00:00:00Z,x,\(text)\n")
        #expect(found.records.isEmpty && found.refused.first?.hasPrefix("2: duration ") == true, "\(found)")
    }

    @Test func rowsOfOtherKinds() throws {
        let text = """
            kind,date,focus,sleep,energy,stress,mood,supplement,takenAt,amount,type,timestamp,category
            checkin,2026-11-30,4,3,5,2,slept late,,,,,,
            dose,,,,,,,Magnesium,2026-11-30T08:00:00+01:00,200 mg,,,
            event,,,,,,fine,,,,run,2026-11-30T09:00:00Z,work
            rollup,,,,,,,,,,run,2026-11-30T09:00:00Z,work
            checkin,2026-11-30,4,3,6,2,,,,,,,
            checkin,2026-11-30,4,,5,2,,,,,,,
            checkin,2026-11-30,4,3,5,2,,,,,,,work
            retract,,,,,,,,,,,,

            """
        let found = try translate(text)
        #expect(try translate(text) { $0.ignoresUnknown = true }.records.count == found.records.count + 1)
        #expect(
            found.records == [
                #"{"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2,"mood":"slept late"}"#,
                #"{"kind":"dose","supplement":"Magnesium","takenAt":"2026-11-30T08:00:00+01:00","amount":"200 mg"}"#,
                #"{"type":"run","timestamp":"2026-11-30T09:00:00Z","metadata":{"mood":"fine","category":"work"}}"#,
                #"{"kind":"rollup","type":"run","timestamp":"2026-11-30T09:00:00Z","metadata":{"category":"work"}}"#,
            ])
        #expect(
            found.refused == [
                "6: energy is \"6\": a level is a whole number from 1 to 5", "7: sleep is missing",
                "8: a check-in has no \"category\" (map it, such as mood=COLUMN, or leave it out with --only-mapped)",
                "9: unknown kind \"retract\": one of event, rollup, dose, checkin (--map kind= makes the column a detail)",
            ])
    }

    @Test func withoutAKindTheColumnsTell() throws {
        let days = try translate(
            "date,focus,sleep,energy,calm\n30.11.2026,4,3,5,2\n", map: ["stress=calm"]
        ) { $0.dateFormat = try DatePattern("dd.MM.yyyy") }
        #expect(
            days.records == [
                #"{"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2}"#
            ])
        let doses = try translate("supplement,takenAt\nZinc,2026-11-30T08:00:00Z\n")
        #expect(
            doses.records == [#"{"kind":"dose","supplement":"Zinc","takenAt":"2026-11-30T08:00:00Z"}"#])
    }

    @Test func raggedRowsAreRefused() throws {
        let found = try translate(
            "timestamp,type\n2026-11-30,x,,\n2026-11-30,x,y\n2026-11-30\n\n2026-11-30,z\n")
        #expect(found.records.count == 2)
        #expect(
            found.refused == [
                "3: the row has 3 cells, the header 2", "4: the row has 1 cell, the header 2",
            ])
    }

    @Test func aHeaderThatCannotServeIsRefused() throws {
        #expect(try refusal("a,b\n1,2\n")?.contains("no column 'timestamp'") == true)
        #expect(try refusal("a;timestamp\n1;2\n")?.contains("--separator") == true)
        #expect(try refusal("timestamp,x\n", map: ["type=y"])?.contains("no column \"y\"") == true)
        #expect(try refusal("timestamp,timestamp\n")?.contains("twice") == true)
        #expect(try refusal("\"timestamp\n")?.contains("never closed") == true)
        #expect(try refusal("\u{feff}timestamp,type\n") == nil)
        #expect(try refusal("timestamp,type") == nil)
    }

    @Test func quotationMarksThatAreNeverClosedEndIt() throws {
        let found = try translate(
            "timestamp,type,note\n2026-11-30,x,\"a\nb\"\n2026-11-30,x,\"y\n2026-11-30,z,\n")
        #expect(found.records.count == 1)
        #expect(
            found.refused == ["4: a quotation mark is opened and never closed; nothing behind it is read"])
    }

    /// Text from a file is never put into a message as it is.
    @Test func messagesAreHarmless() throws {
        let found = try translate("timestamp,type\n\u{1b}[31m\u{202e}x,y\n")
        #expect(found.refused.first?.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202e } == false)
        #expect(found.refused.first?.contains("\\u001b") == true)
    }

    @Test func hardiness() throws {
        let text =
            "\u{feff}timestamp,type,note\r\n2026-11-30,x,\"a\r\nb\"\r\nbad,x,\r\n\r\n2026-11-30,\"y\"\"\",日本\r\n2026-11-30,z,\"\"x\r\n2026-11-30,z,\"x"
        let translator = try translator()
        let whole = Translation.read(text, translator)
        #expect(whole.records.count == 2 && whole.refused.count == 3)
        checkHardiness(translator, text, cutOff: .unnoticed, areRecords: false)
    }

    /// What a kind of record doesn't have stays what it is, mapped or not.
    @Test func nothingThatIsMappedVanishes() throws {
        let found = try translate("type,timestamp,Feeling\nx,2026-11-30,low\n", map: ["mood=Feeling"])
        #expect(
            found.records == [#"{"type":"x","timestamp":"2026-11-30T00:00:00","metadata":{"Feeling":"low"}}"#]
        )
        #expect(
            try refusal("type,timestamp,u,d\n", map: ["end=u,duration=d"])?.contains("both mapped") == true)
        let length = try translate(
            "type,timestamp,duration,u\nx,2026-11-30,5 min,2026-11-30T00:01:00\n", map: ["end=u"])
        #expect(
            length.records.first?.hasSuffix(#""duration":60.000000,"metadata":{"duration":"5 min"}}"#) == true
        )
    }

    /// A column that is called like a field may be something else.
    @Test func aFieldMayBeTakenFromAColumn() throws {
        let text = "type,timestamp,kind,duration,id\nx,2026-11-30,cardio,5 min,\n"
        #expect(try translate(text).refused.count == 1)
        let found = try translate(text, map: ["kind=,duration="])
        #expect(
            found.records == [
                #"{"type":"x","timestamp":"2026-11-30T00:00:00","metadata":{"kind":"cardio","duration":"5 min"}}"#
            ])
    }

    @Test func namesThatAreThereTwice() throws {
        #expect(try refusal("type,timestamp,a,a\n")?.contains("\"a\" twice") == true)
        let text = "type,timestamp,,,a,\nx,2026-11-30,,,1,\nx,2026-11-30,2,,1,\nx,2026-11-30,2,3,1,\n"
        let found = try translate(text)
        #expect(found.records.count == 2 && found.records[1].hasSuffix(#""metadata":{"":"2","a":"1"}}"#))
        #expect(found.refused == ["4: more than one cell stands under a column without a name"])
    }

    @Test func halfAMomentIsNone() throws {
        let found = try translate("type,d,t\nx,2026-11-30,\nx,,09:00\nx,,\n", map: ["timestamp=d+t"])
        #expect(
            found.refused == [
                "2: timestamp: the cell of \"t\" is empty", "3: timestamp: the cell of \"d\" is empty",
                "4: timestamp is missing",
            ])
    }

    @Test func halvesOfACharacterAreNone() throws {
        var translator = CSVTranslator(CSVTranslator.Options(zone: try Zone(named: "UTC")))
        let bytes = Array("type,timestamp,a,b\nx,2026-11-30,".utf8) + [0xc3, 0x2c, 0xa9, 0x0a]
        var line: [UInt8] = []
        let header = try bytes.withUnsafeBytes { try translator.next($0, isEnd: true, line: &line) }
        guard case .taken(let piece) = header else {
            Issue.record("no header")
            return
        }
        let row = try bytes[piece.bytes...].withUnsafeBytes {
            try translator.next($0, isEnd: true, line: &line)
        }
        guard case .taken(let found) = row else {
            Issue.record("no row")
            return
        }
        #expect(
            found.meaning == .refused("is not UTF-8 (from Excel? iconv -f WINDOWS-1252 -t UTF-8 makes it)"))
    }

    @Test func whatIsNoTimeOfALogIsRefused() throws {
        let found = try translate("type,timestamp\nx,31/12/9999 23:59:60\n") {
            $0.dateFormat = try DatePattern("dd/MM/yyyy HH:mm:ss")
        }
        #expect(found.refused.first?.hasPrefix("2: timestamp \"31/12/9999 23:59:60\" is not as") == true)
        let numbers = try translate("type,timestamp\nx,1.\nx,00\nx,1.2.3\nx,-0.5\n", areRecords: false) {
            $0.readsNumbers = true
        }
        #expect(numbers.records.count == 1 && numbers.refused.count == 3)
        #expect(numbers.refused.allSatisfy { !$0.contains("JSON") })
    }

    /// Blanks are part of a text, and no part of a number or a time.
    @Test func blanksAreKeptInTexts() throws {
        let found = try translate("type,timestamp,duration,id,a\n x , 2026-11-30 , 5 , 1 , b \n")
        #expect(
            found.records == [
                #"{"type":" x ","timestamp":"2026-11-30T00:00:00","duration":5.000000,"id":" 1 ","metadata":{"a":" b "}}"#
            ])
    }

    /// Who slept from 23:30 to 06:45 writes one date.
    @Test(arguments: [
        ("2026-11-30 23:30", "06:45", "26100.000000"), ("2026-11-30 00:15", "6:45 AM", "23400.000000"),
        ("2026-11-30T23:30:00+05:00", "00:00", "1800.000000"), ("2026-11-30 06:45", "06:45", "0.000000"),
        ("2026-10-24 23:00", "03:30", "19800.000000"),
    ]) func aTimeOfDayIsTheNextOne(start: String, end: String, length: String) throws {
        let found = try translate("timestamp,until,type\n\(start),\(end),x\n", map: ["end=until"])
        #expect(found.records.first?.contains("\"duration\":\(length)") == true, "\(found)")
    }

    @Test func capitalsOfNamesDoNotMatter() throws {
        let found = try translate("Timestamp, Type ,NOTE\n2026-11-30,x,y\n")
        #expect(found.records == [#"{"type":"x","timestamp":"2026-11-30T00:00:00","metadata":{"NOTE":"y"}}"#])
        let mapped = try translate("Date,note,Note\n2026-11-30,x,y\n", map: ["timestamp=date,type=note"])
        #expect(
            mapped.records == [#"{"type":"x","timestamp":"2026-11-30T00:00:00","metadata":{"Note":"y"}}"#])
        // Which of two that differ only in these is meant can't be told.
        #expect(try refusal("TYPE,Type,timestamp\n")?.contains("no column 'type'") == true)
    }

    @Test(
        arguments: [
            (60, "45", "2700.000000"), (3600, "1.5", "5400.000000"), (60, "05", "300.000000"),
            (60, "45s", "45.000000"),
        ]
            as [(Int64, String, String)])
    func numbersCountAUnit(seconds: Int64, text: String, length: String) throws {
        let found = try translate("timestamp,type,duration\n2026-11-30,x,\(text)\n") {
            $0.durationUnit = seconds * 1_000_000
        }
        #expect(found.records.first?.contains("\"duration\":\(length)") == true, "\(found)")
    }

    /// What is missing is said of what the file is.
    @Test func checkInsAndDosesAreTold() throws {
        #expect(
            try refusal("Day,Focus,Sleep,Energy\n", map: ["date=Day"])?.contains(
                "look like check-ins; missing: stress") == true)
        #expect(
            try refusal("When,What\n", map: ["takenAt=When"])?.contains(
                "look like doses; missing: supplement") == true)
        #expect(try refusal("Supplement,x\n")?.contains("no column 'takenAt'") == true)
        var options = CSVTranslator.Options(zone: try Zone(named: "UTC"))
        try options.mapping.add("date=Day")
        options.type = "x"
        let outcome = Translation.read("Day,Focus,Sleep,Energy,Stress\n", CSVTranslator(options))
        #expect(outcome.refusal?.message == "these look like check-ins; give no TYPE with them")
    }

    @Test func otherFilesAreTold() throws {
        for (bytes, words) in [
            ([0x50, 0x4b, 0x03, 0x04, 0x14], "Excel"), ([0x1f, 0x8b, 0x08, 0x00], "compressed"),
            ([0xff, 0xfe, 0x61, 0x00], "UTF-16"), ([0x61, 0xe4, 0x2c, 0x0a], "WINDOWS-1252"),
        ] as [([UInt8], String)] {
            let csv = try translator()
            let outcome = Translation.read(bytes, csv)
            #expect(outcome.refusal?.message.contains(words) == true, "\(outcome)")
        }
    }

    @Test func aRowSaysOneThing() throws {
        let found = try translate(
            """
            kind,type,timestamp,supplement,takenAt,date,focus,sleep,energy,stress
            dose,Zn,2026-01-02T00:00:00Z,Mg,,,,,,
            dose,Mg,2026-01-02T00:00:00Z,Mg,2026-01-03T00:00:00Z,,,,,
            dose,Mg,2026-01-02T00:00:00Z,,,,,,,
            checkin,morning,,,,2026-11-30,4,3,5,2

            """)
        #expect(found.records.count == 1)
        #expect(
            found.refused.count == 3 && found.refused[2] == "5: a check-in has no type, such as \"morning\"")
        let mapped = try translate("timestamp,type,Laune,x\n2026-01-02,y,low,z\n", map: ["mood=Laune"]) {
            $0.onlyMapped = true
        }
        #expect(
            mapped.records == [#"{"type":"y","timestamp":"2026-01-02T00:00:00","metadata":{"Laune":"low"}}"#])
    }

    @Test func severalColumnsOfOneFieldAreAllRead() throws {
        let text = "timestamp,type,H,M\n2026-01-01,x,1h,30m\n2026-01-01,x,1h,\n2026-01-01,x,1,30\n"
        let found = try translate(text, map: ["duration=H+M"])
        #expect(found.records == [#"{"type":"x","timestamp":"2026-01-01T00:00:00","duration":5400.000000}"#])
        #expect(found.refused.count == 2)
        #expect(try refusal(text, map: ["kind=H+M"])?.contains("'kind' is one column") == true)
    }

    /// What the form says comes before what a time of day might look like.
    @Test func anEndInTheFormThatWasGiven() throws {
        let found = try translate(
            "S,E,type\n10.11.25,12.11.25,x\n10.11.25,06:30,x\n", map: ["timestamp=S,end=E"]
        ) {
            $0.dateFormat = try DatePattern("dd.MM.yy")
        }
        #expect(
            found.records.map { $0.contains("172800.000000") || $0.contains("23400.000000") } == [true, true])
    }

    @Test func whatNobodyMappedMayBeThereTwice() throws {
        let found = try translate(
            "timestamp,type,date,date\n2026-01-01,x,1,2\n", map: ["timestamp=timestamp"]
        ) {
            $0.onlyMapped = true
        }
        #expect(found.records == [#"{"type":"x","timestamp":"2026-01-01T00:00:00"}"#])
    }
}
