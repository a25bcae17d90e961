/// Text for the `man` macros.
struct Roff {
    private(set) var text = ""

    mutating func raw(_ line: String) { text += line }

    mutating func request(_ name: String, _ arguments: [String]) {
        text += ".\(name)"
        for argument in arguments { text += " \"\(Self.escaped(argument).replacing("\"", with: "\\(dq"))\"" }
        text += "\n"
    }

    mutating func section(_ title: String) { request("SH", [title]) }

    mutating func subsection(_ title: String) { request("SS", [title]) }

    mutating func paragraph(_ words: String) { text += ".PP\n\(Self.line(words))\n" }

    /// A command's name and what follows it; the second line of a form hangs.
    mutating func synopsis(_ name: [String], _ form: String) {
        text += ".HP 4\n\\fB\(Self.escaped(name.joined(separator: " ")))\\fR"
        text += form.isEmpty ? "\n" : " \(Self.escaped(form))\n"
    }

    mutating func item(_ tag: String, _ words: String) {
        text += ".TP\n\\fB\(Self.escaped(tag))\\fR\n\(Self.line(words))\n"
    }

    mutating func option(_ short: Character?, _ name: String, _ value: String?, _ words: String) {
        let letter = short.map { "\\fB\\-\(Self.escaped(String($0)))\\fR, " } ?? ""
        let operand = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
        text += ".TP\n\(letter)\\fB\\-\\-\(Self.escaped(name))\\fR\(operand)\n\(Self.line(words))\n"
    }

    /// A command line as it is typed, and what it is for.
    mutating func example(_ command: String, _ comment: String) {
        let comment = comment.prefix(1).uppercased() + comment.dropFirst()
        text += ".PP\n\(Self.line("\(comment):"))\n.PP\n.RS 4\n.nf\n\(Self.line(command))\n.fi\n.RE\n"
    }

    /// A line of text, which must not begin as a request does.
    private static func line(_ words: String) -> String {
        words.hasPrefix(".") || words.hasPrefix("'") ? "\\&" + escaped(words) : escaped(words)
    }

    /// What roff would take for its own, and what isn't ASCII, written out. A hyphen is one that can be copied.
    static func escaped(_ text: String) -> String {
        var roff = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": roff += "\\e"
            case "-": roff += "\\-"
            case "'": roff += "\\(aq"
            case "`": roff += "\\(ga"
            case "^": roff += "\\(ha"
            case "~": roff += "\\(ti"
            case "\n": roff += " "
            default:
                if scalar.isASCII {
                    roff.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    roff += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
                }
            }
        }
        return roff
    }
}
