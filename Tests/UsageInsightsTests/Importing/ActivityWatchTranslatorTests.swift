import Testing

@testable import UsageInsights

@Suite struct ActivityWatchTranslatorTests {
    private func read(_ text: String, type: String? = nil) -> Translation {
        Translation.read(text, ActivityWatchTranslator(type: type))
    }

    private static let time = #""timestamp":"2025-11-02T00:47:19.467286+00:00""#
    private static let recordTime = #""timestamp":"2025-11-02T00:47:19.467286-00:00""#
    private static let good = "{\(time)}"

    private func export(_ events: String, _ bucket: String = "b", type: String = "t") -> String {
        #"{"buckets":{"\#(bucket)":{"id":"\#(bucket)","type":"\#(type)","created":null,"events":[\#(events)]}}}"#
    }

    private func one(_ fields: String, type: String? = nil) -> String {
        let result = read(export("{\(Self.time)\(fields.isEmpty ? "" : ",")\(fields)}"), type: type)
        #expect(result.records.count == 1 && result.refused.isEmpty, "\(result)")
        return result.records.first ?? ""
    }

    /// Why the second of three events is refused.
    private func refusal(_ event: String) -> String? {
        let result = read(export("\(Self.good),\(event), \(Self.good)"))
        #expect(result.records.count == 2 && result.refused.count == 1)
        #expect(result.rejected == [event])
        return result.refused.first
    }

    @Test func events() {
        let data =
            #"{"app":"x \"y\"","n":1.50,"big":12345678901234567890123,"t":true,"none":null,"o":{"a": [1, {"b":"c d"}]}}"#
        #expect(
            one(#""id":7,"duration":12.345678,"data":\#(data)"#) == #"""
                {"type":"t",\#(Self.recordTime),"duration":12.345678,"id":"b/7","metadata":{"app":"x \"y\"","n":1.50,\#
                "big":12345678901234567890123,"t":true,"none":null,"o":{"a":[1,{"b":"c d"}]},"bucket":"b"}}
                """#)
        #expect(one("") == #"{"type":"t",\#(Self.recordTime),"metadata":{"bucket":"b"}}"#)
        #expect(one(#""id":null,"duration":null,"data":null"#) == one(""))
        #expect(one(#""id":"x/y","data":{}"#).contains(#""id":"b/x/y""#))
        #expect(one(#""id":"""#) == one(""))
        #expect(one("", type: "given").hasPrefix(#"{"type":"given","#))
        // What the event says of itself goes before.
        #expect(one(#""data":{"bucket":"own"}"#).hasSuffix(#""metadata":{"bucket":"own"}}"#))
        #expect(one(#""data":{"bucket":null}"#).hasSuffix(#""metadata":{"bucket":"b"}}"#))
        #expect(one(#""extra":[[]],"data":{"":"k"}"#).contains(#"{"":"k","bucket":"b"}"#))
    }

    @Test func durationsStayAsWritten() {
        for text in ["0", "0.0", "86399.999999", "1e2", "0.1234567", "1E-6", "999999999999.999999"] {
            #expect(one("\"duration\":\(text)").contains("\"duration\":\(text),"))
        }
        #expect(
            refusal(#"{\#(Self.time),"duration":-0.000001}"#) == #"1: event 2 of "b": duration is negative"#)
        #expect(
            refusal(#"{\#(Self.time),"duration":1e13}"#) == #"1: event 2 of "b": duration is over 10^12 s"#)
        #expect(
            refusal(#"{\#(Self.time),"duration":1e999999999999}"#)
                == #"1: event 2 of "b": duration is over 10^12 s"#)
        #expect(
            refusal(#"{\#(Self.time),"duration":"1"}"#) == #"1: event 2 of "b": duration is not a number"#)
        #expect(refusal(#"{\#(Self.time),"duration":NaN}"#)?.contains("invalid JSON") == true)
    }

    @Test func times() {
        func time(_ text: String) -> String? {
            let line = read(export("{\"timestamp\":\"\(text)\"}")).records.first
            return line?.split(separator: "\"").dropFirst(7).first.map(String.init)
        }
        #expect(time("2025-11-02T00:47:19Z") == "2025-11-02T00:47:19-00:00")
        #expect(time("2025-11-02T00:47:19.467286123Z") == "2025-11-02T00:47:19.467286-00:00")
        #expect(time("2025-11-02T00:47:19.467000-00:00") == "2025-11-02T00:47:19.467-00:00")
        // It writes none, but says what it says.
        #expect(time("2025-11-02T02:47:19+02:00") == "2025-11-02T02:47:19+02:00")
        #expect(
            refusal(#"{"timestamp":"2025-11-02T00:47:19"}"#)
                == #"1: event 2 of "b": timestamp "2025-11-02T00:47:19" has no offset"#)
        #expect(refusal(#"{"timestamp":"2025-11-31T00:47:19Z"}"#)?.contains("date does not exist") == true)
        #expect(refusal(#"{"timestamp":1764493200}"#) == #"1: event 2 of "b": timestamp is not a string"#)
        #expect(refusal("{}") == #"1: event 2 of "b": timestamp is missing"#)
    }

    @Test func refusedEvents() {
        #expect(refusal("17") == #"1: event 2 of "b": not a JSON object"#)
        #expect(refusal("null") == #"1: event 2 of "b": not a JSON object"#)
        #expect(refusal(#"{\#(Self.time),"data":[1]}"#) == #"1: event 2 of "b": data is not an object"#)
        #expect(
            refusal(#"{\#(Self.time),"id":{}}"#) == #"1: event 2 of "b": id is neither a number nor a string"#
        )
        #expect(
            refusal(#"{\#(Self.time),\#(Self.time)}"#)
                == #"1: event 2 of "b": field "timestamp" is there twice"#)
        #expect(
            refusal(#"{\#(Self.time),"data":{"a":1,"\u0061":null}}"#)
                == #"1: event 2 of "b": metadata key "a" is there twice"#)
        #expect(
            refusal("{\(Self.time),\"data\":{\"a\":\"\0\"}}")?.contains("raw \\u0000 in a string") == true)
        #expect(refusal(#"{\#(Self.time),"data":{"a":"\udc00"}}"#)?.contains("surrogate") == true)
        let keys = (0..<257).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(refusal("{\(Self.time),\"data\":{\(keys)}}")?.contains("more than 256 metadata keys") == true)
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        #expect(refusal("{\(Self.time),\"x\":\(deep)}")?.contains("nested deeper than 64") == true)
    }

    @Test func invalidUTF8() {
        let parts = export("{\(Self.time),\"data\":{\"a\":\"?\"}}").split(separator: "?")
        let bytes = Array(parts[0].utf8) + [0xc3, 0x28] + Array(parts[1].utf8)
        let result = Translation.read(bytes, ActivityWatchTranslator())
        #expect(result.records.isEmpty && result.refused.first?.contains("invalid UTF-8") == true)
        let key = Array("{\"buckets\":{\"".utf8) + [0xff] + Array("\":{}}}".utf8)
        #expect(Translation.read(key, ActivityWatchTranslator()).refused.first?.contains("bad key") == true)
    }

    @Test func bucketsAndTheirTypes() {
        let good = Self.good
        let text = """
            {"other":[{"buckets":1}],"buckets":{"empty":{"type":"e","events":[]},"none":{"type":"n","events":null},
            "one":{"type":"t1","data":{"events":[1]},"events":[\(good),\(good)],"hostname":"h"},
            "late":{"events":[\(good)],"type":"t2"},"null":{"type":null,"events":[\(good)]}},"x":{}}
            """
        let result = read(text)
        #expect(result.refused.isEmpty)
        let types = ["t1", "t1", "late", "null"]
        let buckets = ["one", "one", "late", "null"]
        #expect(
            result.records
                == zip(types, buckets).map {
                    #"{"type":"\#($0)",\#(Self.recordTime),"metadata":{"bucket":"\#($1)"}}"#
                })
    }

    @Test func otherForms() {
        let bucket = #"{"id":"b","type":"t","events":[\#(Self.good)],"more":{}}"#
        #expect(read(bucket).records == [#"{"type":"t",\#(Self.recordTime),"metadata":{"bucket":"b"}}"#])
        let late = #"{"events":[\#(Self.good)],"id":"b"}"#
        #expect(read(late).refusal?.message == "the bucket's id stands behind its events: give them a TYPE")
        let bare = #"{"type":"x",\#(Self.recordTime)}"#
        #expect(read(late, type: "x").records == [bare])
        let array = #"[{"id":1,\#(Self.time)},{}]"#
        #expect(read(array, type: "x").records == [bare])
        #expect(read(array, type: "x").refused == ["1: event 2: timestamp is missing"])
        #expect(read(array).refusal?.message.contains("give them a TYPE") == true)
    }

    @Test func otherInputs() {
        for text in [
            "{}", "x", "1", "]", "\0", "\"buckets\"", #"{"buckets":[]}"#, #"{"a":{"buckets":{}}}"#,
            #"{"events":null}"#,
        ] {
            #expect(
                read(text).refusal?.message.contains("expected an object with \"buckets\"") == true, "\(text)"
            )
        }
        #expect(read("{").refusal?.message == "the export is cut off before any event")
        #expect(read(#"{"buckets":{}}"#) == Translation(wasReady: true))
        #expect(read("") == Translation())
    }

    @Test func brokenDocuments() {
        let good = Self.good
        let whole = export(good)
        let cases: [(String, Int, String)] = [
            (String(whole.dropLast()), 1, #"the export is cut off behind event 1 of "b""#),
            (String(whole.dropLast(4)), 1, #"the export is cut off behind event 1 of "b""#),
            (String(whole.dropLast(5)), 0, #"the export is cut off in event 1 of "b""#),
            (
                whole + whole, 1,
                #"invalid JSON: unexpected "{" behind the end of the document, behind event 1 of "b""#
            ),
            (
                export("\(good),{\"a\":]}"), 1,
                #"event 2 of "b": invalid JSON: "]" closes nothing that is open"#
            ),
            (#"{"buckets":{"b":7}}"#, 0, #"bucket "b" is not an object"#),
            (#"{"buckets":{"b":{"events":{}}}}"#, 0, #"the events of "b" are not an array"#),
            (#"{"buckets":{"b":{"events":[],"events":[]}}}"#, 0, #"the events of "b" are there twice"#),
            (#"{"buckets":{"b":{"type":"x","type":"y"}}}"#, 0, #"the type of "b" is there twice"#),
            (#"{"buckets":{},"buckets":{}}"#, 0, #""buckets" is there twice"#),
            (
                #"{"buckets":{"b":{x}}}"#, 0,
                #"invalid JSON: unexpected "x" in place of a key, before the events of "b""#
            ),
        ]
        for (text, count, message) in cases {
            let result = read(text)
            #expect(
                result.records.count == count && result.refused == ["1: \(message)"], "\(text): \(result)")
        }
    }

    /// What nobody asks for may be of any size; an event may not.
    @Test func longValues() {
        let long = "\"\(String(repeating: "x]}", count: 500_000))\""
        let text = """
            {"x":\(long),"buckets":{"b":{"data":[\(long)],"type":"t","events":[{\(Self.time),"x":\(long)},
            \(Self.good)],"y":\(long)}}}
            """
        for pieces in [Int.max, 70_000] {
            let result = Translation.feed(
                text, ActivityWatchTranslator(), .init(pieceBytes: pieces))
            #expect(result.records.count == 1)
            #expect(result.refused == [#"1: event 1 of "b": longer than 1 MiB"#])
        }
    }

    @Test func hardiness() {
        let text = #"""
            {"buckets": {"w_h": {"id": "w_h", "type": "currentwindow", "name": null, "events": [
            {"id":7,"timestamp":"2025-11-02T00:47:19.467286+00:00","duration":12.5,"data":{"app":"x\"\\","o":{"a": [1]}}},
            {"timestamp":"2025-11-02T00:47:19Z","duration":-1,"data":{}}]},
            "ü":{"events":[{"id":1,"timestamp":"2025-11-02T00:47:19Z","data":{"s":"ä"}}],"type":"afk"}}}
            """#
        checkHardiness(ActivityWatchTranslator(), text, cutOff: .named(["cut off", "Activity"]))
    }
}
