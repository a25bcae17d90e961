/// SHA-256 (FIPS 180-4) of a short text: what a content security policy knows our own style and script by.
enum SHA256 {
    /// In base 64 (RFC 4648), as `'sha256-…'` wants it.
    static func base64(of text: String) -> String { base64(digest(Array(text.utf8))) }

    /// 32 bytes. O(n), for short inputs: nothing is done for speed.
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var state = initialState
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        for block in stride(from: 0, to: padded.count, by: 64) {
            compress(padded[block..<(block + 64)], into: &state)
        }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
            block[at..<(at + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let small0 = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
            let small1 = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
            words.append(words[index - 16] &+ small0 &+ words[index - 7] &+ small1)
        }
        var working = state
        for index in 0..<64 {
            let (a, e) = (working[0], working[4])
            let large1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = e & working[5] ^ ~e & working[6]
            let first = working[7] &+ large1 &+ choice &+ roundConstants[index] &+ words[index]
            let large0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = a & working[1] ^ a & working[2] ^ working[1] & working[2]
            working.removeLast()
            working.insert(first &+ large0 &+ majority, at: 0)
            working[4] &+= first
        }
        for index in 0..<8 { state[index] &+= working[index] }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    // The fractional parts of the square roots of the first 8 primes, and of the cube roots of the first 64.
    private static let initialState = primes.prefix(8).map { fraction(of: $0, power: 2) }
    private static let roundConstants = primes.map { fraction(of: $0, power: 3) }

    private static let primes: [UInt64] = {
        var found: [UInt64] = []
        var candidate: UInt64 = 2
        while found.count < 64 {
            if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()

    /// The first 32 bits behind the point of the root of a number, in whole-number arithmetic: the largest root that
    /// isn't too large, bit by bit.
    private static func fraction(of number: UInt64, power: Int) -> UInt32 {
        let target = UInt128(number) << UInt128(32 * power)
        var root: UInt128 = 0
        for bit in (0..<40).reversed() {
            let candidate = root | 1 << UInt128(bit)
            let raised = power == 2 ? candidate * candidate : candidate * candidate * candidate
            if raised <= target { root = candidate }
        }
        return UInt32(truncatingIfNeeded: root)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for at in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[at..<min(at + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
            text += String(repeating: "=", count: 3 - group.count)
        }
        return text
    }
}
