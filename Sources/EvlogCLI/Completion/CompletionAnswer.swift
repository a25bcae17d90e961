/// What may stand where a command line is being completed.
struct CompletionAnswer: Equatable {
    /// What a shell does with the candidates.
    enum Kind: String {
        /// Each is a whole word.
        case words
        /// Each is the beginning of a word, and no space follows.
        case beginnings
        /// The shell completes names of files by itself.
        case files
        case directories
    }

    struct Candidate: Equatable {
        var text: String
        var description = ""
    }

    var kind = Kind.words
    var candidates: [Candidate] = []

    static let nothing = CompletionAnswer()

    static func words(_ words: [String]) -> CompletionAnswer {
        CompletionAnswer(candidates: words.map { Candidate(text: $0) })
    }

    /// The kind on the first line, then a candidate a line, with its description behind a tab.
    ///
    /// A candidate that a line or a terminal can't hold is left out: no shell could insert it either.
    var lines: String {
        var text = kind.rawValue + "\n"
        for candidate in candidates where TextWidth.sanitized(candidate.text) == candidate.text {
            text += candidate.text
            if !candidate.description.isEmpty { text += "\t" + TextWidth.sanitized(candidate.description) }
            text += "\n"
        }
        return text
    }
}
