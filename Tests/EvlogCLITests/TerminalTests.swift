import Testing

@testable import EvlogCLI

@Suite struct TerminalTests {
    private func terminal(
        output: Bool = true, error: Bool = true, columns: Int? = nil, _ environment: [String: String] = [:]
    ) -> Terminal {
        Terminal(outputIsTerminal: output, errorIsTerminal: error, reportedColumns: columns) {
            environment[$0]
        }
    }

    @Test func columns() {
        #expect(terminal(columns: 120, ["COLUMNS": "60"]).columns == 120)
        #expect(terminal(["COLUMNS": "60"]).columns == 60)
        #expect(terminal().columns == 80)
        for text in ["", "0", "-5", "abc", "99999999999999999999", "20000"] {
            #expect(terminal(["COLUMNS": text]).columns == 80, "\(text)")
        }
    }

    @Test func aPipeLosesNothing() {
        #expect(terminal(output: false, columns: 120).tableColumns == nil)
        #expect(terminal(output: false, ["COLUMNS": "60"]).tableColumns == 60)
        #expect(terminal(columns: 120).tableColumns == 120)
        #expect(terminal().tableColumns == 80)
    }

    @Test func color() {
        let xterm = ["TERM": "xterm-256color"]
        #expect(terminal(xterm).usesColor(.auto, on: .output))
        #expect(!terminal(output: false, xterm).usesColor(.auto, on: .output))
        #expect(terminal(output: false, xterm).usesColor(.auto, on: .error))
        #expect(!terminal().usesColor(.auto, on: .output))
        #expect(!terminal(["TERM": "dumb"]).usesColor(.auto, on: .output))
        #expect(!terminal(["TERM": "xterm", "NO_COLOR": "1"]).usesColor(.auto, on: .output))
        #expect(terminal(["TERM": "xterm", "NO_COLOR": ""]).usesColor(.auto, on: .output))
        #expect(terminal(output: false, ["NO_COLOR": "1"]).usesColor(.always, on: .output))
        #expect(!terminal(xterm).usesColor(.never, on: .output))
    }

    @Test func theRealOneAnswers() {
        #expect(Terminal.current().columns > 0)
    }
}
