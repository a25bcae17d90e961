/// Walks through one JSON document of any size, of which only a piece is there at a time: through the containers that
/// its owner enters, and past the values that the owner cuts out, or passes by.
///
/// As long as the document is open, the last byte of what is there is left untaken: so its owner is called again where
/// the input ends there, and a document that was cut off is never taken for a whole one.
///
/// Cost: O(bytes), each looked at once. Memory: the path, and the key that it has come to.
struct JSONDocument {
    enum Step: Equatable {
        case needsMore
        /// Take so many bytes: white space, punctuation, a key, an opened bracket, a part of what is passed by.
        case passed(Int)
        /// The container that was entered last is closed; take so many bytes.
        case closed(Int)
        /// At the front of the input a value begins, with this byte. Call `enter`, `cut` or `passBy`.
        case value(UInt8)
        /// It is not JSON, as this byte of the input shows, and what follows can't be made out.
        case malformed(String, at: Int)
        /// The input ends, the document doesn't.
        case cutOff
    }

    enum Cut: Equatable {
        case needsMore
        /// The value's length, and how many bytes to take.
        case whole(length: Int, taken: Int)
        /// Over the limit: take so many bytes; what follows of it is passed by.
        case tooLong(Int)
        case malformed(String, at: Int)
        case cutOff
    }

    private enum Place {
        case value, firstItem, firstKey, key, colon, afterValue
        /// Behind the document.
        case over
    }

    /// The key that was read last.
    private(set) var key: [UInt8] = []
    private(set) var isOver = false
    private var isObject: [Bool] = []
    private var place = Place.value
    private var scanner = JSONValueScanner()
    private var isPassingBy = false
    /// The input's last value was cut out, and nothing follows it.
    private var isCutOff = false
    private var isAtStart = true

    /// Goes on to the next value or the next end of a container, piece by piece.
    /// - Parameter input: not empty.
    mutating func step(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        if isCutOff { return .cutOff }
        if isPassingBy { return goPast(input, isEnd) }
        if isAtStart {
            guard input.count > 3 || isEnd else { return .needsMore }
            isAtStart = false
            // A byte order mark; taken by itself.
            if input.count > 3, input.starts(with: [0xef, 0xbb, 0xbf]) { return .passed(3) }
        }
        let blanks = input.prefix { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }.count
        if place == .over {
            return blanks > 0 ? .passed(blanks) : unexpected(input[0], "behind the end of the document")
        }
        if blanks == input.count {
            if isEnd { return .cutOff }
            return blanks > 1 ? .passed(blanks - 1) : .needsMore
        }
        return blanks > 0 ? .passed(blanks) : token(input, isEnd)
    }

    private mutating func token(_ input: UnsafeRawBufferPointer, _ isEnd: Bool) -> Step {
        let byte = input[0]
        switch (place, byte) {
        case (.firstKey, UInt8(ascii: "}")): return close(input, isEnd)
        case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")): return readKey(input, isEnd)
        case (.firstItem, UInt8(ascii: "]")): return close(input, isEnd)
        case (.colon, UInt8(ascii: ":")): return advance(1, to: .value, input, isEnd)
        case (.afterValue, UInt8(ascii: ",")):
            return advance(1, to: isObject.last == true ? .key : .value, input, isEnd)
        case (.afterValue, UInt8(ascii: "}")) where isObject.last == true: return close(input, isEnd)
        case (.afterValue, UInt8(ascii: "]")) where isObject.last == false: return close(input, isEnd)
        case (.value, _), (.firstItem, _):
            if byte < 0x20 || ",:]}".utf8.contains(byte) { return unexpected(byte, "in place of a value") }
            return .value(byte)
        case (.firstKey, _), (.key, _): return unexpected(byte, "in place of a key")
        case (.colon, _): return unexpected(byte, "in place of a colon")
        case (.afterValue, _), (.over, _): return unexpected(byte, "in place of a comma or an end")
        }
    }

    private func unexpected(_ byte: UInt8, _ where: String) -> Step {
        .malformed("invalid JSON: unexpected \(QuotedText.quote([byte])) \(`where`)", at: 0)
    }

    private mutating func advance(
        _ bytes: Int, to next: Place, _ input: UnsafeRawBufferPointer, _ isEnd: Bool
    ) -> Step {
        guard bytes < input.count else { return isEnd ? .cutOff : .needsMore }
        place = next
        return .passed(bytes)
    }

    private mutating func close(_ input: UnsafeRawBufferPointer, _ isEnd: Bool) -> Step {
        let isLast = isObject.count == 1
        guard isLast || input.count > 1 else { return isEnd ? .cutOff : .needsMore }
        isObject.removeLast()
        place = isLast ? .over : .afterValue
        isOver = isLast
        return .closed(1)
    }

    private mutating func readKey(_ input: UnsafeRawBufferPointer, _ isEnd: Bool) -> Step {
        guard case .whole(let length) = scanner.scan(input, limit: JSONLinesLimits.lineBytes, isEnd: isEnd)
        else {
            if scanner.looked >= JSONLinesLimits.lineBytes {
                return .malformed("a key is longer than 1 MiB", at: 0)
            }
            return isEnd ? .cutOff : .needsMore
        }
        guard length < input.count else { return isEnd ? .cutOff : .needsMore }
        scanner.begin()
        let text = UnsafeRawBufferPointer(rebasing: input[..<length])
        guard let key = JSONObjectText.string(text) else {
            return .malformed("invalid JSON: bad key \(QuotedText.quote(text))", at: 0)
        }
        self.key = key
        place = .colon
        return .passed(length)
    }

    // MARK: - Values

    /// Into the array or object at the front of the input.
    mutating func enter(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        let isBrace = input[0] == UInt8(ascii: "{")
        let step = advance(1, to: isBrace ? .firstKey : .firstItem, input, isEnd)
        if case .passed = step { isObject.append(isBrace) }
        return step
    }

    /// Takes the value at the front of the input, if all of it is there.
    mutating func cut(_ input: UnsafeRawBufferPointer, limit: Int, isEnd: Bool) -> Cut {
        // One byte more, to see that it is over the limit.
        switch scanner.scan(input, limit: limit + 1, isEnd: isEnd) {
        case .whole(let length) where length > limit, .mismatch(let length) where length > limit:
            return passRest(input, isEnd)
        case .needsMore where scanner.looked > limit: return passRest(input, isEnd)
        case .mismatch(let at): return .malformed(Self.mismatch(input[at]), at: at)
        case .needsMore: return isEnd ? .cutOff : .needsMore
        case .whole(let length):
            guard length < input.count || isEnd else { return .needsMore }
            scanner.begin()
            place = .afterValue
            isCutOff = length == input.count
            return .whole(length: length, taken: isCutOff ? length - 1 : length)
        }
    }

    private mutating func passRest(_ input: UnsafeRawBufferPointer, _ isEnd: Bool) -> Cut {
        isPassingBy = true
        switch goPast(input, isEnd) {
        case .passed(let bytes): return .tooLong(bytes)
        case .malformed(let message, let at): return .malformed(message, at: at)
        case .cutOff: return .cutOff
        default:
            // Nothing was taken of it: it is still to be said that it is too long.
            isPassingBy = false
            return .needsMore
        }
    }

    /// Past the value at the front of the input, whose size has no limit.
    mutating func passBy(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        isPassingBy = true
        return goPast(input, isEnd)
    }

    private mutating func goPast(_ input: UnsafeRawBufferPointer, _ isEnd: Bool) -> Step {
        switch scanner.scan(input, isEnd: isEnd) {
        case .mismatch(let at): return .malformed(Self.mismatch(input[at]), at: at)
        case .whole(let length):
            guard length < input.count else { return isEnd ? .cutOff : .needsMore }
            isPassingBy = false
            scanner.begin()
            place = .afterValue
            return .passed(length)
        case .needsMore:
            if isEnd { return .cutOff }
            guard input.count > 1 else { return .needsMore }
            scanner.drop(input.count - 1)
            return .passed(input.count - 1)
        }
    }

    private static func mismatch(_ byte: UInt8) -> String {
        "invalid JSON: \(QuotedText.quote([byte])) closes nothing that is open"
    }
}
