extension SupplementImpact {
    /// What was found, in sentences for people. It says what goes together, never what causes what.
    ///
    /// The supplement's name stands in it as it was logged: whoever writes this to a terminal takes out control
    /// characters.
    public var summary: String {
        guard let before, let after else {
            return "There is no dose of \(supplement) to compare the days before and after."
        }
        var sentences: [String] = []
        switch status {
        case .noDose:
            break
        case .missingCheckIns(let missingBefore, let missingAfter):
            let missing = [
                missingBefore > 0 ? "\(missingBefore) more from the \(dayCount(before)) before" : nil,
                missingAfter > 0 ? "\(missingAfter) more from \(offsets(of: after)) after" : nil,
            ]
            sentences.append(
                "Too few check-ins to compare \(metric.key) before and after \(supplement): "
                    + missing.compactMap(\.self).joined(separator: " and ") + " would do.")
        case .tooFewForInterval:
            sentences.append(association)
            sentences.append(
                "That is from \(before.count) and \(after.count) check-ins, too few for an interval: "
                    + "\(Self.minimumForInterval) in each window are needed.")
        case .coverageTooLow:
            sentences.append(association)
            sentences.append(
                "Check-ins cover \(Self.wholePercent(before.coverage)) of the days before and "
                    + "\(Self.wholePercent(after.coverage)) of those after, too few for an interval: "
                    + "\(Self.wholePercent(Self.minimumCoverage)) of each are needed.")
        case .full:
            sentences.append(association)
            sentences.append(contentsOf: certainty)
        }
        if status.allowsEstimate, let confounded { sentences.append(confounded) }
        return sentences.joined(separator: " ")
    }

    private var association: String {
        guard let difference, let from = before?.mean, let to = after?.mean else { return "" }
        let means = "\(Self.decimal(from)) before, \(Self.decimal(to)) after"
        guard difference != 0 else {
            return "\(supplement) is associated with no change in \(metric.key) (\(means))."
        }
        let percentage = percent.map { ", \(Self.signed($0, decimals: 0))%" } ?? ""
        let direction = difference > 0 ? "higher" : "lower"
        return "\(supplement) is associated with \(metric.key) \(Self.points(abs(difference))) \(direction) "
            + "(\(means)\(percentage))."
    }

    private var certainty: [String] {
        var sentences: [String] = []
        if let interval {
            let bounds = "\(Self.signed(interval.lowerBound)) to \(Self.signed(interval.upperBound)) points"
            let holds0 = interval.contains(0) ? ", which includes no difference" : ""
            sentences.append("95% interval: \(bounds)\(holds0).")
        }
        if let nonoverlap {
            sentences.append(
                "A day after is rated above a day before in \(Self.wholePercent(nonoverlap)) of pairs.")
        }
        return sentences
    }

    private var confounded: String? {
        guard let last = confounders.last?.supplement else { return nil }
        let others = confounders.dropLast().map(\.supplement)
        let names = others.isEmpty ? last : others.joined(separator: ", ") + " and " + last
        let verb = others.isEmpty ? "was" : "were"
        return "Confounded: \(names) \(verb) first taken in the same span of days and may be what is seen."
    }

    private func dayCount(_ window: Window) -> String {
        let days = window.days.upperBound - window.days.lowerBound + 1
        return days == 1 ? "day" : "\(days) days"
    }

    /// `days 7 to 14`, counted from the first dose.
    private func offsets(of window: Window) -> String {
        let day0 = day0 ?? 0
        return "days \(window.days.lowerBound - day0) to \(window.days.upperBound - day0)"
    }

    private static func points(_ value: Double) -> String {
        let text = decimal(value)
        return text == "1.0" ? "1 point" : text + " points"
    }

    private static func wholePercent(_ share: Double) -> String { decimal(share * 100, decimals: 0) + "%" }

    /// With a sign always, as C's `%+.Nf`.
    static func signed(_ value: Double, decimals: Int = 1) -> String {
        (value.sign == .minus ? "-" : "+") + decimal(abs(value), decimals: decimals)
    }

    /// A value that isn't negative, with no decimals or one; a half goes to the even number.
    static func decimal(_ value: Double, decimals: Int = 1) -> String {
        let scaled = (decimals == 0 ? value : value * 10).rounded(.toNearestOrEven)
        guard let number = Int64(exactly: scaled) else { return "\(value)" }
        return decimals == 0 ? "\(number)" : "\(number / 10).\(number % 10)"
    }
}
