import Foundation

/// Histories to make reports of.
enum ReportHistories {
    /// When the reports are made: a Monday.
    static let reference = "2026-11-30T20:00:00Z"

    /// A year and a bit of events with categories and durations, check-ins with gaps, and three supplements.
    static func usual() -> String {
        var random = SeededNumbers(seed: 7)
        var lines: [String] = []
        for age in 0..<420 {
            let day = date(daysBefore: age)
            for _ in 0..<Int.random(in: age == 3 ? 0...0 : 0...9, using: &random) {
                let type = ["taskCompleted", "featureUsed", "openURL"].randomElement(using: &random) ?? ""
                let category = ["work", "home", "health"].randomElement(using: &random) ?? ""
                let (hour, seconds) = (
                    Int.random(in: 10...19, using: &random), Int.random(in: 1...7200, using: &random)
                )
                lines.append(
                    #"{"type":"\#(type)","timestamp":"\#(day)T\#(hour):15:00Z","metadata":{"category":"\#(category)"},"duration":\#(seconds)}"#
                )
            }
            // Now and then a day without, and once three weeks.
            if !Int.random(in: 0...6, using: &random).isMultiple(of: 6), !(30...50).contains(age) {
                lines.append(checkIn(day, lift: age < 100, note: age == 1 ? "slept late" : nil, &random))
            }
        }
        for (supplement, age) in [("Magnesium", 100), ("Vitamin D", 90), ("Zinc", 5)] {
            lines.append(
                #"{"kind":"dose","supplement":"\#(supplement)","takenAt":"\#(date(daysBefore: age))T08:00:00Z","amount":"1"}"#
            )
        }
        return lines.joined(separator: "\n")
    }

    static let hostileTexts = [
        "<script>window.pwned = 1; alert(1)</script>",
        "\"><img src=x onerror=\"window.pwned = 1; alert(2)\">",
        "'><svg onload=alert(3)>", "</style></script><script>window.pwned = 1</script>",
        "]]><!-- --><iframe src=//x>",
        "\u{202E}drawkcab \u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{645}\u{631}\u{62D}\u{628}\u{627}",
        "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}", String(repeating: "W", count: 200),
        "👩‍👩‍👧 🏳️‍🌈 🎉", "nul \u{0} bell \u{7} escape \u{1B}[31m\r\n\t\u{85}\u{2028}",
        "&lt;b&gt; &amp; &#60; ${x} {{y}}",
        "javascript:alert(4)", "e" + String(repeating: "\u{301}\u{302}", count: 120),
    ]

    /// The same kinds of records with texts that nobody would wish for, each of them in every place that has text. One
    /// of them is the most frequent, so that cards show it.
    static func hostile(foremost: String) -> String {
        var random = SeededNumbers(seed: 11)
        var lines: [String] = []
        for age in 0..<120 {
            let day = date(daysBefore: age)
            for text in [foremost, foremost, hostileTexts.randomElement(using: &random) ?? ""] {
                lines.append(
                    #"{"type":\#(quoted(text)),"timestamp":"\#(day)T12:00:00Z","metadata":{"category":\#(quoted(text)),\#(quoted("k" + text)):\#(quoted(text))},"duration":999999}"#
                )
            }
            if age % 5 > 0 {
                lines.append(
                    checkIn(day, lift: false, note: hostileTexts.randomElement(using: &random), &random))
            }
        }
        for (index, text) in ([foremost] + hostileTexts).enumerated() {
            lines.append(
                #"{"kind":"dose","supplement":\#(quoted(text)),"takenAt":"\#(date(daysBefore: 70 - index))T08:00:00Z","amount":\#(quoted(text))}"#
            )
        }
        return lines.joined(separator: "\n")
    }

    private static func date(daysBefore age: Int) -> String {
        // 2026-11-30 at noon.
        let day = Date(timeIntervalSince1970: 1_796_040_000 - Double(age) * 86_400)
        return String(day.ISO8601Format().prefix(10))
    }

    private static func checkIn(_ day: String, lift: Bool, note: String?, _ random: inout SeededNumbers)
        -> String
    {
        let levels = (0..<4).map { _ in Int.random(in: lift ? 3...5 : 1...4, using: &random) }
        let mood = note.map { #","mood":\#(quoted($0))"# } ?? ""
        return
            #"{"kind":"checkin","date":"\#(day)","focus":\#(levels[0]),"sleep":\#(levels[1]),"energy":\#(levels[2]),"stress":\#(levels[3])\#(mood)}"#
    }

    private static func quoted(_ text: String) -> String {
        let data = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data()
        return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
    }
}
