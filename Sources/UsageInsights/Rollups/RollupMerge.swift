/// Brings together what several threads have counted, sorted by period and group.
struct RollupMerge {
    private let keys: [Int64]
    let groups: [[String?]]
    /// By period and group, both in order: a table if that is not much larger than what is in it.
    private var table: [Cell] = []
    private var sparse: [Int: Cell] = [:]

    private struct Cell {
        var count = 0
        var duration: Int128 = 0

        mutating func add(_ count: Int, _ duration: Int128) {
            self.count += count
            self.duration += duration
        }
    }

    private static let largestTable = 1 << 20

    init(_ folds: [RollupFold]) {
        keys = Self.distinct(folds.flatMap(\.periodKeys).sorted())
        let ordered = Set(folds.flatMap(\.groupValues).map(ExactGroup.init)).sorted()
        groups = ordered.map(\.values)
        let groupPlaces = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) })
        let groupCount = groups.count
        let (size, overflows) = keys.count.multipliedReportingOverflow(by: groupCount)
        let isTable = !overflows && size <= Self.largestTable
        if isTable { table = Array(repeating: Cell(), count: size) }
        for fold in folds {
            let periodPlaces = Self.places(of: fold.periodKeys, in: keys)
            let places = fold.groupValues.map { groupPlaces[ExactGroup($0)] ?? 0 }
            fold.forEachCell { period, group, count, duration in
                let place = periodPlaces[period] &* groupCount &+ places[group]
                if isTable {
                    table[place].add(count, duration)
                } else {
                    sparse[place, default: Cell()].add(count, duration)
                }
            }
        }
    }

    private static func distinct(_ sorted: [Int64]) -> [Int64] {
        var distinct: [Int64] = []
        distinct.reserveCapacity(sorted.count)
        for key in sorted where key != distinct.last { distinct.append(key) }
        return distinct
    }

    /// Where each of `some` stands in `all`, which is sorted and holds it. Keys mostly come in order, so the place
    /// behind the last one is looked at first.
    private static func places(of some: [Int64], in all: [Int64]) -> [Int] {
        var last = -1
        return some.map { key in
            if last + 1 < all.count && all[last + 1] == key {
                last += 1
                return last
            }
            var (low, high) = (0, all.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if all[middle] < key { low = middle + 1 } else { high = middle }
            }
            last = low
            return low
        }
    }

    func rows(of query: RollupQuery) -> [RollupRow] {
        var rows: [RollupRow] = []
        rows.reserveCapacity(sparse.count + table.reduce(0) { $1.count == 0 ? $0 : $0 + 1 })
        var lastKey: Int64?
        var start: Int64 = 0
        func add(_ place: Int, _ cell: Cell) {
            let key = keys[place / groups.count]
            if key != lastKey {
                lastKey = key
                start = query.start(ofKey: key)
            }
            rows.append(
                RollupRow(
                    key: key, start: start, group: place % groups.count, count: cell.count,
                    duration: cell.duration))
        }
        if sparse.isEmpty {
            for place in table.indices where table[place].count != 0 { add(place, table[place]) }
        } else {
            for (place, cell) in sparse.sorted(by: { $0.key < $1.key }) { add(place, cell) }
        }
        return rows
    }
}

/// The values of a group, the same only if their bytes are: `String` takes spellings for equal that differ in
/// normalisation, and which of them was shown would then depend on the order of arrival.
private struct ExactGroup: Hashable, Comparable {
    let values: [String?]

    init(_ values: [String?]) { self.values = values }

    func hash(into hasher: inout Hasher) {
        for value in values {
            hasher.combine(value == nil)
            for byte in value?.utf8 ?? "".utf8 { hasher.combine(byte) }
        }
    }

    static func == (a: Self, b: Self) -> Bool { a.values.elementsEqual(b.values, by: same) }

    private static func same(_ a: String?, _ b: String?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return a.utf8.elementsEqual(b.utf8)
    }

    /// Values in Unicode scalar order, which that of UTF-8 is; none at the end.
    static func < (a: Self, b: Self) -> Bool {
        for (left, right) in zip(a.values, b.values) where !same(left, right) {
            guard let left else { return false }
            guard let right else { return true }
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return false
    }
}
