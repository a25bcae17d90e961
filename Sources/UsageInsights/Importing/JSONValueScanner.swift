/// Finds where a JSON value ends in an input that comes in pieces.
///
/// It counts brackets outside of strings, no more: whether the value is JSON shows when it is read. It remembers how
/// far it has looked, so that an input which grows byte by byte is still looked at once. One scanner reads one value
/// at a time; `begin` makes it ready for the next.
///
/// Cost: O(bytes) of the value. Memory: none that grows.
struct JSONValueScanner {
    enum Outcome: Equatable {
        /// All was looked at, and the value goes on.
        case needsMore
        /// The value is the first so many bytes.
        case whole(Int)
        /// A bracket at this byte closes one of the other kind, or none.
        case mismatch(Int)
    }

    /// Bytes of the input that are looked at.
    private(set) var looked = 0
    private var depth = 0
    /// The lowest bit says whether the innermost bracket is a brace. Deeper than it reaches, where no reader follows
    /// anyway, kinds aren't compared.
    private var kinds: UInt64 = 0
    private var isInString = false
    private var isEscaped = false
    /// A number or a literal, which ends before what can't belong to it.
    private var isBare = false
    private var outcome: Outcome?

    mutating func begin() { self = JSONValueScanner() }

    /// What was looked at is gone from the front of the input; the value goes on.
    mutating func drop(_ count: Int) { looked -= count }

    /// Looks on.
    /// - Parameters:
    ///   - input: begins with the value, which has no white space before it, or where `drop` has left it.
    ///   - limit: how far to look at most.
    ///   - isEnd: nothing comes after the input, which ends a number too.
    mutating func scan(_ input: UnsafeRawBufferPointer, limit: Int = .max, isEnd: Bool) -> Outcome {
        if let outcome { return outcome }
        let result = look(input, min(input.count, limit))
        if result == .needsMore, isEnd, isBare, looked == input.count { return finish(.whole(looked)) }
        return result == .needsMore ? result : finish(result)
    }

    private mutating func finish(_ result: Outcome) -> Outcome {
        outcome = result
        return result
    }

    private mutating func look(_ input: UnsafeRawBufferPointer, _ stop: Int) -> Outcome {
        var at = looked
        defer { looked = at }
        while at < stop {
            let byte = input[at]
            if isInString {
                at += 1
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if depth == 0 { return .whole(at) }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                if isBare { return .whole(at) }
                isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if isBare { return .whole(at) }
                if depth < UInt64.bitWidth { kinds = kinds &<< 1 | (byte == UInt8(ascii: "{") ? 1 : 0) }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if isBare { return .whole(at) }
                guard depth > 0 else { return .mismatch(at) }
                if depth <= UInt64.bitWidth {
                    guard (kinds & 1 == 1) == (byte == UInt8(ascii: "}")) else { return .mismatch(at) }
                    kinds &>>= 1
                }
                depth -= 1
                if depth == 0 {
                    at += 1
                    return .whole(at)
                }
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20:
                if isBare { return .whole(at) }
            default:
                if depth == 0 { isBare = true }
            }
            at += 1
        }
        return .needsMore
    }
}
