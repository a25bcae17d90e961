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
        keys = Set(folds.flatMap(\.periodKeys)).sorted()
        groups = Set(folds.flatMap(\.groupValues)).sorted(by: Rollup.precedes)
        let keyPlaces = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let groupPlaces = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0) })
        let groupCount = groups.count
        let (size, overflows) = keys.count.multipliedReportingOverflow(by: groupCount)
        let isTable = !overflows && size <= Self.largestTable
        if isTable { table = Array(repeating: Cell(), count: size) }
        for fold in folds {
            let periodPlaces = fold.periodKeys.map { keyPlaces[$0] ?? 0 }
            let places = fold.groupValues.map { groupPlaces[$0] ?? 0 }
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

    func rows(of query: RollupQuery) -> [RollupRow] {
        var rows: [RollupRow] = []
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
