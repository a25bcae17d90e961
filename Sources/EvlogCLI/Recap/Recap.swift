import UsageInsights

/// What a recap of a period shows, in whatever form it is drawn.
struct Recap {
    let period: InsightPeriod
    /// The days that the period holds.
    let days: Range<Int64>
    /// The day of the reference date.
    let referenceDay: Int64
    /// Empty when there was nothing to tell of.
    private(set) var cards: [InsightResult]
    /// Names of the points of the first card's sparkline.
    let labels: [String]

    /// How many cards fit the picture to share.
    static let sharedCount = 4
    static let emptyTitle = "No Data"
    static let emptyText = "Not enough activity to generate a recap."

    var title: String { period == .year ? "Year in Review" : "\(period.rawValue) Recap" }

    /// The time it is about: `30 November 2026`, `23 – 29 November 2026`, `January – November 2026`.
    var subtitle: String {
        let (first, last) = (Civil(days: days.lowerBound), Civil(days: days.upperBound - 1))
        switch period {
        case .day: return Self.text(first)
        case .week:
            if first.year != last.year { return "\(Self.text(first)) – \(Self.text(last))" }
            let from = first.month == last.month ? "\(first.day)" : "\(first.day) \(Self.month(first))"
            return "\(from) – \(Self.text(last))"
        case .month: return "\(Self.month(first)) \(first.year)"
        case .year:
            let reference = Civil(days: referenceDay)
            let from = reference.month == 1 ? "" : "January – "
            return "\(from)\(Self.month(reference)) \(reference.year)"
        }
    }

    /// `+12% vs last week`; nil where there is nothing to compare with.
    func comparison(_ card: InsightResult) -> String? {
        card.comparison.map {
            "\($0.displayString) vs \(period == .day ? "yesterday" : "last \(period.key)")"
        }
    }

    /// The same as it is shown in pictures: what a terminal must not see is written out, so that text is measured
    /// as it will be, and of marks heaped on one letter only some are kept, which would reach over what is below.
    var drawable: Recap {
        var copy = self
        for index in cards.indices {
            copy.cards[index].title = Self.drawable(cards[index].title)
            copy.cards[index].value = Self.drawable(cards[index].value)
        }
        return copy
    }

    private static func drawable(_ text: String) -> String {
        var marks = 0
        let kept = TextWidth.sanitized(text).unicodeScalars.filter { scalar in
            let isMark = scalar.properties.generalCategory == .nonspacingMark
            marks = isMark ? marks + 1 : 0
            return marks <= 4
        }
        return String(String.UnicodeScalarView(kept))
    }

    private static func month(_ date: Civil) -> String { InsightWords.english.months[date.month - 1] }

    private static func text(_ date: Civil) -> String { "\(date.day) \(month(date)) \(date.year)" }
}

extension Recap {
    /// The recap of the period that holds `reference`.
    init(
        _ period: InsightPeriod, at reference: Int64, of summary: ActivitySummary, calendar: LocalCalendar
    ) {
        let calculator = InsightCalculator(calendar: calendar)
        let days = InsightDays(period: period, reference: reference, calendar: calendar)
        let isActive = summary.days.contains { days.current.contains($0.key) && $0.value > 0 }
        self.init(
            period: period, days: days.current, referenceDay: days.referenceDay,
            cards: isActive ? calculator.cards(period, at: reference, of: summary) : [],
            labels: calculator.chart(period, at: reference, of: summary).map(\.label))
    }
}
