internal import Foundation

/// The names of weekdays and months on cards and charts: English, unless another language is asked for.
public struct InsightWords: Sendable, Equatable {
    /// From Monday to Sunday.
    public var weekdays: [String]
    /// From Monday to Sunday, as charts have room for.
    public var shortWeekdays: [String]
    /// From January to December.
    public var months: [String]
    /// From January to December, as charts have room for.
    public var shortMonths: [String]

    /// English names; short ones are the first three letters.
    public static let english = InsightWords(
        weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ])

    /// Short names are the first three letters.
    private init(weekdays: [String], months: [String]) {
        self.weekdays = weekdays
        self.months = months
        shortWeekdays = weekdays.map { String($0.prefix(3)) }
        shortMonths = months.map { String($0.prefix(3)) }
    }

    /// The names that a locale has, by Foundation; English where it has none.
    /// - Parameter locale: an identifier such as `de_DE`.
    public init(locale: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: locale)
        self = .english
        // Foundation counts weekdays from Sunday.
        func fromMonday(_ names: [String]) -> [String]? {
            names.count == 7 ? Array(names[1...]) + [names[0]] : nil
        }
        weekdays = fromMonday(calendar.standaloneWeekdaySymbols) ?? weekdays
        shortWeekdays = fromMonday(calendar.shortStandaloneWeekdaySymbols) ?? shortWeekdays
        if calendar.standaloneMonthSymbols.count == 12 { months = calendar.standaloneMonthSymbols }
        if calendar.shortStandaloneMonthSymbols.count == 12 {
            shortMonths = calendar.shortStandaloneMonthSymbols
        }
    }
}
