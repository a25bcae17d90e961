import Testing

@testable import UsageInsights

@Suite struct CSVRowReaderTests {
    enum Found: Equatable {
        case row([String])
        case blank
        case refused
        case unclosed(line: Int)
    }

    /// Reads all rows, given the text in pieces of `step` bytes, and how many lines they took.
    private func read(_ text: String, step: Int = .max, separator: String = ",")
        -> ([Found], lines: Int, refusedAt: [Int])
    {
        var refusedAt: [Int] = []
        var reader = CSVRowReader(separator: Array(separator.utf8)[0])
        let bytes = Array(text.utf8)
        var found: [Found] = []
        var lines = 0
        var taken = 0
        var end = 0
        // As the source does it: that the input ends shows only when more of it is asked for.
        var isEndKnown = false
        func grow() { end = min(bytes.count, step < bytes.count ? end + step : bytes.count) }
        while taken < bytes.count {
            if end == taken { grow() }
            reading: while taken < end {
                let result = bytes[taken..<end].withUnsafeBytes { reader.next($0, isEnd: isEndKnown) }
                switch result {
                case .needsMore:
                    if isEndKnown {
                        Issue.record("asks for more at the end")
                        return (found, lines, refusedAt)
                    }
                    isEndKnown = end == bytes.count
                    grow()
                    break reading
                case .row(let count, let breaks):
                    found.append(
                        .row(
                            (0..<reader.count).map {
                                String(decoding: reader.text[reader.range($0)], as: UTF8.self)
                            }))
                    taken += count
                    lines += breaks
                case .blank(let count, let breaks):
                    found.append(.blank)
                    taken += count
                    lines += breaks
                case .refused(let count, let breaks, let line, _, _):
                    refusedAt.append(lines + line)
                    found.append(.refused)
                    taken += count
                    lines += breaks
                case .unclosed(let line, _):
                    found.append(.unclosed(line: lines + line))
                    return (found, lines, refusedAt)
                }
            }
        }
        return (found, lines, refusedAt)
    }

    private static let texts: [(String, [Found], Int)] = [
        ("a,b\n1,2\n", [.row(["a", "b"]), .row(["1", "2"])], 2),
        ("a,b\r\n1,2", [.row(["a", "b"]), .row(["1", "2"])], 1),
        ("a\r1\r\r2\r", [.row(["a"]), .row(["1"]), .blank, .row(["2"])], 4),
        ("\"a\",\"\"\n", [.row(["a", ""])], 1),
        ("\"\"\n\n,\n \n\"\",\n", [.row([""]), .blank, .blank, .blank, .blank], 5),
        ("\"say \"\"so\"\"\",x\n", [.row(["say \"so\"", "x"])], 1),
        (
            "\"one\r\ntwo\rthree\nfour\",x\r\ny,z\n",
            [.row(["one\r\ntwo\rthree\nfour", "x"]), .row(["y", "z"])], 5
        ),
        ("a\"b,c\"\n", [.row(["a\"b", "c\""])], 1),
        ("\"a\"b,c\nd,e\n", [.refused, .row(["d", "e"])], 2),
        ("\"a\" ,c\nd\n", [.refused, .row(["d"])], 2),
        ("x,\"a\nb", [.unclosed(line: 0)], 0),
        ("\"x\ny\",\"a\nb", [.unclosed(line: 1)], 0),
        ("héllo,日本\n", [.row(["héllo", "日本"])], 1),
        ("\"\"\"\"", [.row(["\""])], 0),
        ("a,", [.row(["a", ""])], 0),
    ]

    @Test(arguments: texts) func rowsAreRead(text: String, rows: [Found], lines: Int) {
        let (found, count, _) = read(text)
        #expect(found == rows)
        #expect(count == lines)
    }

    /// Wherever reading stops for more, the rows are the same.
    @Test(arguments: texts) func piecesChangeNothing(text: String, rows: [Found], lines: Int) {
        for step in 1...4 {
            let (found, count, _) = read(text, step: step)
            #expect(found == rows, "in pieces of \(step)")
            #expect(count == lines)
        }
    }

    @Test func anotherSeparator() {
        #expect(read("a;b,c\n", separator: ";").0 == [.row(["a", "b,c"])])
        #expect(read("a\tb\n", separator: "\t").0 == [.row(["a", "b"])])
    }

    /// A row that is too long is passed by up to its end, wherever reading stops: what stands in its cells is no row.
    @Test(arguments: [1 << 18, 1 << 20, .max]) func aRowHasALimit(step: Int) {
        let long = String(repeating: "x", count: CSVRowReader.longestRow + 1)
        func rows(_ text: String) -> ([Found], [Int]) {
            let (found, _, refusedAt) = read(text, step: step)
            return (found.filter { $0 != .blank }, refusedAt)
        }
        for row in [
            long, "y,\(long)", "\(long),\"a\ninj,b\"", "\"\(long)\ninj\"\"\n\",z", "\(long),\"\"",
            "\"\",\(long)\"",
            String(repeating: "y,", count: CSVRowReader.longestRow),
        ] {
            let (found, refusedAt) = rows("a\n\(row)\r\nb\n")
            #expect(found == [.row(["a"]), .refused, .row(["b"])], "\(row.prefix(20))…")
            #expect(refusedAt == [1])
            #expect(rows("a\n\(row)").0 == [.row(["a"]), .refused])
        }
        #expect(rows("a\r\(long)\rb\r").0 == [.row(["a"]), .refused, .row(["b"])])
        #expect(rows("a\n\"z\",\"\(long)\nb\n").0 == [.row(["a"]), .unclosed(line: 1)])
        #expect(rows("a\n\"z\n\",\"\(long)\nb\n").0 == [.row(["a"]), .unclosed(line: 2)])
        let whole = String(long.dropLast(3))
        #expect(rows("\(whole),\nb").0 == [.row([whole, ""]), .row(["b"])])
    }

    /// Text behind a closing quotation mark is read on, and what stands in further cells is no row.
    @Test func strayTextEndsWithItsRow() {
        #expect(read("\"q\"x,\"\ninj,a\",b\nc\n").0 == [.refused, .row(["c"])])
    }
}
