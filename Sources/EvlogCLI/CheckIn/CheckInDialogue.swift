#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A check-in form at the terminal, from the first painting to the last key.
struct CheckInDialogue {
    enum Answer {
        case save(CheckInForm)
        case skip
        /// There is no terminal that could show it.
        case unavailable
    }

    let color: Bool

    /// Whether this terminal can show the form: standard input and standard error are one that understands escape
    /// sequences, and it is large enough.
    static func isPossible(_ terminal: Terminal) -> Bool {
        isatty(0) == 1 && terminal.errorIsTerminal && !terminal.isDumb
            && TerminalSize.current(of: Terminal.Stream.error.rawValue).holds(CheckInFormView.minimum)
    }

    /// Shows the form until it is saved or skipped. The terminal is what it was whenever this returns or throws, and
    /// also when a signal ends the program from here.
    /// - Throws: `CommandFailure` where the input ends.
    func run(_ form: CheckInForm) throws -> Answer {
        let number: Int32
        switch converse(form) {
        case .answer(let answer): return answer
        case .ended:
            throw CommandFailure("nothing is stored: the input ended before the check-in was saved")
        case .signal(let signal): number = signal
        }
        StandardStreams.report("nothing is stored")
        TerminalSignals.end(by: number)
    }

    private enum Ending {
        case answer(Answer)
        case signal(Int32)
        case ended
    }

    /// The session ends with this function, and restores the terminal then.
    private func converse(_ form: CheckInForm) -> Ending {
        var form = form
        guard var session = TerminalSession.take() else { return .answer(.unavailable) }
        show(form, on: session)
        while true {
            var event = session.next()
            if case .keys(let keys) = event {
                var action = CheckInForm.Action.ignore
                var paints = false
                for key in keys {
                    action = form.press(key)
                    if action != .ignore && action != .redraw { break }
                    paints = paints || action == .redraw
                }
                switch action {
                case .save: return .answer(.save(form))
                case .skip: return .answer(.skip)
                case .end: return .ended
                case .interrupt: return .signal(SIGINT)
                case .suspend: event = session.stop()
                case .ignore, .redraw: if paints { show(form, on: session) }
                }
            }
            switch event {
            case .keys: continue
            case .resized, .resumed: show(form, on: session, afresh: true)
            case .signal(let number): return .signal(number)
            case .closed: return .ended
            }
        }
    }

    private func show(_ form: CheckInForm, on session: borrowing TerminalSession, afresh: Bool = false) {
        let view = CheckInFormView(size: session.size, color: color)
        session.write(InlineScreen.paint(view.lines(form), afresh: afresh))
    }
}
