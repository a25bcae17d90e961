extension IntegerColumn {
    /// Appends the column. `mayDelta` says that differences are worth trying (times, sequences).
    /// O(n), plus a sort of at most about a thousand numbers.
    package static func encode(
        _ values: UnsafeBufferPointer<Int64>, mayDelta: Bool, to writer: inout ByteWriter
    ) {
        guard !values.isEmpty else { return }
        let scaleIndex = commonScale(values)
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: values.count) { scaled in
            divide(values, by: scaleIndex, into: scaled)
            encode(UnsafeBufferPointer(scaled), scaleIndex, mayDelta: mayDelta, to: &writer)
        }
    }

    private static func encode(
        _ values: UnsafeBufferPointer<Int64>, _ scaleIndex: Int, mayDelta: Bool, to writer: inout ByteWriter
    ) {
        let scaleBits = UInt8(scaleIndex) << 4
        let plain = IntegerPlan(values)
        guard mayDelta && values.count > 1 else {
            if plain.width > 4, let list = distinct(values) {
                let width = PackedBits.width(of: UInt64(list.count - 1))
                if values.count * width + list.count * 16 + 8 < plain.bits {
                    writer.byte(scaleBits | listMode)
                    encodeList(values, list: list, to: &writer)
                    return
                }
            }
            writer.byte(scaleBits | frameMode)
            encodeFrame(values, plain, to: &writer)
            return
        }
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: values.count - 1) { differences in
            for index in 1..<values.count { differences[index - 1] = values[index] &- values[index - 1] }
            let plan = IntegerPlan(UnsafeBufferPointer(differences))
            // The first number stands apart, in about six bytes.
            if plan.bits + 8 * 6 < plain.bits {
                writer.byte(scaleBits | deltaMode)
                writer.zigzag(values[0])
                encodeFrame(UnsafeBufferPointer(differences), plan, to: &writer)
            } else {
                writer.byte(scaleBits | frameMode)
                encodeFrame(values, plain, to: &writer)
            }
        }
    }

    private static func encodeFrame(
        _ values: UnsafeBufferPointer<Int64>, _ plan: IntegerPlan, to writer: inout ByteWriter
    ) {
        let mask = PackedBits.mask(plan.width)
        let base = plan.base
        var exceptions = ByteWriter()
        var exceptionCount = 0
        var previous = -1
        for index in 0..<values.count {
            let offset = values[index] &- base
            if UInt64(bitPattern: offset) > mask {
                exceptions.varint(UInt64(index - previous - 1))
                exceptions.zigzag(offset)
                exceptionCount += 1
                previous = index
            }
        }
        writer.zigzag(base)
        writer.byte(UInt8(plan.width) | (exceptionCount > 0 ? exceptionFlag : 0))
        if exceptionCount > 0 { writer.varint(UInt64(exceptionCount)) }
        PackedBits.append(to: &writer, count: values.count, width: plan.width) { index in
            let offset = UInt64(bitPattern: values[index] &- base)
            return offset > mask ? 0 : offset
        }
        writer.append(exceptions)
    }

    private static func encodeList(
        _ values: UnsafeBufferPointer<Int64>, list: [Int64], to writer: inout ByteWriter
    ) {
        writer.varint(UInt64(list.count))
        for value in list { writer.zigzag(value) }
        var lastValue = list[0]
        var lastIndex: UInt64 = 0
        PackedBits.append(
            to: &writer, count: values.count, width: PackedBits.width(of: UInt64(list.count - 1))
        ) { index in
            if values[index] != lastValue {
                lastValue = values[index]
                lastIndex = UInt64(place(of: lastValue, in: list))
            }
            return lastIndex
        }
    }

    /// Where `value` stands in a list in ascending order that has it.
    private static func place(of value: Int64, in list: [Int64]) -> Int {
        var low = 0
        var length = list.count
        while length > 1 {
            let half = length >> 1
            if list[low + half] <= value { low += half }
            length -= half
        }
        return low
    }

    private static let longestList = 256

    /// The distinct numbers in ascending order, or nil where there are too many for a list to pay.
    private static func distinct(_ values: UnsafeBufferPointer<Int64>) -> [Int64]? {
        if values.count <= longestList {
            var sorted = Array(values)
            sorted.sort()
            var count = 1
            for index in 1..<sorted.count where sorted[index] != sorted[count - 1] {
                sorted[count] = sorted[index]
                count += 1
            }
            sorted.removeLast(sorted.count - count)
            return sorted
        }
        var seen: Set<Int64> = []
        var last: Int64? = nil
        for value in values where value != last {
            last = value
            seen.insert(value)
            if seen.count > longestList { return nil }
        }
        return seen.sorted()
    }

    /// The exponent of the largest power of ten, up to 10^6, that divides every number. Each divisor is a
    /// constant, so that the compiler makes a multiplication of it.
    private static func commonScale(_ values: UnsafeBufferPointer<Int64>) -> Int {
        if values.allSatisfy({ $0 % 1_000_000 == 0 }) { return 6 }
        if values.allSatisfy({ $0 % 100_000 == 0 }) { return 5 }
        if values.allSatisfy({ $0 % 10_000 == 0 }) { return 4 }
        if values.allSatisfy({ $0 % 1000 == 0 }) { return 3 }
        if values.allSatisfy({ $0 % 100 == 0 }) { return 2 }
        if values.allSatisfy({ $0 % 10 == 0 }) { return 1 }
        return 0
    }

    private static func divide(
        _ values: UnsafeBufferPointer<Int64>, by scaleIndex: Int, into out: UnsafeMutableBufferPointer<Int64>
    ) {
        @inline(__always) func fill(_ quotient: (Int64) -> Int64) {
            for index in 0..<values.count { out[index] = quotient(values[index]) }
        }
        switch scaleIndex {
        case 1: fill { $0 / 10 }
        case 2: fill { $0 / 100 }
        case 3: fill { $0 / 1000 }
        case 4: fill { $0 / 10_000 }
        case 5: fill { $0 / 100_000 }
        case 6: fill { $0 / 1_000_000 }
        default: fill { $0 }
        }
    }
}
