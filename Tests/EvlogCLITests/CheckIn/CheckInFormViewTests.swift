import Testing
import UsageInsights

@testable import EvlogCLI

@Suite struct CheckInFormViewTests {
    private func lines(
        _ form: CheckInForm, _ columns: Int, _ rows: Int = 24, color: Bool = false
    ) -> [String] {
        CheckInFormView(size: TerminalSize(columns: columns, rows: rows), color: color).lines(form)
    }

    /// Without what only changes looks.
    private func plain(_ line: String) -> String {
        line.replacing(#/\u{1B}\[[0-9]*m/#, with: "")
    }

    private var form: CheckInForm {
        CheckInForm(day: "today, 2026-03-01", levels: [.focus: 1, .sleep: 2, .energy: 4, .stress: 5])
    }

    @Test func wide() {
        #expect(
            lines(form, 80) == [
                "Daily Check-In · today, 2026-03-01",
                "How are you feeling?",
                "",
                "› 🧠 Focus   Very Unfocused  ●────────────────  Very Focused     😔 1",
                "  😴 Sleep       Poor Sleep  ━━━━●────────────  Excellent Sleep  😕 2",
                "  ⚡ Energy       Exhausted  ━━━━━━━━━━━━●────  Energized        🙂 4",
                "  🧘 Stress   Very Stressed  ━━━━━━━━━━━━━━━━●  Very Calm        😄 5",
                "",
                "  📝 Note    optional",
                "",
                "  [ Save Check-In ]  [ Skip ]",
                "  ←→ or 1–5 rate   ↑↓ move   ^S save   Esc skip",
            ])
    }

    @Test func narrow() {
        #expect(
            lines(form, 40).dropFirst(3).prefix(4) == [
                "› 🧠 Focus    ●────────────────   😔 1",
                "     Very Unfocused    Very Focused",
                "  😴 Sleep    ━━━━●────────────   😕 2",
                "     Poor Sleep     Excellent Sleep",
            ])
        #expect(
            lines(form, 30, 9) == [
                "Check-In · today, 2026-03-01",
                "› 🧠 Focus  ●──────── 😔 1",
                "  😴 Sleep  ━━●────── 😕 2",
                "  ⚡ Energy ━━━━━━●── 🙂 4",
                "  🧘 Stress ━━━━━━━━● 😄 5",
                "  📝 Note    optional",
                "  [ Save ]  [ Skip ]",
                "Very Unfocused → Very Focused",
                "  ←→ or 1–5 rate  Esc skip",
            ])
    }

    @Test func theSmallestFormIsWhole() {
        let smallest = CheckInFormView.minimum
        var form = CheckInForm(day: "2026-03-01", replaces: "2026-03-01 08:00")
        for _ in CheckInForm.rows {
            #expect(lines(form, smallest.columns, smallest.rows).count > 6)
            _ = form.press(.tab)
        }
    }

    @Test(arguments: [
        "", "short", "日本語のとても長い説明ですから画面に入りません", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "a\u{1B}[2J\nb\u{202E}c",
        String(repeating: "long ", count: 100), "e\u{301}\u{302}\u{303}", "\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}",
    ])
    func everythingFits(_ note: String) {
        for columns in [
            1, 2, 3, 5, 8, 12, 20, 21, 22, 27, 28, 29, 30, 38, 39, 40, 41, 60, 70, 71, 72, 80, 200,
        ] {
            for rows in [1, 2, 7, 8, 9, 11, 14, 15, 24] {
                var form = CheckInForm(day: "today, 2026-03-01", replaces: "2026-03-01 08:00", note: note)
                for _ in 0..<CheckInForm.rows.count {
                    for step in 0..<4 {
                        let shown = lines(form, columns, rows, color: true)
                        #expect(shown.count <= rows)
                        for line in shown {
                            let text = plain(line)
                            #expect(
                                TextWidth.columns(text) <= max(1, columns - 1),
                                "\(columns)×\(rows): \(text)")
                            #expect(TextWidth.sanitized(text) == text)
                        }
                        guard form.row == .note else { break }
                        for _ in 0..<(step * 2) { _ = form.press(.left) }
                    }
                    _ = form.press(.tab)
                }
            }
        }
    }

    @Test func theCaretIsAlwaysInSight() {
        var form = CheckInForm(day: "", note: String(repeating: "日本 wide and long ", count: 20))
        for _ in 0..<4 { _ = form.press(.tab) }
        for _ in 0..<400 {
            let note = lines(form, 40).first { $0.contains("Note") } ?? ""
            #expect(note.contains("\u{1B}[7m"))
            _ = form.press(.left)
        }
        #expect(lines(form, 40).contains { $0.contains("\u{1B}[7m日\u{1B}[0m本 wide and long") })
    }

    @Test(arguments: [(1, "31"), (2, "31"), (3, "33"), (4, "32"), (5, "32")])
    func colours(_ level: Int, _ code: String) {
        let form = CheckInForm(day: "", levels: [.focus: level])
        let line = lines(form, 80, color: true)[3]
        #expect(line.contains("\u{1B}[\(code)m\(String(repeating: "━", count: (level - 1) * 4))●\u{1B}[0m"))
        #expect(plain(line) == lines(form, 80)[3])
    }

    @Test func paintingEndsWhereItBegan() {
        #expect(
            InlineScreen.paint(["a", "b", "c"])
                == "\u{1B}[?7l\ra\u{1B}[K\r\nb\u{1B}[K\r\nc\u{1B}[J\r\u{1B}[2A\u{1B}[?7h")
        #expect(InlineScreen.paint(["a"], afresh: true) == "\u{1B}[?7l\r\u{1B}[Ja\u{1B}[J\r\u{1B}[?7h")
    }
}
