/// Finds what a mistyped word probably meant.
enum NearestName {
    /// The name nearest to `word`, or nil when none is near.
    ///
    /// The only name that begins with it, if it is three letters or more; else the one with the fewest edits:
    /// one for short words and one more for every five letters. Of equally near names the first wins. Costs
    /// O(length²) a name; words longer than any name could be are turned away first.
    static func of(_ word: String, among names: [String]) -> String? {
        let letters = Array(word.utf8)
        guard !letters.isEmpty, letters.count <= 40 else { return nil }
        let begun = Set(names.filter { $0.hasPrefix(word) })
        if letters.count >= 3, begun.count == 1, let name = begun.first { return name }
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = editDistance(letters, Array(name.utf8))
            if distance < best?.distance ?? Int.max { best = (name, distance) }
        }
        guard let best, best.distance <= 1 + letters.count / 5, best.distance < letters.count else {
            return nil
        }
        return best.name
    }

    /// How many insertions, deletions, replacements and swaps of neighbours turn one word into the other.
    ///
    /// The optimal string alignment distance: no letter is edited twice.
    static func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        var current = last
        for row in 1...first.count {
            current[0] = row
            for column in 1...second.count {
                let cost = first[row - 1] == second[column - 1] ? 0 : 1
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
                if row > 1, column > 1, first[row - 1] == second[column - 2],
                    first[row - 2] == second[column - 1]
                {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current[column] = best
            }
            (beforeLast, last, current) = (last, current, beforeLast)
        }
        return last[second.count]
    }
}
