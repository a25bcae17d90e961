import TestSupport

/// Changes bytes as fuzzers do: bits, bytes, numbers that stand at an edge, pieces cut, copied and taken from
/// another input. The same seed gives the same changes.
struct Mutator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func change(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) { changeOnce(&bytes, other) }
        return bytes
    }

    private mutating func changeOnce(_ bytes: inout [UInt8], _ other: [UInt8]) {
        guard let at = bytes.indices.randomElement(using: &random) else {
            bytes = other
            return
        }
        let length = min(Int.random(in: 1...16, using: &random), bytes.count - at)
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes[at] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &random) ?? 0
        case 3: bytes[at] &+= UInt8.random(in: 0...4, using: &random) &- 2
        case 4: bytes.removeSubrange(at..<at + length)
        case 5: bytes.insert(contentsOf: bytes[at..<at + length], at: at)
        case 6: bytes.replaceSubrange(at..<at + length, with: repeatElement(0xFF, count: length))
        case 7:
            guard let from = other.indices.randomElement(using: &random) else { return }
            bytes.replaceSubrange(at..<at + length, with: other[from...].prefix(length))
        default: bytes.removeLast(bytes.count - at)
        }
    }
}
