import Testing
import UsageInsights

@testable import EvlogCLI

@Suite struct CheckInFormTests {
    private func pressed(_ keys: [TerminalKey], in start: CheckInForm? = nil) -> CheckInForm {
        var form = start ?? CheckInForm(day: "2026-03-01")
        for key in keys { _ = form.press(key) }
        return form
    }

    private func levels(_ form: CheckInForm) -> [Int] { WellnessMetric.allCases.map { form.level($0) } }

    private func typed(_ text: String) -> [TerminalKey] { text.unicodeScalars.map { .scalar($0) } }

    @Test func itBeginsInTheMiddleOrWithWhatThereIs() {
        #expect(levels(CheckInForm(day: "")) == [3, 3, 3, 3])
        let form = CheckInForm(
            day: "", replaces: "08:00", levels: [.focus: 1, .sleep: 2, .energy: 4, .stress: 5], note: "so")
        #expect(levels(form) == [1, 2, 4, 5] && form.note.text == "so" && form.row == .level(.focus))
    }

    @Test func levelsStayWithinTheirRange() {
        #expect(levels(pressed([.right, .right, .right, .down, .left, .left, .left])) == [5, 1, 3, 3])
        #expect(levels(pressed(typed("9067x5jlk1"))) == [1, 4, 3, 3])
        #expect(
            levels(pressed([.home, .tab, .end, .down, .scalar("+"), .down, .scalar("-")])) == [1, 5, 4, 2])
    }

    @Test func digitsStayOnTheirRow() {
        #expect(levels(pressed([.scalar("4"), .scalar("2"), .enter, .scalar("5")])) == [2, 5, 3, 3])
    }

    @Test func rowsEndAtBothEndsButTabGoesAround() {
        #expect(pressed([.up]).row == .level(.focus))
        #expect(pressed(Array(repeating: .down, count: 20)).row == .skip)
        #expect(pressed([.backTab]).row == .skip)
        #expect(pressed(Array(repeating: .tab, count: CheckInForm.rows.count)).row == .level(.focus))
    }

    @Test func whatEndsIt() {
        var form = CheckInForm(day: "")
        #expect(
            form.press(.save) == .save && form.press(.escape) == .skip && form.press(.scalar("s")) == .skip)
        #expect(form.press(.endOfInput) == .end && form.press(.interrupt) == .interrupt)
        #expect(form.press(.suspend) == .suspend)
        form = pressed(Array(repeating: .down, count: 5))
        #expect(form.row == .save && form.press(.enter) == .save && form.press(.scalar(" ")) == .save)
        #expect(form.press(.right) == .redraw && form.press(.enter) == .skip)
        #expect(form.press(.left) == .redraw && form.press(.escape) == .skip)
    }

    @Test func onlyAChangeIsDrawn() {
        var form = CheckInForm(day: "")
        #expect(form.press(.up) == .ignore && form.press(.scalar("z")) == .ignore)
        #expect(form.press(.scalar("3")) == .ignore && form.press(.scalar("4")) == .redraw)
        #expect(form.press(.redraw) == .redraw && form.press(.backspace) == .ignore)
    }

    @Test func lettersAreTextInTheNote() {
        let start = pressed(Array(repeating: .down, count: 4))
        #expect(start.row == .note)
        let form = pressed(typed("shjkl 5"), in: start)
        #expect(form.note.text == "shjkl 5" && levels(form) == [3, 3, 3, 3] && form.row == .note)
        // Escape leaves the note and loses nothing.
        #expect(pressed([.escape], in: form).row == .save)
        #expect(pressed([.enter, .scalar("k"), .scalar("!")], in: form).note.text == "shjkl 5!")
    }

    @Test func theNoteIsEditedByWholeCharacters() {
        var note = NoteField("a👨‍👩‍👧‍👦é")
        note.moveLeft()
        note.backspace()
        #expect(note.before == "a" && note.after == "é")
        for scalar in "e\u{301}🇩🇪".unicodeScalars { _ = note.insert(String(scalar)) }
        note.backspace()
        #expect(note.text == "ae\u{301}é")
        note.backspace()
        note.delete()
        #expect(note.text == "a")
        note.delete()
        note.moveRight()
        note.backspace()
        note.backspace()
        note.moveLeft()
        #expect(note.isEmpty)
    }

    @Test func wordsAndEnds() {
        var note = NoteField("one two  three")
        note.deleteWord()
        note.deleteWord()
        #expect(note.text == "one ")
        note.moveToStart()
        _ = note.insert("x")
        #expect(note.before == "x" && note.after == "one ")
        note.deleteToEnd()
        note.moveToEnd()
        note.deleteToStart()
        #expect(note.isEmpty)
    }

    @Test func aPasteIsOneLine() {
        var note = NoteField()
        _ = note.paste("a\r\n\tb\u{1B}[2J\u{0}c\u{2028}d\u{9B}e")
        #expect(note.text == "a b[2Jc de")
        let form = pressed([.paste("s")])
        #expect(form.row == .note && form.note.text == "s")
    }

    @Test func aNoteThatWouldBeTooLongStaysWhatItIs() {
        let full = String(repeating: "x", count: NoteField.limit - 1)
        var form = pressed([.tab, .tab, .tab, .tab], in: CheckInForm(day: "", note: full))
        #expect(form.press(.scalar("é")) == .redraw && form.noteIsFull && form.note.text == full)
        #expect(form.press(.scalar("y")) == .redraw && !form.noteIsFull && form.note.text == full + "y")
    }
}
