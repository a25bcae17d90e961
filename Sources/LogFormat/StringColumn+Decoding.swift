/// The strings of one column of a frame: value `i` is `list[indexes[i]]`, or `list[i]` where there are no
/// indexes. Valid for as long as the `FrameReader` that made it holds its frame.
package struct StringValues {
    package let list: StringList
    /// One more number may be read behind the last (it means nothing).
    package let indexes: UnsafeBufferPointer<UInt16>?

    package static var empty: StringValues { StringValues(list: .empty, indexes: nil) }

    package var count: Int { indexes?.count ?? list.count }

    /// Where value `index` stands in `list`.
    @inline(__always)
    package func listIndex(_ index: Int) -> Int {
        if let indexes { return Int(indexes[index]) }
        return index
    }

    package subscript(index: Int) -> UnsafeRawBufferPointer { list[listIndex(index)] }
}

extension StringColumn {
    /// Decodes a column of exactly `count` strings; what it needs lives in `arena`. The text of packed columns
    /// counts against the arena's limit. The buffer behind `reader` must have the slack of packed bits.
    package static func decode(
        _ reader: inout ByteReader, count: Int, arena: FrameArena
    ) throws(FormatError) -> StringValues {
        let mode = try reader.byte()
        guard mode == listMode else {
            let list = try decodeFlat(&reader, mode: mode, count: count, arena: arena)
            return StringValues(list: list, indexes: nil)
        }
        let listCount = try reader.count(limit: Format.maximumRecordCount, "strings of a column")
        guard listCount > 0 || count == 0 else { throw .invalid("the strings of a column") }
        let list = try decodeFlat(&reader, mode: try reader.byte(), count: listCount, arena: arena)
        let width = PackedBits.width(of: UInt64(max(0, listCount - 1)))
        let packed = try reader.slice(PackedBits.byteCount(count: count, width: width), "packed indexes")
        // One more than there are, so that a loop may look ahead without a branch.
        let indexes = arena.numbers(UInt16.self, count + 1)
        indexes[count] = 0
        if let bits = packed.baseAddress, let target = indexes.baseAddress {
            guard width <= UInt16.bitWidth else { throw .invalid("an index of a column") }
            PackedBits.unpack(bits, count: count, width: width, into: target)
            var highest: UInt16 = 0
            for index in 0..<count { highest = max(highest, target[index]) }
            guard Int(highest) < listCount || count == 0 else { throw .invalid("an index of a column") }
        } else {
            indexes.update(repeating: 0)
        }
        return StringValues(list: list, indexes: UnsafeBufferPointer(rebasing: indexes[..<count]))
    }

    private static func decodeFlat(
        _ reader: inout ByteReader, mode: UInt8, count: Int, arena: FrameArena
    ) throws(FormatError) -> StringList {
        switch mode {
        case plainMode:
            let ends = try decodeEnds(&reader, count: count, prefix: 0, arena: arena)
            let text = try reader.slice(ends.last.map { Int($0) } ?? 0, "the text of a column")
            return StringList(bytes: text, ends: ends)
        case packedMode:
            let prefixLength = try reader.count(limit: Format.maximumValueLength, "a prefix")
            let prefix = try reader.slice(prefixLength, "a prefix")
            let alphabetCount = try reader.count(limit: longestAlphabet, "an alphabet")
            let alphabet = try reader.slice(alphabetCount, "an alphabet")
            let ends = try decodeEnds(&reader, count: count, prefix: prefixLength, arena: arena)
            let length = ends.last.map { Int($0) } ?? 0
            let letterCount = length - prefixLength * count
            guard letterCount == 0 || alphabetCount > 0 else { throw .invalid("an alphabet") }
            let width = PackedBits.width(of: UInt64(max(0, alphabetCount - 1)))
            let packed = try reader.slice(
                PackedBits.byteCount(count: letterCount, width: width), "packed text")
            let text = try arena.text(length)
            let bits = packed.baseAddress ?? UnsafeRawPointer(arena.slack)
            try unpack(bits, width: width, alphabet: alphabet, prefix: prefix, ends: ends, into: text)
            return StringList(bytes: UnsafeRawBufferPointer(text), ends: ends)
        default: throw .invalid("the mode of a string column")
        }
    }

    private static func unpack(
        _ bits: UnsafeRawPointer, width: Int, alphabet: UnsafeRawBufferPointer,
        prefix: UnsafeRawBufferPointer, ends: UnsafeBufferPointer<UInt32>,
        into text: UnsafeMutableRawBufferPointer
    ) throws(FormatError) {
        let mask = PackedBits.mask(width)
        var at = 0
        var letter = 0
        for end in ends {
            for byte in prefix {
                text[at] = byte
                at &+= 1
            }
            while at < Int(end) {
                let code = Int(
                    truncatingIfNeeded: PackedBits.load(bits, letter, width: width, mask: mask))
                guard code < alphabet.count else { throw .invalid("packed text") }
                text[at] = alphabet[code]
                at &+= 1
                letter &+= 1
            }
        }
    }

    /// The lengths of a column as running ends. Their sum is held under the limit for a frame.
    private static func decodeEnds(
        _ reader: inout ByteReader, count: Int, prefix: Int, arena: FrameArena
    ) throws(FormatError) -> UnsafeBufferPointer<UInt32> {
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let lengths = arena.scratch(count)
        try IntegerColumn.decode(&reader, count: count, into: lengths)
        let ends = arena.numbers(UInt32.self, count)
        var sum = 0
        for index in 0..<count {
            let length = lengths[index]
            guard length >= 0, length <= Int64(Format.maximumValueLength) else {
                throw .overLimit("the length of a string")
            }
            sum &+= Int(length) &+ prefix
            guard sum <= Format.maximumRawLength else { throw .overLimit("the text of a column") }
            ends[index] = UInt32(sum)
        }
        return UnsafeBufferPointer(ends)
    }
}
