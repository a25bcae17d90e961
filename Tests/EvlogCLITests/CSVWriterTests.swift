import Testing

@testable import EvlogCLI

@Suite struct CSVWriterTests {
    private func written(
        isForTerminal: Bool = false, _ body: (inout CSVWriter) throws -> Void
    ) throws -> String {
        let collector = Collector()
        var csv = CSVWriter(collector.makeBuffer(), isForTerminal: isForTerminal)
        try body(&csv)
        try csv.flush()
        return collector.text
    }

    @Test func rows() throws {
        let text = try written { csv in
            try csv.row(["start", "type", "duration"])
            csv.field("2026-11-30")
            csv.field("a")
            csv.field(secondsFromMicroseconds: 1_500_000)
            try csv.endRow()
            csv.field(nil as String?)
            csv.field("")
            csv.field(-5)
            csv.field(0.5)
            csv.field(Double.nan)
            csv.field(UInt64.max)
            csv.field(nil as Int64?)
            try csv.endRow()
        }
        #expect(text == "start,type,duration\n2026-11-30,a,1.5\n,\"\",-5,0.5,,18446744073709551615,\n")
    }

    @Test(arguments: [
        ("plain text", "plain text"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), ("=1+1", "=1+1"), ("@x", "@x"),
        ("a;b", "a;b"), ("日本", "日本"), (" a ", " a "),
    ])
    func quoting(_ text: String, _ expected: String) throws {
        #expect(try written { try $0.row([text]) } == expected + "\n")
    }

    @Test func terminalGetsNoControls() throws {
        #expect(
            try written(isForTerminal: true) { try $0.row(["\u{1B}[2J", "a\nb"]) } == "\\u001b[2J,a\\nb\n")
        #expect(try written { try $0.row(["\u{1B}[2J"]) } == "\u{1B}[2J\n")
    }
}
