import EventLog
import UsageInsights

// The code of the article YourOwnProjection.md, as it stands there. It uses the public interface alone: .ci/docs builds
// it as an app would.

struct Views: Equatable {
    var count = 0
    var last = Int64.min

    mutating func add(_ other: Views) {
        count += other.count
        last = max(last, other.last)
    }
}

final class ScreenFold: RecordFold {
    private let retracted: RetractedSequences
    private(set) var screens: [String: Views] = [:]

    init(retracted: RetractedSequences) { self.retracted = retracted }

    func fold(_ record: Record, sequence: UInt64) {
        guard record.name == "screenViewed",
            let screen = record.attributes["screen"],
            !retracted.contains(sequence)
        else { return }
        screens[screen, default: Views()].add(
            Views(count: 1, last: record.timestamp))
    }
}

func screenViews(in directory: String) throws(LogError) -> [String: Views] {
    let snapshot = try LogSnapshot(directory: directory)
    let retracted = try RetractedSequences(snapshot)
    let (folds, damage) = try snapshot.foldRecords(of: [.event]) {
        ScreenFold(retracted: retracted)
    }
    for place in damage { print("not counted: \(place)") }
    var all: [String: Views] = [:]
    for fold in folds {
        for (screen, views) in fold.screens {
            all[screen, default: Views()].add(views)
        }
    }
    return all
}

struct LiveScreenViews {
    private(set) var screens: [String: Views] = [:]
    private(set) var damage: [Damage] = []
    private var snapshot: LogSnapshot
    private var retracted: RetractedSequences
    private var next: UInt64 = 1

    init(directory: String) throws(LogError) {
        snapshot = try LogSnapshot(directory: directory)
        retracted = try RetractedSequences(snapshot)
        try takeIn()
    }

    mutating func refresh() throws(LogError) {
        snapshot = try LogSnapshot(after: snapshot)
        let gone = try RetractedSequences(snapshot)
        if gone != retracted {
            retracted = gone
            screens = [:]
            damage = []
            next = 1
        }
        try takeIn()
    }

    private mutating func takeIn() throws(LogError) {
        let gone = retracted
        let (folds, unreadable) = try snapshot.foldRecords(
            of: [.event], startingAt: next
        ) { ScreenFold(retracted: gone) }
        for fold in folds {
            for (screen, views) in fold.screens {
                screens[screen, default: Views()].add(views)
            }
        }
        damage += unreadable.filter { !damage.contains($0) }
        next = snapshot.nextSequence
    }
}
