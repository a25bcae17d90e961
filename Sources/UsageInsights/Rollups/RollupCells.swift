/// Counts and durations by period and group. A table while there are few groups, a hash table over the cells
/// that are in use once there are many. Not thread-safe.
struct RollupCells {
    private(set) var counts: [Int] = []
    private(set) var durations: [Int128] = []
    /// Groups that the table has room for; 0 once cells are hashed.
    private var stride: Int
    private var periodCount = 0
    private var slots: [UInt64: Int] = [:]

    private static let widest = 64

    init(groupCount: Int) { stride = max(1, groupCount) }

    /// Makes room for these periods and groups. Called before `index`, whenever either has grown.
    mutating func makeRoom(periods: Int, groups: Int) {
        guard stride > 0 else { return }
        if groups > stride {
            let wider = groups > Self.widest ? 0 : min(Self.widest, max(groups, stride * 2))
            relayOut(stride: wider)
            if stride == 0 { return }
        }
        if periods > periodCount {
            periodCount = max(periods, periodCount * 2)
            counts += repeatElement(0, count: periodCount * stride - counts.count)
            durations += repeatElement(0, count: periodCount * stride - durations.count)
        }
    }

    private mutating func relayOut(stride wider: Int) {
        let old = self
        counts = []
        durations = []
        stride = wider
        let room = old.periodCount * wider
        counts = Array(repeating: 0, count: room)
        durations = Array(repeating: 0, count: room)
        old.forEach { period, group, count, duration in
            let at = index(period: period, group: group)
            counts[at] = count
            durations[at] = duration
        }
    }

    /// Where the cell of a period starts in the table, or nil if cells are hashed.
    @inline(__always)
    func row(period: Int) -> Int? { stride > 0 ? period &* stride : nil }

    /// Where a cell stands; a new one is made in the hash table if need be.
    mutating func index(period: Int, group: Int) -> Int {
        if stride > 0 { return period * stride + group }
        let key = UInt64(period) << 32 | UInt64(group)
        if let at = slots[key] { return at }
        counts.append(0)
        durations.append(0)
        slots[key] = counts.count - 1
        return counts.count - 1
    }

    @inline(__always)
    mutating func add(at index: Int, count: Int, duration: Int128) {
        counts[index] &+= count
        durations[index] &+= duration
    }

    /// All cells that are in use, in no order.
    func forEach(_ body: (_ period: Int, _ group: Int, _ count: Int, _ duration: Int128) -> Void) {
        if stride > 0 {
            for at in counts.indices where counts[at] != 0 {
                body(at / stride, at % stride, counts[at], durations[at])
            }
        } else {
            for (key, at) in slots { body(Int(key >> 32), Int(key & 0xFFFF_FFFF), counts[at], durations[at]) }
        }
    }
}
