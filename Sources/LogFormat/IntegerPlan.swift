/// The base and width that make a column of integers cost least, found on an even sample of it.
struct IntegerPlan {
    private(set) var base: Int64 = 0
    private(set) var width = 0
    /// About what the column will take, in bits.
    private(set) var bits = Int.max

    private static let sampleCount = 512

    /// For each width, finds the window of that size that holds most of the (sorted) numbers; those outside
    /// are exceptions.
    init(_ values: UnsafeBufferPointer<Int64>) {
        let step = max(1, values.count / Self.sampleCount)
        let count = (values.count + step - 1) / step
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: count) { sample in
            for index in 0..<count { sample.initializeElement(at: index, to: values[index * step]) }
            plan(values, UnsafeMutableBufferPointer(rebasing: sample[..<count]), isPart: step > 1)
        }
    }

    private mutating func plan(
        _ values: UnsafeBufferPointer<Int64>, _ sample: UnsafeMutableBufferPointer<Int64>, isPart: Bool
    ) {
        guard let lowest = sample.min(), let highest = sample.max() else {
            bits = 0
            return
        }
        if lowest == highest {
            self.base = lowest
            bits = 32
        } else {
            var sorted = sample
            sorted.sort()
            search(UnsafeBufferPointer(sample))
        }
        if isPart { fitAll(values, UnsafeBufferPointer(sample)) }
        bits = Int(Double(bits) * Double(values.count) / Double(sample.count)) + 32
    }

    private mutating func search(_ sample: UnsafeBufferPointer<Int64>) {
        let fullWidth = PackedBits.width(of: UInt64(bitPattern: sample[sample.count - 1] &- sample[0]))
        let exceptionBits = 16 + 8 * ((fullWidth + 8) / 7)
        for width in 0...min(fullWidth, PackedBits.maximumWidth) {
            // Not even with no exception at all could this width win.
            if width * sample.count >= bits { break }
            let reach = PackedBits.mask(width)
            var low = 0
            var inside = 0
            var base = sample[0]
            for high in sample.indices {
                while UInt64(bitPattern: sample[high] &- sample[low]) > reach { low += 1 }
                if high - low + 1 > inside {
                    inside = high - low + 1
                    base = sample[low]
                }
            }
            let cost = width * sample.count + (sample.count - inside) * exceptionBits
            if cost < bits {
                self.base = base
                self.width = width
                bits = cost
            }
        }
    }

    /// A sample misses the ends. If all numbers fit the width, it starts at the smallest; otherwise the room
    /// that the width has left is spread over both ends.
    private mutating func fitAll(_ values: UnsafeBufferPointer<Int64>, _ sample: UnsafeBufferPointer<Int64>) {
        var lowest = base
        var highest = base
        for value in values {
            lowest = min(lowest, value)
            highest = max(highest, value)
        }
        let reach = PackedBits.mask(width)
        if UInt64(bitPattern: highest &- lowest) <= reach {
            base = lowest
            return
        }
        var top = base
        for number in sample where number >= base && UInt64(bitPattern: number &- base) <= reach {
            top = max(top, number)
        }
        let room = reach &- UInt64(bitPattern: top &- base)
        base = base &- Int64(bitPattern: room / 2)
    }
}
