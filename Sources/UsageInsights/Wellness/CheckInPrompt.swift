/// When to ask for a check-in.
public enum CheckInPrompt {
    /// Whether to ask now that a dose was taken: it is the only one of its local day, of whatever supplement, and
    /// that day has no check-in.
    ///
    /// A dose put in later for earlier on a day that has one already asks for nothing: that one did.
    ///
    /// - Parameters:
    ///   - dose: may be in the history already; it is told from others by its sequence number.
    ///   - history: the check-ins and doses so far.
    ///   - calendar: says which day a dose belongs to.
    ///   - usesRecordedOffsets: go by each dose's own UTC offset where it has one.
    ///
    /// Cost: O(doses + log check-ins).
    public static func isDue(
        after dose: SupplementDose, in history: WellnessHistory, calendar: LocalCalendar,
        usesRecordedOffsets: Bool = false
    ) -> Bool {
        let day = dose.day(in: calendar, usesRecordedOffsets: usesRecordedOffsets)
        guard history.checkIn(onDay: day) == nil else { return false }
        return !history.doses.contains {
            $0.sequence != dose.sequence
                && $0.day(in: calendar, usesRecordedOffsets: usesRecordedOffsets) == day
        }
    }
}
