import Testing

@testable import UsageInsights

@Suite struct TimewarriorTranslatorTests {
    private func read(_ text: String, type: String? = nil) -> Translation {
        Translation.read(text, TimewarriorTranslator(type: type))
    }

    private static let start = #""start":"20261130T091500Z""#
    private static let times = start + #","end":"20261130T101500Z""#
    private static let head =
        #""timestamp":"2026-11-30T09:15:00-00:00","duration":3600.000000"#

    private func one(_ fields: String, type: String? = nil) -> String {
        let result = read("[\n{\"id\":1,\(Self.times)\(fields)}\n]\n", type: type)
        #expect(result.records.count == 1 && result.refused.isEmpty, "\(result)")
        return result.records.first ?? ""
    }

    /// Why the second of three intervals is refused.
    private func refusal(_ interval: String) -> String? {
        let good = "{\(Self.times)}"
        let result = read("[\n\(good),\n\(interval),\n\(good)\n]\n")
        #expect(result.records.count == 2)
        #expect(result.rejected == [interval])
        return result.refused.first
    }

    @Test func intervals() {
        #expect(one("") == #"{"type":"interval",\#(Self.head)}"#)
        #expect(one(#","tags":[]"#) == #"{"type":"interval",\#(Self.head)}"#)
        #expect(one(#","tags":["read"]"#) == #"{"type":"read",\#(Self.head)}"#)
        #expect(
            one(#","tags":["a","b \"c\""],"annotation":"note"}"#.dropLast().description)
                == #"{"type":"a",\#(Self.head),"metadata":{"tags":"[\"a\",\"b \\\"c\\\"\"]","annotation":"note"}}"#
        )
        #expect(one(#","tags":[ "a" , "ü" ]"#).contains(#""tags":"[\"a\",\"ü\"]""#))
        #expect(one(#","tags":["\u0061\n"]"#).hasPrefix(#"{"type":"a\n""#))
        #expect(
            one(#","annotation":"a","other":{"x":[1]}"#)
                == #"{"type":"interval",\#(Self.head),"metadata":{"annotation":"a"}}"#)
        // Where the type is given, a tag isn't lost.
        #expect(
            one(#","tags":["read"]"#, type: "work")
                == #"{"type":"work",\#(Self.head),"metadata":{"tags":"[\"read\"]"}}"#)
        #expect(one("", type: "work") == #"{"type":"work",\#(Self.head)}"#)
    }

    @Test func lengths() {
        let same = read(#"[{"start":"20261130T091500Z","end":"20261130T091500Z"}]"#)
        #expect(same.records.first?.contains(#""duration":0.000000"#) == true)
        #expect(
            refusal(#"{"start":"20261130T091500Z","end":"20261130T091459Z"}"#)
                == "3: interval 2: ends before it starts")
        #expect(
            refusal("{\(Self.start)}") == "3: interval 2: still running; append it once it has ended")
        #expect(
            refusal("{\(Self.start),\"end\":null}")
                == "3: interval 2: still running; append it once it has ended")
        #expect(refusal(#"{"end":"20261130T091500Z"}"#) == "3: interval 2: start is missing")
        let longest = read(#"[{"start":"00010101T000000Z","end":"99991231T235959Z"}]"#)
        #expect(longest.records.first?.contains(#""duration":315537897599.000000"#) == true)
    }

    @Test(arguments: [
        #""2026-11-30T09:15:00Z""#, #""20261130T091500""#, #""20261131T091500Z""#, #""20261130T251500Z""#,
        #""20261130t091500Z""#, #""20261130T09150Z""#, #""20261130T0915000Z""#, #""""#, #""äaaaaaaaaaaaaaZ""#,
        "20261130",
        "1764493200123456", "[]", "true", #""2026113\u00000T09150Z""#,
    ])
    func badTimes(value: String) {
        // A small t is read as RFC 3339 has it.
        let isTime = value.contains("t091500")
        let result = read("[{\"start\":\(value),\"end\":\"20261130T101500Z\"}]")
        #expect(result.records.count == (isTime ? 1 : 0))
        if !isTime {
            #expect(
                result.refused.first?.hasSuffix(" is not a time such as 20261130T091500Z") == true,
                "\(result)")
        }
    }

    @Test func refusedIntervals() {
        #expect(refusal("17") == "3: interval 2: not a JSON object")
        #expect(refusal("\"}\"") == "3: interval 2: not a JSON object")
        #expect(
            refusal("{\(Self.times),\"tags\":\"a\"}") == "3: interval 2: tags are not an array of strings")
        #expect(
            refusal("{\(Self.times),\"tags\":[\"a\",1]}") == "3: interval 2: tags are not an array of strings"
        )
        #expect(refusal("{\(Self.times),\(Self.start)}") == #"3: interval 2: field "start" is there twice"#)
        #expect(
            refusal("{\(Self.times),\"x\":\"a\nb\"}")
                == "3: interval 2: invalid JSON: a line feed in a string")
        #expect(refusal("{\(Self.times),\"x\":nul}")?.contains("interval 2: invalid JSON") == true)
        let long = String(repeating: "t", count: 1_025)
        #expect(
            refusal("{\(Self.times),\"tags\":[\"\(long)\"]}")
                == "3: interval 2: type is longer than 1024 bytes")
    }

    /// Ends of lines may stand anywhere between tokens; those before an interval say where it is.
    @Test func layout() {
        let pretty =
            "[\n\n  {\n \"start\":\n\"20261130T091500Z\",\r\n\"end\" : \"20261130T101500Z\" }\n,\n  {}\n]\n\n"
        let result = read(pretty)
        #expect(result.records == [#"{"type":"interval",\#(Self.head)}"#])
        #expect(result.refused == ["8: interval 2: start is missing"])
        for empty in ["[]", "[\n]\n", "\u{feff}[ ]"] { #expect(read(empty) == Translation(wasReady: true)) }
        #expect(read("") == Translation())
    }

    /// One byte too long, and reading stops right behind it, or a byte before or after.
    @Test(arguments: -2...2) func aLongIntervalIsNamedWhereverReadingStops(shift: Int) {
        let frame = "{\(Self.times),\"annotation\":\"\"}"
        let text = String(repeating: "x", count: JSONLinesLimits.lineBytes + 1 - frame.utf8.count)
        let long = frame.dropLast(2) + text + "\"}"
        #expect(long.utf8.count == JSONLinesLimits.lineBytes + 1)
        let result = Translation.feed(
            "[\(long),{\(Self.times)}]", TimewarriorTranslator(),
            .init(pieceBytes: 1 + long.utf8.count + shift))
        #expect(result.records.count == 1)
        #expect(result.refused == ["1: interval 1: longer than 1 MiB"])
    }

    @Test func longIntervals() {
        let good = "{\(Self.times)}"
        let long = "{\(Self.times),\"annotation\":\"\(String(repeating: "x]}", count: 500_000))\"}"
        for pieces in [Int.max, 70_000] {
            let result = Translation.feed(
                "[\(good),\(long),\(good),\n\(long)]", TimewarriorTranslator(), .init(pieceBytes: pieces))
            #expect(result.records.count == 2)
            #expect(
                result.refused == ["1: interval 2: longer than 1 MiB", "2: interval 4: longer than 1 MiB"])
        }
    }

    @Test func otherInputs() {
        for text in ["{}", "x", "\"[\"", "1", "\u{1f}", "null"] {
            #expect(
                read(text).refusal?.message.contains("expected an array, as timew export writes") == true,
                "\(text)")
        }
        #expect(read("[").refusal?.message == "the export is cut off before the first interval")
    }

    @Test func brokenDocuments() {
        let good = "{\(Self.times)}"
        let cases: [(String, Int, String)] = [
            ("[\(good)", 1, "the export is cut off behind interval 1"),
            ("[\(good),", 1, "the export is cut off behind interval 1"),
            ("[\(good),\(good.dropLast())", 1, "the export is cut off in interval 2"),
            (
                "[\(good)\(good)]", 1,
                "invalid JSON: unexpected \"{\" in place of a comma or an end, behind interval 1"
            ),
            ("[\(good),]", 1, "invalid JSON: unexpected \"]\" in place of a value, behind interval 1"),
            (
                "[\(good)}", 1,
                "invalid JSON: unexpected \"}\" in place of a comma or an end, behind interval 1"
            ),
            (
                "[\(good)]\n[\(good)]", 1,
                "invalid JSON: unexpected \"[\" behind the end of the document, behind interval 1"
            ),
            ("[\(good),{\"a\":]}]", 1, "interval 2: invalid JSON: \"]\" closes nothing that is open"),
            ("[\(good),\0]", 1, #"invalid JSON: unexpected "\u0000" in place of a value, behind interval 1"#),
            ("[\(good),1\0]", 1, "interval 2: not a JSON object"),
        ]
        for (text, count, message) in cases {
            let result = read(text)
            #expect(result.records.count == count, "\(text): \(result)")
            #expect(result.refused.first?.hasSuffix(": " + message) == true, "\(text): \(result)")
        }
    }

    /// The line is the one where it shows.
    @Test func lineOfABrokenPlace() {
        #expect(read("[\n{\"a\":\n1,\n}\n,\n{\n]}").refused.last?.hasPrefix("7: interval 2: ") == true)
        #expect(read("[\n{\n\"a\"").refused == ["2: the export is cut off in interval 1"])
        #expect(read("[\n\n\n").refused == ["4: the export is cut off before the first interval"])
    }

    @Test func hardiness() {
        let text = #"""
            [
            {"id":3,"start":"20261130T091500Z","end":"20261130T101500Z","tags":["a","b \"c\\"],"annotation":"[x"},
            {"id":2,"start":"20261130T111500Z","end":"20261130T101500Z","tags":["ü"]},
            {"id":1,"start":"20261130T121500Z","end":"20261130T131500Z"}
            ]
            """#
        checkHardiness(TimewarriorTranslator(), text, cutOff: .named(["cut off"]))
    }
}
