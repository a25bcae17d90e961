extension IntegerColumn {
    /// What the modes would cost on a column, from all its numbers or an even sample of them.
    private struct Plan {
        var base: Int64 = 0
        var width = 0
        var bits = Int.max
    }

    private static let sampleCount = 512
    private static let longestList = 256

    /// Appends the column. `mayDelta` says that differences are worth trying (times, sequences).
    /// O(n), plus a sort of at most 512 numbers.
    package static func encode(
        _ values: UnsafeBufferPointer<Int64>, mayDelta: Bool, to writer: inout ByteWriter
    ) {
        guard let head = values.first else { return }
        let scaleIndex = commonScale(values)
        let scale = powersOfTen[scaleIndex]
        let count = values.count
        @inline(__always) func scaled(_ index: Int) -> Int64 {
            scaleIndex == 0 ? values[index] : values[index] / scale
        }
        let plain = plan(count: count, scaled)
        var differences = Plan()
        if mayDelta && count > 1 {
            differences = plan(count: count - 1) { scaled($0 + 1) &- scaled($0) }
            // The first number stands apart.
            differences.bits += 8 * 6
        }
        if !mayDelta, plain.width > 4, let list = distinct(values) {
            let width = PackedBits.width(of: UInt64(list.count - 1))
            if count * width + list.count * 16 + 8 < plain.bits {
                encodeList(values, list: list, scaleIndex: scaleIndex, to: &writer)
                return
            }
        }
        let delta = differences.bits < plain.bits
        writer.byte(UInt8(scaleIndex) << 4 | (delta ? deltaMode : frameMode))
        if delta {
            writer.zigzag(scaleIndex == 0 ? head : head / scale)
            encodeFrame(count: count - 1, differences, to: &writer) { scaled($0 + 1) &- scaled($0) }
        } else {
            encodeFrame(count: count, plain, to: &writer, scaled)
        }
    }

    private static func encodeFrame(
        count: Int, _ plan: Plan, to writer: inout ByteWriter, _ value: (Int) -> Int64
    ) {
        guard count > 0 else { return }
        let mask = PackedBits.mask(plan.width)
        var exceptions = ByteWriter()
        var exceptionCount = 0
        var previous = -1
        for index in 0..<count {
            let offset = value(index) &- plan.base
            if UInt64(bitPattern: offset) > mask {
                exceptions.varint(UInt64(index - previous - 1))
                exceptions.zigzag(offset)
                exceptionCount += 1
                previous = index
            }
        }
        writer.zigzag(plan.base)
        writer.byte(UInt8(plan.width) | (exceptionCount > 0 ? exceptionFlag : 0))
        if exceptionCount > 0 { writer.varint(UInt64(exceptionCount)) }
        PackedBits.append(to: &writer, count: count, width: plan.width) { index in
            let offset = UInt64(bitPattern: value(index) &- plan.base)
            return offset > mask ? 0 : offset
        }
        writer.append(exceptions)
    }

    private static func encodeList(
        _ values: UnsafeBufferPointer<Int64>, list: [Int64], scaleIndex: Int, to writer: inout ByteWriter
    ) {
        writer.byte(UInt8(scaleIndex) << 4 | listMode)
        writer.varint(UInt64(list.count))
        for value in list { writer.zigzag(value / powersOfTen[scaleIndex]) }
        var indexes: [Int64: UInt64] = [:]
        for (index, value) in list.enumerated() { indexes[value] = UInt64(index) }
        var lastValue = list[0]
        var lastIndex: UInt64 = 0
        PackedBits.append(
            to: &writer, count: values.count, width: PackedBits.width(of: UInt64(list.count - 1))
        ) { index in
            if values[index] != lastValue {
                lastValue = values[index]
                lastIndex = indexes[lastValue] ?? 0
            }
            return lastIndex
        }
    }

    /// The exponent of the largest power of ten, up to 10^6, that divides every number.
    private static func commonScale(_ values: UnsafeBufferPointer<Int64>) -> Int {
        var exponent = maximumScale
        for value in values {
            while exponent > 0 && value % powersOfTen[exponent] != 0 { exponent -= 1 }
            if exponent == 0 { break }
        }
        return exponent
    }

    /// The distinct numbers in ascending order, or nil where there are too many for a list to pay.
    private static func distinct(_ values: UnsafeBufferPointer<Int64>) -> [Int64]? {
        var seen: Set<Int64> = []
        var last: Int64? = nil
        for value in values where value != last {
            last = value
            seen.insert(value)
            if seen.count > longestList { return nil }
        }
        return seen.sorted()
    }

    /// The base and width that cost least: for each width, the window of that size that holds most of the
    /// (sorted, sampled) numbers; those outside are exceptions.
    private static func plan(count: Int, _ value: (Int) -> Int64) -> Plan {
        let step = max(1, count / sampleCount)
        var sample: [Int64] = []
        sample.reserveCapacity(min(count, sampleCount * 2))
        for index in stride(from: 0, to: count, by: step) { sample.append(value(index)) }
        sample.sort()
        guard let lowest = sample.first, let highest = sample.last else { return Plan(bits: 0) }
        let fullWidth = PackedBits.width(of: UInt64(bitPattern: highest &- lowest))
        let exceptionBits = 16 + 8 * ((fullWidth + 8) / 7)
        var best = Plan()
        var bestInside = 0
        for width in 0...min(fullWidth, PackedBits.maximumWidth) {
            let reach = PackedBits.mask(width)
            var low = 0
            var inside = 0
            var base = lowest
            for high in sample.indices {
                while UInt64(bitPattern: sample[high] &- sample[low]) > reach { low += 1 }
                if high - low + 1 > inside {
                    inside = high - low + 1
                    base = sample[low]
                }
            }
            let bits = width * sample.count + (sample.count - inside) * exceptionBits
            if bits < best.bits {
                best = Plan(base: base, width: width, bits: bits)
                bestInside = inside
            }
        }
        if step > 1 { widen(&best, sample: sample, inside: bestInside, count: count, value) }
        best.bits = Int(Double(best.bits) * Double(count) / Double(sample.count)) + 32
        return best
    }

    /// A sample misses the ends: spread the room that the width has left over both.
    private static func widen(
        _ plan: inout Plan, sample: [Int64], inside: Int, count: Int, _ value: (Int) -> Int64
    ) {
        let reach = PackedBits.mask(plan.width)
        if inside == sample.count {
            var lowest = plan.base
            var highest = plan.base
            for index in 0..<count {
                let number = value(index)
                if number < lowest { lowest = number }
                if number > highest { highest = number }
            }
            if UInt64(bitPattern: highest &- lowest) <= reach {
                plan.base = lowest
                return
            }
        }
        var top = plan.base
        for number in sample where number >= plan.base && UInt64(bitPattern: number &- plan.base) <= reach {
            top = number
        }
        let room = reach &- UInt64(bitPattern: top &- plan.base)
        plan.base = plan.base &- Int64(bitPattern: room / 2)
    }
}
