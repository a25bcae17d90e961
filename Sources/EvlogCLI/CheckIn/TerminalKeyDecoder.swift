/// Turns what a terminal sends into keys: UTF-8, control characters, escape sequences in the ANSI and the VT100
/// application form, bracketed paste.
///
/// A sequence may come in any number of pieces. What isn't known, and what isn't UTF-8, is passed by without a key.
/// Reads no clock: whoever feeds it says when nothing more came for a while.
struct TerminalKeyDecoder {
    /// A paste is kept up to so many bytes; the rest of it is passed by.
    static let pasteLimit = 256 << 10

    private enum State {
        case ground
        case escape
        /// After `ESC [`: parameters so far.
        case control([UInt8])
        /// After `ESC O`.
        case single
        /// A string for the terminal's other features, up to BEL or ESC \.
        case string(afterEscape: Bool)
        case paste
    }

    private var state = State.ground
    private var character: [UInt8] = []
    private var charactersLeft = 0
    private var pasted: [UInt8] = []
    /// How much of the mark that ends a paste has come.
    private var matched = 0

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// A key may have begun whose end has not come. One press of Escape looks the same: call `settle()` if nothing
    /// follows. A paste takes as long as it takes.
    var isPending: Bool {
        switch state {
        case .ground: charactersLeft > 0
        case .paste: false
        default: true
        }
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
        var keys: [TerminalKey] = []
        for byte in bytes { take(byte, &keys) }
        return keys
    }

    /// Nothing more came for a while: a lone ESC was the key Escape, and what else is unfinished is given up.
    mutating func settle() -> [TerminalKey] {
        defer {
            if isPending {
                state = .ground
                charactersLeft = 0
            }
        }
        if case .escape = state { return [.escape] }
        return []
    }

    private mutating func take(_ byte: UInt8, _ keys: inout [TerminalKey]) {
        switch state {
        case .ground: takePlain(byte, &keys)
        case .escape: takeAfterEscape(byte, &keys)
        case .control(let parameters): takeControl(byte, parameters, &keys)
        case .single:
            state = .ground
            if byte == 0x1B {
                state = .escape
            } else if let key = byte == UInt8(ascii: "M") ? .enter : Self.cursorKey(byte) {
                // The M is Enter on the keypad.
                keys.append(key)
            }
        case .string(let afterEscape):
            if byte == 0x07 || (afterEscape && byte == UInt8(ascii: "\\")) {
                state = .ground
            } else {
                state = .string(afterEscape: byte == 0x1B)
            }
        case .paste: takePasted(byte, &keys)
        }
    }

    // MARK: - Text and control characters

    private mutating func takePlain(_ byte: UInt8, _ keys: inout [TerminalKey]) {
        if charactersLeft > 0 {
            if byte & 0xC0 == 0x80 {
                character.append(byte)
                charactersLeft -= 1
                if charactersLeft == 0, let text = String(validating: character, as: UTF8.self) {
                    keys += text.unicodeScalars.map { .scalar($0) }
                }
                return
            }
            charactersLeft = 0
        }
        switch byte {
        case 0x1B: state = .escape
        case 0x20..<0x7F: keys.append(.scalar(Unicode.Scalar(byte)))
        case 0xC2...0xF4:
            character = [byte]
            charactersLeft = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
        default: if let key = Self.controlKey(byte) { keys.append(key) }
        }
    }

    private static func controlKey(_ byte: UInt8) -> TerminalKey? {
        switch byte {
        case 0x01: .home
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x06: .right
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0B: .deleteToEnd
        case 0x0C: .redraw
        case 0x0E: .down
        case 0x10: .up
        case 0x13: .save
        case 0x15: .deleteToStart
        case 0x17: .deleteWord
        case 0x1A: .suspend
        default: nil
        }
    }

    // MARK: - Escape sequences

    private mutating func takeAfterEscape(_ byte: UInt8, _ keys: inout [TerminalKey]) {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(afterEscape: false)
        case 0x1B: keys.append(.escape)
        case 0xC2...0xF4:
            // Alt and a letter beyond ASCII: the rest of the letter is passed by as stray bytes.
            state = .ground
        default: state = .ground
        }
    }

    private mutating func takeControl(_ byte: UInt8, _ parameters: [UInt8], _ keys: inout [TerminalKey]) {
        switch byte {
        case 0x20...0x3F:
            // Longer than any that is known: still read to its end.
            state = .control(parameters.count < 32 ? parameters + [byte] : parameters)
        case 0x40...0x7E:
            state = .ground
            if parameters == Array("200".utf8) && byte == UInt8(ascii: "~") {
                state = .paste
                pasted = []
                matched = 0
            } else if let key = Self.key(parameters, byte) {
                keys.append(key)
            }
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    /// The key of `ESC [ parameters final`. Shift, Alt and Ctrl, the second parameter, make no difference.
    private static func key(_ parameters: [UInt8], _ final: UInt8) -> TerminalKey? {
        // A terminal's own: what the mouse did, answers to questions.
        if let first = parameters.first, (0x3C...0x3F).contains(first) { return nil }
        if final == UInt8(ascii: "Z") { return .backTab }
        guard final == UInt8(ascii: "~") else { return cursorKey(final) }
        return switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
        case "1", "7": .home
        case "4", "8": .end
        case "3": .delete
        default: nil
        }
    }

    private static func cursorKey(_ final: UInt8) -> TerminalKey? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    // MARK: - Paste

    private mutating func takePasted(_ byte: UInt8, _ keys: inout [TerminalKey]) {
        let end = Self.pasteEnd
        if byte == end[matched] {
            matched += 1
            guard matched == end.count else { return }
            state = .ground
            keys.append(.paste(String(decoding: pasted, as: UTF8.self)))
            pasted = []
            return
        }
        // The mark has its first byte only at its start, so nothing of what matched can begin it anew.
        keep(end[..<matched])
        matched = byte == end[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        if pasted.count + bytes.count <= Self.pasteLimit { pasted += bytes }
    }
}
