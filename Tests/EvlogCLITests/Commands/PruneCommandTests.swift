import Testing

/// `evlog prune` as cron runs it.
@Suite(.timeLimit(.minutes(10)))
struct PruneCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A wrong clock wrote into the segment that is being written; the right one then keeps what is new.
    @Test func aRecordFrom2099KeepsNothingOldAndCostsNothingNew() throws {
        try scratch.run("append", "old", "--at", "-40d")
        try scratch.run("append", "future", "--at", "2099-01-01T00:00:00Z")
        try scratch.run("append", "recent", "--at", "-29d")
        try scratch.run("append", "today")
        let before = try scratch.run("prune", "--older-than", "30d", "--dry-run")
        #expect(before.status == 0 && before.text == "would prune 1 record in 1 segment\n", "\(before.text)")
        let counted = try scratch.run("prune", "--older-than", "30d", "--dry-run", "--format", "json").text
        #expect(counted.contains(#""segmentsAfter":null"#) && counted.contains(#""bytesAfter":null"#))
        #expect(try scratch.events().count == 4)
        let outcome = try scratch.run("prune", "--older-than", "30d")
        #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.text)\(outcome.errors)")
        #expect(Set(try scratch.events().map(\.type)) == ["future", "recent", "today"])
        let again = try scratch.run("prune", "--older-than", "30d")
        #expect(again.status == 0 && again.text.isEmpty && again.errors.isEmpty)
        #expect(try scratch.append(["next"]) == AppendAnswer(1, 5...5))
        #expect(try scratch.verify().notes.isEmpty)
    }

    /// To the microsecond, in the segment that is being written, whatever the order.
    @Test func aCutoffInTheActiveSegmentIsExact() throws {
        let times = ["00:00:00.000001", "00:00:00", "23:59:59.999999", "12:00:00", "00:00:00.000002"]
        for (at, time) in times.enumerated() {
            let day = at == 2 ? "2026-01-31" : "2026-02-01"
            try scratch.run("append", "t\(at)", "--at", "\(day)T\(time)Z")
        }
        #expect(try scratch.run("prune", "--before", "2026-02-01T00:00:00.000001Z").status == 0)
        #expect(try scratch.events().map(\.sequence).sorted() == [1, 4, 5])
        #expect(try scratch.verify().damage.isEmpty)
    }
}
