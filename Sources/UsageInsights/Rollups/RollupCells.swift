#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Counts and durations by period and group. A table while there are few groups, a hash table over the cells
/// that are in use once there are many. Not thread-safe.
final class RollupCells {
    struct Cell {
        var count = 0
        /// Microseconds.
        var duration: Int128 = 0
    }

    /// By period, then group; a raw pointer, so that counting costs no checks.
    private var table: UnsafeMutablePointer<Cell>
    private var periodCount = 1
    /// Of those, the ones that were asked for.
    private var usedPeriods = 0
    /// Groups that the table has room for; 0 once cells are hashed.
    private var stride: Int
    private var hashed: [UInt64: Cell] = [:]

    private static let widest = 32

    /// - Parameter expectedPeriods: how many there may be. Room that isn't used is never touched.
    init(groupCount: Int, expectedPeriods: Int) {
        stride = max(1, groupCount)
        periodCount = max(1, expectedPeriods)
        table = Self.zeros(periodCount * stride)
    }

    deinit { free(table) }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<Cell> {
        // A cell of nothing is all zeros, and what calloc gives is zeros without being touched.
        guard let memory = calloc(max(1, count), MemoryLayout<Cell>.stride) else {
            fatalError("out of memory")
        }
        return memory.bindMemory(to: Cell.self, capacity: max(1, count))
    }

    /// Makes room for these numbers of periods and groups. Called before counting, whenever either has grown;
    /// rows given out before are then no longer valid.
    func makeRoom(periods: Int, groups: Int) {
        let oldCount = usedPeriods
        usedPeriods = max(usedPeriods, periods)
        guard stride > 0, groups > stride || periods > periodCount else { return }
        let wider =
            groups <= stride ? stride : groups > Self.widest ? 0 : min(Self.widest, max(groups, stride * 2))
        let longer = periods <= periodCount ? periodCount : max(periods, periodCount * 2)
        let old = table
        let oldStride = stride
        stride = wider
        periodCount = longer
        table = Self.zeros(longer * wider)
        for period in 0..<oldCount {
            for group in 0..<oldStride where old[period * oldStride + group].count != 0 {
                let cell = old[period * oldStride + group]
                add(period: period, group: group, count: cell.count, duration: cell.duration)
            }
        }
        free(old)
    }

    /// The cells of a period by group, or nil if cells are hashed.
    @inline(__always)
    func row(period: Int) -> UnsafeMutablePointer<Cell>? { stride > 0 ? table + period &* stride : nil }

    func add(period: Int, group: Int, count: Int, duration: Int128) {
        if let row = row(period: period) {
            row[group].count &+= count
            row[group].duration &+= duration
        } else {
            let key = UInt64(period) << 32 | UInt64(group)
            hashed[key, default: Cell()].count &+= count
            hashed[key, default: Cell()].duration &+= duration
        }
    }

    /// All cells that are in use, in no order.
    func forEach(_ body: (_ period: Int, _ group: Int, _ count: Int, _ duration: Int128) -> Void) {
        for (key, cell) in hashed { body(Int(key >> 32), Int(key & 0xFFFF_FFFF), cell.count, cell.duration) }
        guard stride > 0 else { return }
        for period in 0..<usedPeriods {
            let row = table + period * stride
            for group in 0..<stride where row[group].count != 0 {
                body(period, group, row[group].count, row[group].duration)
            }
        }
    }
}
