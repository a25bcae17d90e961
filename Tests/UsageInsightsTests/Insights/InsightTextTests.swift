import EventLog
import Testing

@testable import UsageInsights

/// How values are worded.
@Suite struct InsightTextTests {
    @Test(arguments: [
        ("taskCompleted", "Task Completed"), ("openURL", "Open URL"), ("openURLNow", "Open URL Now"),
        ("URLSession", "URL Session"), ("commit", "Commit"), ("parseHTML5Page", "Parse HTML5 Page"),
        ("URL", "URL"), ("a", "A"), ("Open URL", "Open URL"), ("focus session", "Focus Session"),
        // The seeds begin a word after any mark.
        ("page-view", "Page-View"), ("task_completed", "Task_Completed"), ("app.open", "App.Open"),
        ("aufgabeÜbersprungen", "Aufgabe Übersprungen"), ("screen1Viewed", "Screen1 Viewed"),
    ]) func i8TypesAreSplitIntoWords(type: String, words: String) throws {
        #expect(InsightText.words(type) == words)
        let log = try TemporaryLog(events(at: "2026-06-02T12:00:00Z", type: type)).snapshot()
        let year = try log.answer(.year, at: "2026-06-02T12:00:00Z", try calendar("UTC"))
        #expect(year["Top Activity"]?.value == words)
    }

    @Test(arguments: [
        ("work", "Work"), ("deep work", "Deep Work"), ("DEEP WORK", "Deep Work"), ("deep-work", "Deep-Work"),
        ("été", "Été"), ("o'neil", "O'neil"), ("it’s", "It’s"), ("日本", "日本"), ("", ""), ("a/b", "A/B"),
    ]) func i10CategoriesAreCapitalised(category: String, text: String) throws {
        #expect(InsightText.capitalized(category) == text)
        let log = try TemporaryLog(events(at: "2026-06-02T12:00:00Z", category: category)).snapshot()
        let week = try log.answer(.week, at: "2026-06-02T12:00:00Z", try calendar("UTC"))
        #expect(week["Top Category"]?.value == text)
    }

    @Test(arguments: [
        (100_080, "27h 48m"), (2700, "45m"), (59, "0m"), (60, "1m"), (3599, "59m"), (3600, "1h 0m"),
        (7325, "2h 2m"), (86_400, "24h 0m"), (Int.max, "2562047788015215h 30m"),
    ]) func i9Durations(seconds: Int, text: String) {
        #expect(InsightText.duration(seconds: seconds) == text)
    }

    @Test(arguments: [(0, "12am"), (1, "1am"), (11, "11am"), (12, "12pm"), (13, "1pm"), (23, "11pm")])
    func hours(hour: Int, text: String) { #expect(InsightText.hour(hour) == text) }

    @Test(arguments: [
        (0, 7, "0.0"), (1, 7, "0.1"), (157, 7, "22.4"), (20, 7, "2.9"), (7, 7, "1.0"), (69, 7, "9.9"),
        (1, 30, "0.0"), (2, 30, "0.1"), (299, 30, "10.0"), (298, 30, "9.9"), (3_000_000, 30, "100000.0"),
    ]) func i6Averages(count: Int, over divisor: Int, text: String) {
        #expect(InsightText.tenths(of: count, over: divisor) == text)
    }

    @Test func i2PercentagesOfHugeNumbersDoNotTrap() {
        let change = InsightResult.PeriodComparison(current: .max, previous: 1)
        #expect(change?.absoluteChange == .max - 1 && change?.displayString == "+922337203685477580600%")
        #expect(InsightResult.PeriodComparison(current: 0, previous: .max)?.displayString == "-100%")
        #expect(InsightResult.PeriodComparison(current: 5, previous: 0) == nil)
    }
}
