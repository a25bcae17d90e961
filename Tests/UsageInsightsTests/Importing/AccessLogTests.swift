import TestSupport
import Testing

@testable import UsageInsights

@Suite struct AccessLogTests {
    private static let time = "[10/Oct/2000:13:55:36 -0700]"
    private static let start = #"{"type":"request","timestamp":"2000-10-10T13:55:36-07:00","metadata":{"#

    private func read(_ text: String) throws -> Translation {
        try Translation.read(text, AccessLogTranslator()).get()
    }

    private func expect(_ line: String, _ metadata: String) throws {
        let result = try read(line)
        #expect(result.records == [Self.start + metadata + "}}"] && result.refused.isEmpty)
    }

    private func expectRefusal(_ line: String, _ message: String) throws {
        let result = try read(line)
        #expect(result.refused == ["1: " + message] && result.records.isEmpty)
    }

    // MARK: - Fields

    @Test func commonFormat() throws {
        try expect(
            #"127.0.0.1 id frank \#(Self.time) "GET /a.gif?b=1 HTTP/1.0" 200 2326"#,
            #""host":"127.0.0.1","ident":"id","user":"frank","method":"GET","path":"/a.gif?b=1","protocol":"HTTP/1.0","status":"200","bytes":"2326""#
        )
    }

    @Test func combinedFormat() throws {
        try expect(
            #"::1 - - \#(Self.time) "GET / HTTP/2.0" 304 0 "https://e.com/" "Mozilla/5.0 (X11; [en])""#,
            #""host":"::1","method":"GET","path":"/","protocol":"HTTP/2.0","status":"304","bytes":"0","referer":"https://e.com/","agent":"Mozilla/5.0 (X11; [en])""#
        )
    }

    @Test(arguments: [
        #"- - - \#(time) "-" - - "-" "-""#, #"- - "" \#(time) "-" - - "" """#,
        #"- -  \#(time) "-" - - "-" "-" "-""#, #"- - - \#(time) "-" - - -"#,
    ])
    func whatIsNotThereIsLeftOut(line: String) throws { try expect(line, #""request":"-""#) }

    @Test(arguments: [
        #"\x16\x03\x01"#, "GET /", "", "-", "GET", "GET  / HTTP/1.1", "GET /  HTTP/1.1", " / HTTP/1.1",
        "GET / HTTP", "GET / /1", "GET / HTTP/", "GET / HTTP/x", "G[T / HTTP/1.1", " ", "  ", "GET HTTP/1.1",
    ])
    func otherRequestsAreKeptWhole(request: String) throws {
        let kept = request.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        try expect(
            #"h - - \#(Self.time) "\#(request)" 400 -"#, #""host":"h","request":"\#(kept)","status":"400""#)
    }

    @Test(arguments: [
        ("GET /a b HTTP/1.1", "GET", "/a b", "HTTP/1.1"),
        ("M-SEARCH * HTTP/1.1", "M-SEARCH", "*", "HTTP/1.1"),
        ("CONNECT a:443 HTTP/3", "CONNECT", "a:443", "HTTP/3"), ("get é HTTP/2", "get", "é", "HTTP/2"),
    ])
    func requests(request: String, method: String, path: String, version: String) throws {
        try expect(
            #"h - - \#(Self.time) "\#(request)" 200 1"#,
            #""host":"h","method":"\#(method)","path":"\#(path)","protocol":"\#(version)","status":"200","bytes":"1""#
        )
    }

    @Test func escapes() throws {
        try expect(
            #"h - - \#(Self.time) "GET /\"\\\x22\\\" HTTP/1.1" 200 1 "\\" "a \"b\" \\\\ \n \x22\"""#,
            #""host":"h","method":"GET","path":"/\"\\\\x22\\\"","protocol":"HTTP/1.1","status":"200","bytes":"1","referer":"\\","agent":"a \"b\" \\\\ \\n \\x22\"""#
        )
    }

    @Test(arguments: [
        (#" "a" "b" "10.0.0.1" 0.123"#, #""referer":"a","agent":"b","extra":"\"10.0.0.1\" 0.123""#),
        (" 0.123", #""extra":"0.123""#), (#" "a" 0.5"#, #""referer":"a","extra":"0.5""#),
        (#" 0.5 "a" "b""#, #""extra":"0.5 \"a\" \"b\"""#),
        (#" "a" "b" "\""#, #""referer":"a","agent":"b","extra":"\"\\\"""#),
    ])
    func whatComesBehindIsKept(rest: String, metadata: String) throws {
        try expect(
            #"h - - \#(Self.time) "-" 200 1\#(rest)"#,
            #""host":"h","request":"-","status":"200","bytes":"1",\#(metadata)"#)
    }

    @Test(arguments: [
        ("h - john q. doe", #""host":"h","user":"john q. doe""#),
        ("h - a [b] [c", #""host":"h","user":"a [b] [c""#),
        ("h i j k", #""host":"h","ident":"i","user":"j k""#),
        ("v.com:443 h - -", #""vhost":"v.com:443","host":"h""#),
        ("v.com:443 h i j", #""vhost":"v.com:443","host":"h","ident":"i","user":"j""#),
        ("v.com:443 - - -", #""vhost":"v.com:443""#),
        ("[::1]:80 ::2 - u v", #""vhost":"[::1]:80","host":"::2","user":"u v""#),
        ("v.com h - u", #""vhost":"v.com","host":"h","user":"u""#),
        ("1.2.3.4:5678 - j k", #""host":"1.2.3.4:5678","user":"j k""#),
        ("1.2.3.4:5678 - -", #""host":"1.2.3.4:5678""#),
        ("::1:80 i j k", #""host":"::1:80","ident":"i","user":"j k""#),
        ("h - - k", #""host":"h","user":"- k""#), ("h:x i j k", #""host":"h:x","ident":"i","user":"j k""#),
        ("1.1.1.1, 2.2.2.2 - u", #""host":"1.1.1.1, 2.2.2.2","user":"u""#),
        ("v.com a, b, c - u", #""vhost":"v.com","host":"a, b, c","user":"u""#),
        (":80 i j k", #""host":":80","ident":"i","user":"j k""#),
    ])
    func whoAsked(names: String, metadata: String) throws {
        try expect(#"\#(names) \#(Self.time) "-" - -"#, metadata + #","request":"-""#)
    }

    @Test(arguments: [
        ("[01/Jan/0001:00:00:00 +0000]", "0001-01-01T00:00:00+00:00"),
        ("[29/Feb/2024:23:59:60 +0545]", "2024-02-29T23:59:60+05:45"),
        ("[31/Dec/9999:23:59:59 -0000]", "9999-12-31T23:59:59-00:00"),
    ])
    func times(logged: String, timestamp: String) throws {
        let records = try read(#"h - - \#(logged) "-" - -"#).records
        #expect(
            records == [
                #"{"type":"request","timestamp":"\#(timestamp)","metadata":{"host":"h","request":"-"}}"#
            ])
    }

    @Test func months() throws {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for (index, name) in names.enumerated() {
            let records = try read(#"h - - [05/\#(name)/2024:01:02:03 +0100] "-" - -"#).records
            let month = index + 1 < 10 ? "0\(index + 1)" : "\(index + 1)"
            #expect(records.first?.contains("\"2024-\(month)-05T01:02:03+01:00\"") == true, "\(records)")
        }
    }

    // MARK: - Refusals

    @Test(arguments: [
        (#"{"type":"x"}"#, #"HOST IDENT USER [TIME] is expected at byte 1, not "{"type":"x"}""#),
        (#"h - - [30/Feb/2024:00:00:00 +0000] "-" - -"#, "the time, at byte 7, doesn't exist"),
        (#"h - - [01/Jan/2024:24:00:00 +0000] "-" - -"#, "the time, at byte 7, doesn't exist"),
        (#"h - - [01/Jan/2024:00:00:00 +0060] "-" - -"#, "the time, at byte 7, doesn't exist"),
        (
            #"h - - [1/Jan/2024:00:00:00 +0000] "-" - - "[" "["#,
            #"a time such as [10/Oct/2000:13:55:36 -0700] is expected at byte 7, not "[1/Jan/2024:00:00:00 +0000] "-""#
        ),
        ("h - - [", #"a time such as [10/Oct/2000:13:55:36 -0700] is expected at byte 7, not "[""#),
        (
            #"h \#(time) "-" - -"#,
            #"an ident or - is expected at byte 3, not "[10/Oct/2000:13:55:36 -0700] """#
        ),
        (
            #"h - \#(time) "-" - -"#,
            #"a user or - is expected at byte 4, not " [10/Oct/2000:13:55:36 -0700] ""#
        ),
        (
            #"h, \#(time) "-" - -"#,
            #"an ident or - is expected at byte 4, not "[10/Oct/2000:13:55:36 -0700] """#
        ),
        (#" - - \#(time) "-" - -"#, #"a host is expected at byte 1, not " - - [10/Oct/2000:13:55:36 -07""#),
        ("h - - \(time)", "the line ends where the request in quotation marks is expected"),
        (#"h - - \#(time)"-" - -"#, #"a blank is expected at byte 35, not ""-" - -""#),
        (
            #"h - - \#(time) - - -"#,
            #"the request in quotation marks is expected at byte 36, not "- - -""#
        ),
        (#"h - - \#(time) "- - -"#, "the request in quotation marks, at byte 36, is never closed"),
        (#"h - - \#(time) "-\" - -"#, "the request in quotation marks, at byte 36, is never closed"),
        (#"h - - \#(time) "a"b" 200 -"#, #"a blank is expected at byte 39, not "b" 200 -""#),
        (#"h - - \#(time) "-""#, "the line ends where the status is expected"),
        (#"h - - \#(time) "-" 20 -"#, #"a status of three digits is expected at byte 40, not "20 -""#),
        (#"h - - \#(time) "-" 200"#, "the line ends where the number of bytes is expected"),
        (#"h - - \#(time) "-" 200 -5"#, #"the number of bytes or - is expected at byte 44, not "-5""#),
        (#"h - - \#(time) "-" 200 5""#, #"the number of bytes or - is expected at byte 44, not "5"""#),
        (#"h - - \#(time) "-" 200 5 "a"#, "the referer in quotation marks, at byte 46, is never closed"),
        (#"h - - \#(time) "-" 200 5 "a" "b"#, "the agent in quotation marks, at byte 50, is never closed"),
        (#"h - - \#(time) "-" 200 5 "a"x"b""#, #"a blank is expected at byte 49, not "x"b"""#),
        (
            "h - - \u{1b}[31m \(time)\u{202e}",
            #"a blank is expected at byte 41, not "\u202e""#
        ),
    ])
    func refusals(line: String, message: String) throws { try expectRefusal(line, message) }

    @Test func bytesThatAreNoText() throws {
        let line = Array(#"h - - \#(Self.time) "GET /é"#.utf8) + [0xe9] + Array(#" HTTP/1.1" 200 1"#.utf8)
        let result = try Translation.read(line, AccessLogTranslator()).get()
        #expect(result.refused == ["1: invalid UTF-8 at byte 44"] && result.records.isEmpty)
    }

    @Test func logsThatAreCompressedOrUTF16() {
        for start: [UInt8] in [[0x1f, 0x8b, 8], [0xff, 0xfe, 0x68], [0xfe, 0xff, 0]] {
            #expect(Translation.read(start, AccessLogTranslator()).refusal != nil)
        }
    }

    // MARK: - Lines

    private static let harmless =
        "\u{FEFF}\n \t\r\n" + #"h - a\#(time) \#(time) "GET / HTTP/1.1" 200 1 "\"" "é"  "#
        + "\r\n\r\nbad\nh - - \(time) \"-\" - -"

    @Test func harmlessBytes() throws {
        let result = try read(Self.harmless)
        #expect(result.places == [3, 6])
        #expect(result.refused == [#"5: HOST IDENT USER [TIME] is expected at byte 1, not "bad""#])
        #expect(
            result.records == [
                Self.start
                    + #""host":"h","user":"a[10/Oct/2000:13:55:36 -0700]","method":"GET","path":"/","protocol":"HTTP/1.1","status":"200","bytes":"1","referer":"\"","agent":"é"}}"#,
                Self.start + #""host":"h","request":"-"}}"#,
            ])
    }

    @Test(arguments: 1...40)
    func piecesMakeNoDifference(bytes: Int) throws {
        let result = Translation.feed(Self.harmless, AccessLogTranslator(), .init(pieceBytes: bytes))
        #expect(try result == read(Self.harmless))
    }

    @Test(arguments: [1 << 16, .max])
    func aLongLineIsRefusedOnce(pieceBytes: Int) throws {
        let line = "h - - \(Self.time) \"-\" - -"
        let agent = String(repeating: "x", count: 3 << 20)
        let result = try Translation.feed(
            "\(line)\n\(line) \"-\" \"\(agent)\"\n\(line)\n\(agent)", AccessLogTranslator(),
            .init(pieceBytes: pieceBytes)
        ).get()
        let record = Self.start + #""host":"h","request":"-"}}"#
        #expect(result.records == [record, record] && result.places == [1, 3])
        #expect(result.refused == ["2: line is longer than 1 MiB", "4: line is longer than 1 MiB"])
    }

    /// The longest line that is taken, and one more byte.
    @Test(arguments: [(0, false), (1, true)])
    func theLimit(more: Int, isRefused: Bool) throws {
        let line = "h - - \(Self.time) \"-\" - - "
        let extra = String(repeating: "x", count: JSONLinesLimits.lineBytes - line.utf8.count + more)
        for end in ["", "\n"] {
            // As a record it is longer still, for a log to refuse.
            let result = try Translation.feed(
                line + extra + end, AccessLogTranslator(), .init(pieceBytes: 1 << 16), areRecords: false
            ).get()
            #expect(result.records.count == (isRefused ? 0 : 1))
            #expect(result.refused == (isRefused ? ["1: line is longer than 1 MiB"] : []))
        }
    }

    @Test func anotherType() {
        let result = Translation.read(
            "h - - \(Self.time) \"-\" - -", AccessLogTranslator(type: "a \"visit\""))
        #expect(result.records.first?.hasPrefix(#"{"type":"a \"visit\"","#) == true)
    }

    /// Whatever comes, pieces make no difference, and what is made is a record.
    @Test(arguments: 0..<200)
    func hostileBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("h - [\"\\ \n\r\0é".utf8) + [0xff, 0xc3]
        var text = Array(Self.harmless.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let at = Int.random(in: 3..<text.count, using: &random)
            text[at] = alphabet.randomElement(using: &random) ?? 0
        }
        #expect(Translation.read(text, AccessLogTranslator()).refusal == nil)
    }

    @Test func hardiness() {
        checkHardiness(AccessLogTranslator(), Self.harmless, cutOff: .unnoticed)
    }
}
