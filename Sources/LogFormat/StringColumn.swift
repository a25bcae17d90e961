/// A column of strings (section 4.3): plain, packed over a small alphabet, or indexes into a list.
package enum StringColumn {
    static let plainMode: UInt8 = 0
    static let packedMode: UInt8 = 1
    static let listMode: UInt8 = 2
    static let longestAlphabet = 64

    /// Appends the strings `indexes` point to (all of `strings` in order where nil). O(n + bytes).
    package static func encode(
        _ strings: StringList, indexes: UnsafeBufferPointer<UInt16>?, to writer: inout ByteWriter
    ) {
        guard let indexes, !isIdentity(indexes, of: strings.count) else {
            encodeFlat(strings, order: nil, to: &writer)
            return
        }
        let width = PackedBits.width(of: UInt64(max(0, strings.count - 1)))
        var total = 0
        for index in indexes { total += strings[Int(index)].count }
        let listCost = strings.bytes.count + strings.count + (indexes.count * width) / 8 + 4
        let plainCost = total + indexes.count / 2
        if listCost > plainCost {
            encodeFlat(strings, order: indexes, to: &writer)
            return
        }
        writer.byte(listMode)
        writer.varint(UInt64(strings.count))
        encodeFlat(strings, order: nil, to: &writer)
        PackedBits.append(to: &writer, count: indexes.count, width: width) { UInt64(indexes[$0]) }
    }

    private static func isIdentity(_ indexes: UnsafeBufferPointer<UInt16>, of count: Int) -> Bool {
        // Numbers are given in the order of first appearance: as many strings as places means each once.
        indexes.count == count
    }

    private static func encodeFlat(
        _ strings: StringList, order: UnsafeBufferPointer<UInt16>?, to writer: inout ByteWriter
    ) {
        let count = order?.count ?? strings.count
        var lengths: [Int64] = []
        lengths.reserveCapacity(count)
        guard let order else {
            // In their own order the strings lie one behind the other already.
            var start: UInt32 = 0
            for end in strings.ends {
                lengths.append(Int64(end &- start))
                start = end
            }
            encodeFlat(strings.bytes, lengths: lengths, to: &writer)
            return
        }
        var text: [UInt8] = []
        for index in order {
            let string = strings[Int(index)]
            text.append(contentsOf: string)
            lengths.append(Int64(string.count))
        }
        text.withUnsafeBytes { encodeFlat($0, lengths: lengths, to: &writer) }
    }

    private static func encodeFlat(
        _ text: UnsafeRawBufferPointer, lengths: [Int64], to writer: inout ByteWriter
    ) {
        if let packing = Packing(text: text, lengths: lengths) {
            packing.encode(text: text, lengths: lengths, to: &writer)
            return
        }
        writer.byte(plainMode)
        lengths.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: false, to: &writer) }
        writer.append(text)
    }

    /// How a column looks over its own alphabet, without the prefix that all its strings share. Made only
    /// where that is smaller than what LZ4 would make of the plain text.
    private struct Packing {
        private let prefixLength: Int
        private let alphabet: [UInt8]

        init?(text: UnsafeRawBufferPointer, lengths: [Int64]) {
            guard let shortest = lengths.min(), let first = lengths.first, text.count >= 32 else {
                return nil
            }
            var shared = Int(min(shortest, first))
            var start = 0
            for length in lengths {
                var same = 0
                while same < shared && text[start + same] == text[same] { same += 1 }
                shared = same
                start += Int(length)
                if shared == 0 { break }
            }
            let letters = Self.letters(of: text, lengths: lengths, without: shared)
            guard letters.count <= longestAlphabet else { return nil }
            let letterCount = text.count - shared * lengths.count
            let width = PackedBits.width(of: UInt64(max(0, letters.count - 1)))
            let cost = PackedBits.byteCount(count: letterCount, width: width) + letters.count + shared + 2
            let other = text.count < 64 ? text.count : LZ4Block.estimate(text)
            guard cost * 20 < other * 19 else { return nil }
            prefixLength = shared
            alphabet = letters
        }

        /// The bytes that occur behind the prefix, in ascending order.
        private static func letters(of text: UnsafeRawBufferPointer, lengths: [Int64], without prefix: Int)
            -> [UInt8]
        {
            withUnsafeTemporaryAllocation(of: Bool.self, capacity: 256) { used in
                used.initialize(repeating: false)
                var start = 0
                for length in lengths {
                    for at in (start + prefix)..<(start + Int(length)) { used[Int(text[at])] = true }
                    start += Int(length)
                }
                return [UInt8](unsafeUninitializedCapacity: 256) { letters, count in
                    for letter in 0..<256 where used[letter] {
                        letters[count] = UInt8(letter)
                        count += 1
                    }
                }
            }
        }

        func encode(text: UnsafeRawBufferPointer, lengths: [Int64], to writer: inout ByteWriter) {
            writer.byte(packedMode)
            writer.varint(UInt64(prefixLength))
            writer.append(UnsafeRawBufferPointer(rebasing: text[..<prefixLength]))
            writer.byte(UInt8(alphabet.count))
            alphabet.withUnsafeBytes { writer.append($0) }
            let rests = lengths.map { $0 - Int64(prefixLength) }
            rests.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: false, to: &writer) }
            var codes = [UInt64](repeating: 0, count: 256)
            for (code, letter) in alphabet.enumerated() { codes[Int(letter)] = UInt64(code) }
            var letters: [UInt8] = []
            letters.reserveCapacity(text.count)
            var start = 0
            for length in lengths {
                letters.append(contentsOf: text[(start + prefixLength)..<(start + Int(length))])
                start += Int(length)
            }
            let width = PackedBits.width(of: UInt64(max(0, alphabet.count - 1)))
            PackedBits.append(to: &writer, count: letters.count, width: width) { codes[Int(letters[$0])] }
        }
    }
}
