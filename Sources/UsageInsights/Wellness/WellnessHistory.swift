/// All check-ins and doses of a log that count: retracted ones are left out, and of several check-ins of a day
/// the latest gives the levels and the first the id and the time of creation.
public struct WellnessHistory: Sendable, Equatable {
    /// By day, ascending.
    public internal(set) var checkIns: [DailyCheckIn] = []
    /// By time, and in the order of arrival where that is the same.
    public internal(set) var doses: [SupplementDose] = []

    /// Sorts what it is given; of a day, one check-in at the most.
    public init(checkIns: [DailyCheckIn] = [], doses: [SupplementDose] = []) {
        self.checkIns = checkIns.sorted { $0.day < $1.day }
        self.doses = doses.sorted { ($0.takenAt, $0.sequence) < ($1.takenAt, $1.sequence) }
    }

    /// The check-in of a day. O(log check-ins).
    public func checkIn(onDay day: Int64) -> DailyCheckIn? {
        var (low, high) = (0, checkIns.count)
        while low < high {
            let middle = (low + high) / 2
            if checkIns[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low < checkIns.count && checkIns[low].day == day ? checkIns[low] : nil
    }

    /// The supplements that were ever taken, in Unicode scalar order.
    public var supplements: [String] {
        Set(doses.map(\.supplement)).sorted {
            $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
        }
    }
}
