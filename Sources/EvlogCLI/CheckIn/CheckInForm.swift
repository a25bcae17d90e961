import UsageInsights

/// The state of a check-in that is being filled in at a terminal. Pure: keys go in, what to do comes out.
struct CheckInForm: Sendable, Equatable {
    /// What the keys act on.
    enum Row: Sendable, Equatable {
        case level(WellnessMetric)
        case note, save, skip
    }

    /// What to do after a key.
    enum Action: Sendable, Equatable {
        /// Nothing changed.
        case ignore
        case redraw
        case save, skip
        /// The input ended.
        case end
        case interrupt, suspend
    }

    static let rows: [Row] = WellnessMetric.allCases.map { .level($0) } + [.note, .save, .skip]
    /// Where nothing is known of a day yet.
    static let neutralLevel = 3

    /// The day, as it is shown.
    let day: String
    /// When the day's check-in, which saving replaces, was stored, as it is shown; nil where there is none.
    let replaces: String?
    private(set) var levels: [WellnessMetric: Int]
    private(set) var note: NoteField
    private(set) var row: Row = .level(.focus)
    /// A note that would be too long was refused by the last key.
    private(set) var noteIsFull = false

    init(day: String, replaces: String? = nil, levels: [WellnessMetric: Int] = [:], note: String = "") {
        self.day = day
        self.replaces = replaces
        self.levels = [:]
        for metric in WellnessMetric.allCases { self.levels[metric] = levels[metric] ?? Self.neutralLevel }
        self.note = NoteField(note)
    }

    func level(_ metric: WellnessMetric) -> Int { levels[metric] ?? Self.neutralLevel }

    mutating func press(_ key: TerminalKey) -> Action {
        let before = self
        noteIsFull = false
        let action = act(on: key)
        guard action == .redraw, self == before, key != .redraw else { return action }
        return .ignore
    }

    private mutating func act(on key: TerminalKey) -> Action {
        switch key {
        case .save: return .save
        case .endOfInput: return .end
        case .interrupt: return .interrupt
        case .suspend: return .suspend
        case .redraw: return .redraw
        case .up, .backTab: move(by: -1, wraps: key == .backTab)
        case .down, .tab: move(by: 1, wraps: key == .tab)
        case .paste(let text):
            // Wherever the caret is: pasted text can only be meant for the note.
            row = .note
            noteIsFull = !note.paste(text)
        default:
            switch row {
            case .level(let metric): return act(on: key, at: metric)
            case .note: actInNote(on: key)
            case .save, .skip: return actOnButtons(key)
            }
        }
        return .redraw
    }

    private mutating func move(by step: Int, wraps: Bool) {
        guard let place = Self.rows.firstIndex(of: row) else { return }
        let count = Self.rows.count
        let next = place + step
        row = Self.rows[wraps ? (next + count) % count : min(max(next, 0), count - 1)]
    }

    private mutating func act(on key: TerminalKey, at metric: WellnessMetric) -> Action {
        let (lowest, highest) = (WellnessMetric.levels.lowerBound, WellnessMetric.levels.upperBound)
        switch key {
        case .left, .scalar("h"), .scalar("-"): levels[metric] = max(lowest, level(metric) - 1)
        case .right, .scalar("l"), .scalar("+"): levels[metric] = min(highest, level(metric) + 1)
        case .home: levels[metric] = lowest
        case .end: levels[metric] = highest
        case .scalar("k"): move(by: -1, wraps: false)
        case .scalar("j"), .enter: move(by: 1, wraps: false)
        case .escape, .scalar("s"): return .skip
        case .scalar(let scalar):
            if let level = WellnessMetric.level(String(scalar)) { levels[metric] = level }
        default: break
        }
        return .redraw
    }

    private mutating func actInNote(on key: TerminalKey) {
        switch key {
        case .left: note.moveLeft()
        case .right: note.moveRight()
        case .home: note.moveToStart()
        case .end: note.moveToEnd()
        case .backspace: note.backspace()
        case .delete: note.delete()
        case .deleteWord: note.deleteWord()
        case .deleteToStart: note.deleteToStart()
        case .deleteToEnd: note.deleteToEnd()
        case .enter, .escape: row = .save
        case .scalar(let scalar): noteIsFull = !note.insert(String(scalar))
        default: break
        }
    }

    private mutating func actOnButtons(_ key: TerminalKey) -> Action {
        switch key {
        case .enter, .scalar(" "): return row == .save ? .save : .skip
        case .escape, .scalar("s"): return .skip
        case .left, .scalar("h"): row = .save
        case .right, .scalar("l"): row = .skip
        case .scalar("k"): row = .note
        default: break
        }
        return .redraw
    }
}
