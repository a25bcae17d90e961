import Testing

@testable import EvlogCLI

@Suite struct TableTests {
    private var sample: Table {
        var table = Table([.text("type"), .number("count"), .text("note")])
        table.addRow([.init("taskCompleted"), .init(12), .init("日本語のとても長い説明です")])
        table.addRow([.init("x"), .init(123_456_789), "b\u{1B}[2J"])
        return table
    }

    @Test func unlimited() {
        #expect(
            sample.render(width: nil, color: false) == """
                type               count  note
                ─────────────  ─────────  ──────────────────────────
                taskCompleted         12  日本語のとても長い説明です
                x              123456789  b\\u001b[2J

                """)
    }

    @Test func cutsTheWidestTextFirst() {
        #expect(
            sample.render(width: 44, color: false) == """
                type               count  note
                ─────────────  ─────────  ──────────────────
                taskCompleted         12  日本語のとても長…
                x              123456789  b\\u001b[2J

                """)
    }

    @Test(arguments: 1...60) func fits(_ width: Int) {
        for line in sample.render(width: width, color: false).split(separator: "\n") {
            #expect(TextWidth.columns(String(line)) <= width, "\(line)")
            #expect(!line.hasSuffix(" "))
        }
    }

    @Test(arguments: 1...60) func fitsWithBars(_ width: Int) {
        var table = Table([.text("day"), .bar("share"), .number("count"), .bar()])
        table.addRow(["Monday", .init(bar: 3), "3", .init(bar: 1)])
        table.addRow(["Tuesday"])
        for line in table.render(width: width, color: false).split(separator: "\n") {
            #expect(TextWidth.columns(String(line)) <= width, "\(line)")
        }
    }

    // MARK: - Too narrow

    private var events: Table {
        var table = Table([
            .number("sequence"), .init("time"), .text("type"),
            .init("duration", alignment: .right).yielding(1), .text("metadata", minimum: 20).yielding(2),
        ])
        table.addRow([
            .init(7), "2026-03-01 08:00:00", "taskCompletedAtLast", "1h 30m",
            .init("category=work  project=the long one"),
        ])
        table.addRow([.init(8), "2026-03-01 09:00:00", "note", "", ""])
        return table
    }

    @Test func whatYieldsStandsBeneath() {
        #expect(
            events.render(width: 60, color: false) == """
                sequence  time                 type                 duration
                  metadata
                ────────  ───────────────────  ───────────────────  ────────
                       7  2026-03-01 08:00:00  taskCompletedAtLast    1h 30m
                  category=work  project=the long one
                       8  2026-03-01 09:00:00  note

                """)
        #expect(
            events.render(width: 40, color: false) == """
                sequence  time                 type
                  duration  metadata
                ────────  ───────────────────  ─────────
                       7  2026-03-01 08:00:00  taskComp…
                    1h 30m  category=work  project=the …
                       8  2026-03-01 09:00:00  note

                """)
    }

    @Test func titlesAreCutWhereNothingElseHelps() {
        #expect(
            events.render(width: 37, color: false) == """
                seque…  time                 type
                  duration  metadata
                ──────  ───────────────────  ────────
                     7  2026-03-01 08:00:00  taskCom…
                    1h 30m  category=work  project=t…
                     8  2026-03-01 09:00:00  note

                """)
    }

    @Test func barsGoBeforeAnythingIsCutAtTheEdge() {
        var table = Table([.init("day"), .number("count"), .bar(minimum: 3, maximum: 40)])
        table.addRow(["2026-03-01", .init(8), .init(bar: 8)])
        #expect(table.render(width: 22, color: true).hasSuffix("      8  ███\n"))
        #expect(table.render(width: 21, color: true).hasSuffix("      8\n"))
    }

    @Test func barsOfPiecesAreMeasuredAlike() {
        var table = Table([.number("count"), .bar(maximum: 8)])
        table.fullBar = 8
        table.addRow([.init(4), .init(bar: 4)])
        #expect(table.render(width: nil, color: true).hasSuffix("4  ████\n"))
    }

    @Test(arguments: 1...100) func whatYieldsFitsToo(_ width: Int) {
        let text = events.render(width: width, color: false)
        for line in text.split(separator: "\n") {
            #expect(TextWidth.columns(String(line)) <= width, "\(line)")
            #expect(!line.hasSuffix(" "))
        }
        // The head of a row is never what goes.
        if width >= 37 {
            for word in ["2026-03-01 08:00:00", "taskCom", "1h 30m", "category=work", "note"] {
                #expect(text.contains(word))
            }
        }
    }

    @Test func bars() {
        var table = Table([.number("count"), .bar(maximum: 4)])
        table.addRow(["8", .init(bar: 8)])
        table.addRow(["3", .init(bar: 3)])
        table.addRow(["0", .init(bar: 0)])
        #expect(
            table.render(width: 80, color: false) == """
                count
                ─────  ────
                    8  ████
                    3  █▌
                    0

                """)
    }

    @Test func color() {
        var table = Table([.text("a"), .number("b")])
        table.addRow([.init("x", style: .green), .init(5)])
        #expect(
            table.render(width: 80, color: true)
                == "\u{1B}[1ma\u{1B}[0m  \u{1B}[1mb\u{1B}[0m\n\u{1B}[32mx\u{1B}[0m  5\n")
    }

    @Test func rowsOfAnyLength() {
        var table = Table([.text(""), .text("")])
        table.addRow([])
        table.addRow(["a", "b", "c"])
        #expect(table.render(width: 80, color: false) == "\na  b\n")
        #expect(Table([]).render(width: 80, color: false).isEmpty)
    }

    @Test(arguments: [
        (8.0, 8.0, 2, "██"), (1, 16, 2, "▏"), (0.0001, 16, 2, "▏"), (0, 8, 2, ""), (-1, 8, 2, ""),
        (9, 8, 1, "█"),
        (.nan, 8, 2, ""), (.infinity, 8, 2, ""), (1, 0, 2, ""), (1, .infinity, 2, ""), (5, 16, 1, "▍"),
        (1, 1, 0, ""),
    ])
    func bar(_ value: Double, _ maximum: Double, _ width: Int, _ expected: String) {
        #expect(BlockChart.bar(value, maximum: maximum, width: width) == expected)
    }

    @Test func sparklines() {
        #expect(BlockChart.sparkline([0.0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
        #expect(BlockChart.sparkline([0.0, 0, 0]) == "▁▁▁")
        #expect(BlockChart.sparkline([5.0, 5, 5]) == "███")
        #expect(BlockChart.sparkline([0, 1, 1_000_000]) == "▁▂█")
        #expect(BlockChart.sparkline([1, nil, .nan, 2]) == "▅  █")
        #expect(BlockChart.sparkline([-4, 0, 4]) == "▁▅█")
        #expect(BlockChart.sparkline([] as [Double]).isEmpty)
        let greatest = Double.greatestFiniteMagnitude
        #expect(BlockChart.sparkline([-greatest, greatest]) == "▁█")
        #expect(BlockChart.sparkline([0, .leastNonzeroMagnitude]).count == 2)
    }
}
