import Testing

@testable import UsageInsights

@Suite struct JournalTranslatorTests {
    private func read(_ text: String, type: String? = nil) -> Translation {
        Translation.read(text, JournalTranslator(type: type))
    }

    private static let time = #""__REALTIME_TIMESTAMP":"1764493200123456""#

    /// One entry with these fields beside its time, as the one line that it makes.
    private func one(_ fields: String, type: String? = nil) -> String {
        let result = read("{\(Self.time)\(fields.isEmpty ? "" : ",")\(fields)}\n", type: type)
        #expect(result.records.count == 1 && result.refused.isEmpty, "\(result)")
        return result.records.first ?? ""
    }

    /// Why an entry is refused.
    private func refusal(_ entry: String) -> String? {
        let good = #"{"__REALTIME_TIMESTAMP":"1","MESSAGE":"m"}"#
        let result = read("\(good)\n\(entry)\n\(good)\n")
        // Those around it are read.
        #expect(result.records.count == 2)
        #expect(result.rejected.first == entry + "\n")
        return result.refused.first
    }

    @Test func allFields() {
        let fields = #"""
            "__CURSOR":"s=ab;i=1","SYSLOG_IDENTIFIER":"sshd","_COMM":"c","_SYSTEMD_UNIT":"ssh.service","MESSAGE":"a \"b\"",\#
            "PRIORITY":"6","_HOSTNAME":"h","_PID":"12","_UID":"0","OTHER":[1,[2]],"COREDUMP":null
            """#
        #expect(
            one(fields) == #"""
                {"type":"sshd","timestamp":"2025-11-30T09:00:00.123456-00:00","id":"s=ab;i=1","metadata":{"message":"a \"b\"",\#
                "priority":"6","unit":"ssh.service","host":"h","pid":"12"}}
                """#)
    }

    @Test func types() {
        let head = #"{"type":""#
        #expect(one(#""_COMM":"c","_SYSTEMD_UNIT":"u""#).hasPrefix(head + #"c","#))
        #expect(one(#""_SYSTEMD_UNIT":"u""#).hasPrefix(head + #"u","#))
        #expect(one("") == #"{"type":"journal","timestamp":"2025-11-30T09:00:00.123456-00:00"}"#)
        #expect(one(#""SYSLOG_IDENTIFIER":null,"_COMM":"c""#).hasPrefix(head + #"c","#))
        #expect(one(#""SYSLOG_IDENTIFIER":"","_COMM":"c""#).hasPrefix(head + #"c","#))
        #expect(one(#""SYSLOG_IDENTIFIER":["a","b"],"_COMM":"c""#).hasPrefix(head + #"a","#))
        #expect(one(#""SYSLOG_IDENTIFIER":[195,164]"#).hasPrefix(head + "ä\","))
        #expect(one(#""SYSLOG_IDENTIFIER":[255],"_COMM":"c""#).hasPrefix(head + #"c","#))
        #expect(one(#""SYSLOG_IDENTIFIER":[[1],"x"],"_COMM":"c""#).hasPrefix(head + #"c","#))
        #expect(one(#""SYSLOG_IDENTIFIER":"a""#, type: "given").hasPrefix(head + #"given","#))
    }

    @Test func messages() {
        func message(_ value: String) -> String {
            let line = one("\"MESSAGE\":\(value)")
            let head =
                #"{"type":"journal","timestamp":"2025-11-30T09:00:00.123456-00:00","metadata":{"message":"#
            #expect(line.hasPrefix(head) && line.hasSuffix("}}"), "\(line)")
            return String(line.dropFirst(head.count).dropLast(2))
        }
        #expect(message("[104, 195, 164]") == "\"hä\"")
        #expect(message("[27,91,0,10]") == #""\u001b[\u0000\n""#)
        #expect(message("[255,1]") == "\"[255,1]\"")
        #expect(message("[256]") == "\"[256]\"")
        #expect(message("[99999999999999999999]") == "\"[99999999999999999999]\"")
        #expect(message("[1.5]") == "\"[1.5]\"")
        #expect(message("[-1]") == "\"[-1]\"")
        #expect(message("[]") == "\"[]\"")
        #expect(message(#"["x", "y"]"#) == #""[\"x\",\"y\"]""#)
        #expect(message("7") == "\"7\"")
        #expect(message(#""\u0000\ud83d\ude00""#) == #""\u0000😀""#)
        #expect(!one("\"MESSAGE\":null").contains("metadata"))
    }

    @Test func times() {
        let cases: [(String, String)] = [
            (#""0""#, "1970-01-01T00:00:00-00:00"),
            (#""253402300799999999""#, "9999-12-31T23:59:59.999999-00:00"),
        ]
        for (value, time) in cases {
            #expect(
                read("{\"__REALTIME_TIMESTAMP\":\(value)}").records
                    == [#"{"type":"journal","timestamp":"\#(time)"}"#])
        }
        for value in [
            #""253402300800000000""#, #""99999999999999999999999999""#, #""""#, #""-1""#, #""1.5""#,
            #""1e3""#, #"" 1""#, "[1]",
            "true",
        ] {
            let message = refusal("{\"__REALTIME_TIMESTAMP\":\(value)}")
            #expect(
                message?.contains("is not in microseconds since 1970") == true, "\(value): \(message ?? "")")
        }
        for entry in ["{}", #"{"MESSAGE":"m"}"#, #"{"__REALTIME_TIMESTAMP":null}"#] {
            #expect(refusal(entry)?.hasPrefix("2: __REALTIME_TIMESTAMP is missing") == true)
        }
    }

    @Test func refusedEntries() {
        #expect(
            refusal(#"{"MESSAGE":"a","__REALTIME_TIMESTAMP":"1","MESSAGE":"b"}"#)
                == #"2: field "MESSAGE" is there twice"#)
        #expect(refusal("[1]") == "2: not a JSON object")
        #expect(refusal("-- Boot --") == "2: not a JSON object")
        #expect(refusal(#"{"MESSAGE":"a"}{}"#)?.contains("text after the record") == true)
        #expect(refusal("{\"MESSAGE\":\"a\0b\"}")?.contains("raw \\u0000 in a string") == true)
        #expect(refusal("\0\0\0") == "2: not a JSON object")
        #expect(refusal(#"{"MESSAGE":"\ud800"}"#)?.contains("half of a surrogate pair") == true)
        #expect(refusal(#"{"MESSAGE":01}"#)?.contains("invalid JSON") == true)
        #expect(refusal("{") == "2: the entry doesn't end on its line: journalctl -o json writes one a line")
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        #expect(refusal("{\"X\":\(deep)}") == "2: nested deeper than 64")
    }

    @Test func invalidUTF8() {
        let bytes = Array(#"{"__REALTIME_TIMESTAMP":"1","MESSAGE":""#.utf8) + [0xff] + Array("\"}\n".utf8)
        #expect(Translation.read(bytes, JournalTranslator()).refused == ["1: invalid UTF-8 at byte 40"])
    }

    @Test func longEntries() {
        func entry(_ bytes: Int) -> String {
            let frame = #"{"__REALTIME_TIMESTAMP":"1","X":""}"#
            let inner = String(repeating: "x", count: bytes - frame.utf8.count)
            return #"{"__REALTIME_TIMESTAMP":"1","X":"\#(inner)"}"#
        }
        let short = #"{"__REALTIME_TIMESTAMP":"2"}"#
        for pieces in [Int.max, 100_000] {
            for end in ["\n", ""] {
                let fits = Translation.feed(
                    "\(short)\n\(entry(1 << 20))\(end)", JournalTranslator(), .init(pieceBytes: pieces))
                #expect(fits.records.count == 2 && fits.refused.isEmpty)
            }
            let over = Translation.feed(
                "\(short)\n\(entry(1 << 20 + 1))\n\(entry(3 << 20))\n\(short)\n", JournalTranslator(),
                .init(pieceBytes: pieces))
            #expect(over.records.count == 2)
            #expect(
                over.refused == ["2: the entry is longer than 1 MiB", "3: the entry is longer than 1 MiB"])
            let last = Translation.feed(
                "\(short)\n\(entry(3 << 20))", JournalTranslator(), .init(pieceBytes: pieces))
            #expect(last.records.count == 1 && last.refused.count == 1)
        }
    }

    @Test func linesAndBlanks() {
        let entry = #"{"__REALTIME_TIMESTAMP":"1"}"#
        let result = read("\n \n\(entry)\r\n\n\(entry)\nbad\n\(entry)")
        #expect(result.records.count == 3 && result.refused == ["6: not a JSON object"])
        #expect(read("") == Translation())
        #expect(read("\n\n ") == Translation())
    }

    @Test func otherInputs() {
        for text in ["[\(#"{"a":1}"#)]", "x", "\n\u{1e}{}", "-- No entries --\n", "\u{feff}{}"] {
            let result = read(text)
            #expect(
                result.refusal?.message.contains(
                    "expected a JSON object a line, as journalctl -o json writes")
                    == true)
        }
    }

    @Test func hardiness() {
        let text = #"""
            {"__CURSOR":"s=1;i=1","__REALTIME_TIMESTAMP":"1764493200123456","MESSAGE":"he\"l\\lo","SYSLOG_IDENTIFIER":"app","X":null}
            {"__CURSOR":"s=1;i=2","__REALTIME_TIMESTAMP":"1764493201000000","MESSAGE":[104,195,164],"_COMM":"k"}

            {"__CURSOR":"s=1;i=3","__REALTIME_TIMESTAMP":"1764493202000000","MESSAGE":["x","ü"]}
            """#
        checkHardiness(JournalTranslator(), text, cutOff: .refused)
        checkHardiness(JournalTranslator(), text + "\n", cutOff: .refused)
        // The half of an entry is named.
        #expect(read(String(text.dropLast(4))).refused == ["4: the last entry is cut off"])
    }
}
