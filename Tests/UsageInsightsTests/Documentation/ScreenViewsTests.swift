import EventLog
import Foundation
import Testing
import UsageInsights

/// Runs the code of the article "Write your own projection", and what else a fold of one's own can ask for.
@Suite struct ScreenViewsTests {
    private let folder = ScratchFolder()
    private let writer: LogWriter

    init() throws {
        var options = LogOptions()
        options.isDurable = false
        options.segmentLength = 16 << 10
        writer = try LogWriter(directory: folder.path, options: options)
    }

    @Test func countsWhatIsNotRetracted() throws {
        try writer.append([
            view("home", 10), view("home", 30), view("map", 20), Record(timestamp: 5, name: "a"),
        ])
        try writer.append([view("home", 40), Record(timestamp: 50, name: "screenViewed")])
        #expect(
            try screenViews(in: folder.path)
                == ["home": Views(count: 3, last: 40), "map": Views(count: 1, last: 20)])
        try writer.append([retraction(of: 3), retraction(of: 5)])
        #expect(try screenViews(in: folder.path) == ["home": Views(count: 2, last: 30)])
    }

    @Test func aLiveOneEqualsOneMadeAnew() throws {
        var live = try LiveScreenViews(directory: folder.path)
        #expect(live.screens.isEmpty)
        for round in 0..<40 {
            try writer.append((0...round % 7).map { view("s\(($0 + round) % 5)", Int64(round * 100 + $0)) })
            if round % 9 == 8 { try writer.append([retraction(of: UInt64(round))]) }
            if round % 3 == 2 {
                try live.refresh()
                #expect(live.screens == (try screenViews(in: folder.path)))
            }
        }
        _ = try LogKeeping(writer).compact()
        try live.refresh()
        #expect(live.screens == (try screenViews(in: folder.path)))
        #expect(live.damage.isEmpty)
    }

    @Test(arguments: [1, 2, 7]) func recordsComeBackAsTheyWereAppended(threads: Int) throws {
        var expected: [UInt64: Record] = [:]
        for batch in 0..<50 {
            let records = (0..<100).map { any(batch * 100 + $0) }
            for (sequence, record) in zip(try writer.append(records), records) { expected[sequence] = record }
        }
        let snapshot = try LogSnapshot(directory: folder.path)
        func found(
            _ kinds: Set<RecordKind>, _ timestamps: Range<Int64>? = nil, from sequence: UInt64 = 1
        ) throws -> [UInt64: Record] {
            let (folds, damage) = try snapshot.foldRecords(
                of: kinds, timestamps: timestamps, startingAt: sequence, threads: threads, make: { Copies() })
            #expect(damage.isEmpty && folds.count <= threads)
            return folds.reduce(into: [:]) {
                $0.merge($1.records) { _, _ in Record(timestamp: 0, name: "twice") }
            }
        }
        #expect(try found(Set(RecordKind.allCases)) == expected)
        #expect(try found([]).isEmpty)
        #expect(try found([.dose]) == expected.filter { $0.value.kind == .dose })
        #expect(
            try found([.event], 1200..<3456)
                == expected.filter { $0.value.kind == .event && (1200..<3456).contains($0.value.timestamp) })
        #expect(try found([.event, .dose], from: 4321) == expected.filter { $0.key >= 4321 })
        #expect(try found([.event], from: snapshot.nextSequence).isEmpty)
    }

    @Test func aDamagedBatchIsInNoFold() throws {
        for batch in 0..<3 { try writer.append((0..<10).map { view("s", Int64(batch * 10 + $0)) }) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first { $0.hasSuffix(".seg") })
        let file = URL(filePath: folder.path).appending(path: name)
        var bytes = try Data(contentsOf: file)
        let place = try #require(bytes.range(of: Data("screenViewed".utf8))?.lowerBound)
        bytes[place] ^= 1
        try bytes.write(to: file)
        let (folds, damage) = try LogSnapshot(directory: folder.path)
            .foldRecords(of: [.event], make: { Copies() })
        #expect(folds.flatMap(\.records.keys).sorted() == Array(11...30))
        #expect(damage.map(\.lostRecords) == [10])
    }

    private func view(_ screen: String, _ timestamp: Int64) -> Record {
        Record(timestamp: timestamp, name: "screenViewed", attributes: ["screen": screen])
    }

    private func retraction(of sequence: UInt64) -> Record {
        Record(timestamp: 0, kind: .retraction, name: "", attributes: ["sequences": "\(sequence)"])
    }

    /// A record with everything that number `index` gives it.
    private func any(_ index: Int) -> Record {
        Record(
            timestamp: Int64(index), offsetMinutes: index % 3 == 0 ? nil : index % 7 * 60,
            kind: index % 11 == 0 ? .dose : .event, name: "type \(index % 5)",
            duration: index % 2 == 0 ? nil : Int64(index * 1000),
            attributes: index % 4 == 0 ? [:] : ["a": "\(index)", "b": index % 8 == 1 ? "" : "é"],
            id: index % 6 == 0 ? "id \(index)" : nil)
    }
}

private final class Copies: RecordFold {
    private(set) var records: [UInt64: Record] = [:]

    func fold(_ record: Record, sequence: UInt64) {
        records[sequence] = records[sequence] == nil ? record : Record(timestamp: 0, name: "twice")
    }
}
